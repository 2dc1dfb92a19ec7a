"""Contracts in an order: "the three contracts with the most pages", 「最も早く満了する契約」."""

from __future__ import annotations

import re

from core.graph.question_grammar.grammar_head import CONTRACT, DEFAULT_TOP, MOST_JA, Head
from core.graph.question_grammar.grammar_nouns import (
    field_of,
    field_pattern,
    quantity_of,
    quantity_pattern,
)
from core.graph.question_grammar.grammar_words import Words
from core.lexicon import NUMBER, number_of


def read_ordered_list(words: Words, head: Head) -> None:
    """The order and number of contracts that a question asks for; takes the words that say it."""
    number = rf"(?:(?P<k>{NUMBER})\s*)"
    if words.japanese:
        _ordered_list_ja(words, head)
        return
    quantity, field = quantity_pattern(False), field_pattern(False)
    match = words.take(
        rf"(?:top\s+)?{number}?(?P<c>{CONTRACT})\s+(?:(?:that|which)\s+)?(?:with|has|have|having)\s+the\s+"
        rf"(?P<dir>most|fewest|least|longest|shortest|(?:highest|largest|greatest|lowest|smallest) number of)\s+"
        rf"(?P<q>{quantity})"
    ) or words.take(
        rf"top\s+{number}(?P<c>{CONTRACT})\s+(?P<dir>by)\s+(?:the\s+)?(?:number of\s+|length of\s+)?(?P<q>{quantity})"
    )
    if match is not None:
        head.measure, head.quantity = "list", quantity_of(match["q"])
        head.ascending = bool(re.match(r"fewest|least|shortest|lowest|smallest", match["dir"]))
        head.top = _top(match["k"], match["c"])
        return
    match = words.take(r"(?P<dir>longest|shortest)\s+(?:contract |agreement )?(?P<q>terms?|durations?)(?![a-z])")
    if match is not None:
        head.measure, head.quantity = "list", "term_days"
        head.ascending, head.top = match["dir"] == "shortest", 1
        return
    soon = r"(?P<dir>next|soonest|first|earliest|last|latest|most recently)"
    match = words.take(
        rf"{number}?(?P<c>{CONTRACT})\s+(?:(?:that|which|will|to|is|are|was|were|come|comes)\s+)*(?:{field})\s+"
        rf"(?:the\s+)?{soon}(?![a-z]|\s+(?:\d|year|month|week|day|two|three|six))"
    ) or words.take(
        rf"(?P<dir>next|first|last|earliest|latest)\s+{number}?(?P<c>{CONTRACT})\s+(?:(?:that|which|will"
        rf"|to)\s+)*(?:{field})"
    )
    if match is None:
        match = words.take(
            rf"(?P<dir>earliest|latest|most recent|oldest|newest)\s+{number}?(?P<c>)(?:{field})(?:\s+dates?)?"
        ) or words.take(rf"(?P<dir>most recently|oldest|newest|earliest)\s+{number}?(?:{field})\s+(?P<c>{CONTRACT})")
    if match is None and (
        match := words.take(rf"(?P<dir>oldest|newest|most recent)\s+{number}?(?P<c>{CONTRACT})(?![a-z])")
    ):
        head.measure, head.by_date = "list", "agreement_date"
        head.ascending, head.top = match["dir"] == "oldest", _top(match["k"], match["c"])
        return
    if match is not None:
        named = next(found for found in match.groups()[::-1] if found and re.fullmatch(field_pattern(False), found))
        head.measure, head.by_date = "list", field_of(named)
        head.ascending = match["dir"] in ("next", "soonest", "first", "earliest", "oldest")
        head.upcoming = match["dir"] in ("next", "soonest")
        head.top = _top(match["k"], match["c"])


def _ordered_list_ja(words: Words, head: Head) -> None:
    quantity, field = quantity_pattern(True), field_pattern(True)
    extreme = r"(?P<dir>多い|少ない|長い|短い|最長の?|最短の?)"
    match = words.take(
        rf"(?:{MOST_JA})?(?P<q>{quantity})(?:が"
        rf"|の)(?:{MOST_JA})?{extreme}(?:順に)?(?:(?:上位)?の?(?P<k>\d+)件?の?)?契約"
    ) or words.take(r"(?P<dir>最長|最短)の?(?P<q>(?:契約|有効)期間)(?P<k>)")
    if match is not None:
        head.measure, head.quantity = "list", quantity_of(match["q"])
        head.ascending = match["dir"].startswith(("少", "短", "最短"))
        after = words.take(r"(?:の)?上位(?P<k>\d+)件?|(?P<j>\d+)件(?!以|未|を)")
        head.top = int(match["k"] or (after and (after["k"] or after["j"])) or 1)
        return
    match = (
        words.take(
            rf"(?:{MOST_JA})?(?P<dir>早く|遅く|近く|最近|次に|先に|最後に){field}(?:の|する)?(?P<k>\d+)?件?の?契約"
        )
        or words.take(
            rf"{field}(?:が|の)(?:{MOST_JA})?(?P<dir>早い|近い|遅い|古い|新しい)(?:(?:順に)?の?(?P<k>\d+)件?の?)?契約"
        )
        or words.take(rf"(?:{MOST_JA})(?P<dir>早い|近い|遅い|古い|新しい){field}(?P<k>)")
    )
    if match is None and (match := words.take(rf"(?:{MOST_JA})(?P<dir>古い|新しい)契約")):
        head.measure, head.by_date = "list", "agreement_date"
        head.ascending, head.top = match["dir"] == "古い", 1
        return
    if match is not None:
        named = next(found for found in match.groups() if found and re.fullmatch(field_pattern(True), found))
        head.measure, head.by_date = "list", field_of(named)
        head.ascending = match["dir"] in ("早く", "近く", "次に", "先に", "早い", "近い", "古い")
        head.upcoming = match["dir"] in ("次に", "近い", "近く")
        after = words.take(r"(?:の)?上位(?P<k>\d+)件?|(?P<j>\d+)件(?!以|未|を)")
        head.top = int(match["k"] or (after and (after["k"] or after["j"])) or 1)


def _top(number: str | None, noun: str) -> int:
    if number:
        return number_of(number)
    return DEFAULT_TOP if noun.endswith("s") else 1
