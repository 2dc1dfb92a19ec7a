"""Comparisons with numbers: "more than ten clauses", 「3年を超える契約期間」, "parties with at least two contracts"."""

from __future__ import annotations

import re
from typing import cast

from core.graph.question_grammar.grammar_head import CONTRACT, Head
from core.graph.question_grammar.grammar_nouns import (
    dimension_of,
    dimension_pattern,
    quantity_of,
    quantity_pattern,
)
from core.graph.question_grammar.grammar_plan import Group, Having, NumberIs, Unit
from core.graph.question_grammar.grammar_words import Words
from core.lexicon import NUMBER, number_of

_COMPARED = (
    r"(?:(?P<more>more than|over|above|greater than|exceeding|longer than)"
    r"|(?P<least>at least|no fewer than|no less than|no shorter than)"
    r"|(?P<less>fewer than|less than|under|below|shorter than)"
    r"|(?P<most>at most|no more than|not more than|up to|no longer than)"
    rf"|(?P<exact>exactly|precisely|just|only))\s+(?:an?\s+)?(?P<n>{NUMBER})"
    rf"|(?P<m>{NUMBER})\s+or\s+(?P<way>more|fewer|less)|(?P<p>\d{{1,6}})\+"
    r"|(?P<several>multiple|several|different)"
)
_COMPARED_JA = (
    rf"(?P<n>{NUMBER})\s*(?P<unit>年|か月|ヶ月|カ月|ヵ月|箇月|日|ページ|頁|つ|個|件|種類|社|者|人|名)?(?:間)?"
    r"(?:(?P<least>以上)|(?P<more>を?超える|を?超えて|を?超|より(?:多い|長い|大きい))"
    r"|(?P<most>以下|以内)|(?P<less>未満|より(?:少ない|短い))|(?P<exact>ちょうど|だけ|のみ))"
)
_SEVERAL_JA = r"(?P<several>複数|2つ以上|二つ以上)"
_UNITS: dict[str, Unit] = {"年": "year", "か月": "month", "ヶ月": "month", "カ月": "month", "ヵ月": "month",
                           "箇月": "month", "日": "day"}  # fmt: skip


def read_having(words: Words, head: Head) -> None:
    """Groups that a question limits by their number of contracts or laws; takes the words that say it."""
    if words.japanese:
        dims = dimension_pattern(True)
        match = words.take(
            rf"(?:契約(?:件数|数)?が)?{_COMPARED_JA}の?(?:契約)?(?:が|を)?(?:ある|あり|持つ|有する|もつ"
            rf"|の)?(?P<dim>{dims})"
        )
        if match is not None and match["unit"] == "件":
            head.having = Having("contracts", *_bounds(match))
            head.group = Group(dimension_of(match["dim"]))
            return
        _undone(words, match)
        laws = words.take(
            rf"{_SEVERAL_JA}の準拠法(?:の下)?(?:で|に|の|が|を)?(?:契約)?(?:が|を|に)?"
            rf"(?:している|を締結している|ある|持つ|もつ|またがる|の)?(?P<dim>{dims})"
        ) or words.take(rf"準拠法が{_SEVERAL_JA}(?:ある|の|に(?:またがる|わたる))?(?P<dim>{dims})")
        if laws is not None:
            head.having, head.group = Having("laws", *_bounds(laws)), Group(dimension_of(laws["dim"]))
        return
    dims = dimension_pattern(False)
    match = words.take(
        rf"(?P<dim>{dims})\s+(?:(?:that|which|who)\s+)?(?:with|have|has|having|appear in|occur in)\s+(?:{_COMPARED})\s+"
        rf"(?:different\s+)?(?P<of>{CONTRACT}|(?:governing\s+)?laws?)"
    ) or words.take(
        rf"(?P<dim>{dims})\s+(?:(?:that|which|who)\s+)?(?:with|have|has|having)\s+{CONTRACT}\s+"
        rf"(?:under|governed by|in)\s+(?:{_COMPARED})\s+(?:different\s+)?(?P<of>(?:governing\s+)?laws?|jurisdictions?)"
    )
    if match is not None:
        of = "contracts" if re.fullmatch(CONTRACT, match["of"]) else "laws"
        head.having = Having("contracts" if of == "contracts" else "laws", *_bounds(match))
        head.group = Group(dimension_of(match["dim"]))


def read_numbers(words: Words, head: Head) -> None:
    """Numbers that a question asks contracts to have; takes the words that say it."""
    found: list[NumberIs] = []
    while (one := _between(words) or (_number_ja(words) if words.japanese else _number(words))) is not None:
        found.append(one)
    head.numbers = tuple(found)


def _between(words: Words) -> NumberIs | None:
    """ "At least five but fewer than ten clauses", 「条項が5個以上10個未満」: both bounds of one number."""
    if words.japanese:
        unit = "(?:ページ|頁|つ|個|件|種類|社|者|人|名)?"
        match = words.take(
            rf"(?P<q>{quantity_pattern(True)})(?:が|は|の)?(?P<n>{NUMBER}){unit}(?P<low>以上|を?超え)、?"
            rf"(?P<m>{NUMBER}){unit}(?P<high>以下|未満)の?"
        )
        open_low, open_high = {"を超え", "超え"}, {"未満"}
    else:
        match = words.take(
            rf"(?P<low>at least|more than|over)\s+(?P<n>{NUMBER})\s+(?:but|and)\s+"
            rf"(?P<high>at most|no more than|not more than|fewer than|less than|under)\s+(?P<m>{NUMBER})\s+"
            r"(?P<q>pages|clause types|clauses|parties|provisions)(?![a-z])"
        )
        open_low, open_high = {"more than", "over"}, {"fewer than", "less than", "under"}
    if match is None:
        return None
    quantity = quantity_of(match["q"])
    if quantity in ("term_days", "notice_days"):
        return _undone(words, match)
    low, high = number_of(match["n"]), number_of(match["m"])
    return NumberIs(quantity, low + (match["low"] in open_low), high - (match["high"] in open_high))


def _number(words: Words) -> NumberIs | None:
    counted = r"(?P<q>pages|clause types|clauses|parties|provisions|page|party|clause)"
    match = words.take(
        rf"(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?:different\s+)?{counted}(?: long)?(?![a-z])"
    )
    if match is not None:
        return NumberIs(quantity_of(match["q"]), *_bounds(match))
    match = words.take(
        r"(?:with |have |has |having )?(?:an? |the )?(?:(?P<notice>notice periods?)|(?P<term>(?:contract"
        r" )?(?:terms?|durations?)|run(?:s|ning)?|last(?:s|ing)?))"
        rf"\s*(?:that is |that are |is |are |of |for"
        rf" )?(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?P<u>year|month|day)s?(?: long)?"
    ) or words.take(
        r"(?P<notice>§)?(?P<term>(?=longer|shorter))"
        rf"(?:{_COMPARED.rsplit('|(?P<several>', 1)[0]})\s+(?P<u>year|month|day)s?(?! of| notice|'s?)"
    )
    if match is None:
        return None
    return _measured(bool(match["notice"]), cast(Unit, match["u"]), match)


def _number_ja(words: Words) -> NumberIs | None:
    quantity = quantity_pattern(True)
    match = words.take(rf"(?P<q>{quantity})(?:が|は|の)?{_COMPARED_JA}(?:の|ある|含む)?")
    if match is None:
        match = words.take(rf"{_COMPARED_JA}の?(?P<q>{quantity})(?:の|を)?(?:持つ|もつ|ある)?")
    if match is None:
        match = words.take(rf"(?P<q>){_COMPARED_JA}(?:の)?(?=契約)")
        if match is None or match["unit"] not in ("ページ", "頁"):
            return _undone(words, match)
        return NumberIs("pages", *_bounds(match))
    kind = quantity_of(match["q"])
    unit = _UNITS.get(match["unit"] or "")
    if kind in ("term_days", "notice_days"):
        return _measured(kind == "notice_days", unit, match) if unit else _undone(words, match)
    return NumberIs(kind, *_bounds(match)) if unit is None else _undone(words, match)


def _undone(words: Words, match: re.Match[str] | None) -> NumberIs | None:
    """Nothing: the words of a match are left again."""
    if match is not None:
        words.give_back(match.start(), match.end())
    return None


def _measured(notice: bool, unit: Unit, match: re.Match[str]) -> NumberIs:
    low, high = _bounds(match)
    if not notice:
        # A term has no next whole number: more than five years is five years and a day.
        if match.groupdict().get("more"):
            return NumberIs("term_days", low and low - 1, None, unit, strict=True)
        if match.groupdict().get("less"):
            return NumberIs("term_days", None, None if high is None else high + 1, unit, strict=True)
        return NumberIs("term_days", low, high, unit)
    days = {"day": 1, "month": 30, "year": 365}[unit]
    if days > 1:
        low = None if low is None else (low - 1) * days + 1 if match.groupdict().get("more") else low * days
        high = None if high is None else (high + 1) * days - 1 if match.groupdict().get("less") else high * days
    return NumberIs("notice_days", low, high)


def _bounds(match: re.Match[str]) -> tuple[int | None, int | None]:
    """Least and greatest number that a comparison allows, both included."""
    parts = match.groupdict()
    if parts.get("several"):
        return 2, None
    if parts.get("p"):
        return int(parts["p"]), None
    if parts.get("m"):
        number = number_of(parts["m"])
        return (number, None) if parts["way"] == "more" else (None, number)
    number = number_of(parts["n"])
    if parts.get("more"):
        return number + 1, None
    if parts.get("least"):
        return number, None
    if parts.get("less"):
        return None, number - 1
    return (None, number) if parts.get("most") else (number, number)
