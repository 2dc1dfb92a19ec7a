"""What a question asks for: a count, a share, a statistic, a list of contracts in some order, groups."""

from __future__ import annotations

import re

from core.graph.question_grammar.grammar_groups import read_group
from core.graph.question_grammar.grammar_head import CONTRACT, Head
from core.graph.question_grammar.grammar_lists import read_ordered_list
from core.graph.question_grammar.grammar_nouns import quantity_of, quantity_pattern
from core.graph.question_grammar.grammar_numbers import read_having, read_numbers
from core.graph.question_grammar.grammar_plan import Statistic
from core.graph.question_grammar.grammar_words import Words

_STATISTICS: tuple[tuple[Statistic, str], ...] = (
    ("average", r"average|mean|avg\.?|平均(?:値|的な)?"),
    ("median", r"median|中央値"),
    ("minimum", r"minimum|min\.?|shortest|smallest|lowest|fewest|最小(?:値)?|最短|最少"),
    ("maximum", r"maximum|max\.?|longest|largest|highest|greatest|最大(?:値)?|最長|最多"),
    ("sum", r"total|sum|combined|aggregate|合計(?:値)?|総計|総"),
)
_STATISTIC = "|".join(pattern for _, pattern in _STATISTICS)


def read_head(words: Words) -> Head:
    """The measure of a question; takes the words that say it."""
    head = Head()
    read_having(words, head)
    read_ordered_list(words, head)
    read_numbers(words, head)
    if head.measure is None:
        _share(words, head)
    if head.measure is None:
        _statistic(words, head)
    if head.group is None:
        read_group(words, head)
    if head.measure is None and (head.group or _counts(words)):
        head.measure = "count"
    if head.measure is None and _lists(words):
        head.measure = "list"
    return head


def _share(words: Words, head: Head) -> None:
    pattern = (
        r"(?:の)?(?:契約の)?(?:割合|比率)|何\s*(?:%|パーセント)|(?:%|パーセント)"
        if words.japanese
        else r"(?:what|which|the)?\s*(?:share|percentages?|per\s?cent|proportion|fraction|%)(?=\s+of|\s+are"
        r"|\s+have|\s*\?|$)"
    )
    if words.take(pattern):
        head.measure = "share"


def _statistic(words: Words, head: Head) -> None:
    quantity = quantity_pattern(words.japanese)
    if words.japanese:
        match = words.take(rf"(?P<q>{quantity})(?:の|は)?(?P<s>{_STATISTIC})(?:で|は)?") or words.take(
            rf"(?P<s>{_STATISTIC})(?:の)?(?P<q>{quantity})"
        )
        unit = words.take(r"何?(?P<u>年|日)(?:数|間|単位)?(?=で|です|か|$|\?)") if match else None
        words.take(r"(?:1|一)?契約(?:1件)?(?:あたり|当たり|当り)の?|1件(?:あたり|当たり)の?")
        years = bool(unit and unit["u"] == "年")
    else:
        match = words.take(
            rf"(?P<s>{_STATISTIC})\s+(?:(?:of|the|number of|count of|length of|contract"
            rf"|agreement)\s+)*(?P<q>{quantity})"
            rf"(?:\s+(?:(?:of|in)\s+an?|per|a|each|for each)\s+{CONTRACT}(?!\s+(?:types?|kinds?|categor)))?"
        )
        if match is None:
            average = words.has(r"\bon average\b|\bin total\b|\baltogether\b")
            match = None if not average else words.take(rf"how (?:many|long)\s+(?:are\s+)?(?P<q>{quantity})?(?P<s>)")
            if match:
                said = words.take(r"(?P<s>on average|in total|altogether)")
                head.statistic = "average" if said and said["s"] == "on average" else "sum"
        unit = words.take(r"(?:,\s*)?\(?(?:measured |expressed )?in (?P<u>day|year)s\)?") if match else None
        years = bool(unit and unit["u"] == "year")
    if not match:
        return
    head.quantity = quantity_of(match["q"]) if match["q"] else "term_days"
    if head.quantity == "term_days" and years:
        head.quantity = "term_years"
    head.measure = "statistic"
    if match["s"]:
        head.statistic = next(name for name, pattern in _STATISTICS if re.fullmatch(pattern, match["s"]))


def _counts(words: Words) -> bool:
    return words.has(
        r"\bhow many\b|\bnumber of\b|\bcount\b|\bhow often\b|何件|いくつ|何通|何本|件数|契約の?数|総数"
        r"|数えて|集計|何社|何種類"
    )


def _lists(words: Words) -> bool:
    return words.has(rf"\b{CONTRACT}\b|契約")
