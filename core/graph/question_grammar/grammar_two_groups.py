"""Groups of a date, and a second group beside the first: "by law and year of signing", 「準拠法別・年度別」."""

from __future__ import annotations

import re
from functools import cache

from core.graph.question_grammar.grammar_head import Head
from core.graph.question_grammar.grammar_nouns import dimension_of, dimension_pattern, field_of, field_pattern
from core.graph.question_grammar.grammar_plan import Dimension, Group
from core.graph.question_grammar.grammar_words import Words
from core.lexicon import JAPANESE_FISCAL

_EACH = r"(?:(?<!governed )(?<!bound )by|per|for each|for every|in each|in every|each|every|across)"
_BESIDE = rf"\s*(?:,\s*(?:and\s+)?(?:{_EACH}\s+)?|(?:and|&)\s+(?:{_EACH}\s+)?|{_EACH}\s+)(?:the\s+|their\s+)?"
_MARK_JA = r"(?:別|ごと|毎|単位)"
_BETWEEN_JA = rf"(?:{_MARK_JA}(?:に|の)?[・、,/×]?(?:と|かつ)?|[・、,/×]|と|及び|および|かつ)\s*"
_UNITS: dict[str, Dimension] = {
    "year": "year", "quarter": "quarter", "month": "month",
    "年度": "fiscal_year", "年": "year", "四半期": "quarter", "月": "month", "月度": "month",
}  # fmt: skip


@cache
def _time_en() -> str:
    field = field_pattern(False)
    unit = rf"(?:(?:calendar\s+)?(?P<u>year|quarter|month)s?|(?P<fy>{JAPANESE_FISCAL.pattern}))"
    return (
        rf"(?:{field}(?:\s+date)?\s+)?{unit}"
        rf"(?:\s+(?:of|in which they|they)\s+(?:the\s+|their\s+|were\s+|are\s+)?{field}(?:\s+dates?)?)?(?![a-z])"
    )


@cache
def _time_ja() -> str:
    return rf"(?:{field_pattern(True)}の?)?(?P<u>年度|年|四半期|月度?)"


def read_time_group(words: Words, head: Head) -> int | None:
    """Where the words of a group of a date end, "per quarter" or 「年度ごと」; takes them. None without such words."""
    if words.japanese:
        match = words.take(_time_ja() + r"(?:別|ごと|毎)(?:に|の)?")
    else:
        match = words.take(rf"{_EACH}\s+(?:the\s+|their\s+)?{_time_en()}")
    if match is None:
        return None
    group = _time_group(words, match)
    if group is None:
        words.give_back(match.start(), match.end())
        return None
    words.take(r"(?<![a-z])dates?(?![a-z])")
    head.group = group
    return match.end()


def read_second_group(words: Words, head: Head, end: int) -> None:
    """A group that is named right after the first one, whose words end at `end`; takes its words."""
    dims = dimension_pattern(words.japanese)
    if words.japanese:
        beside = rf"[・、,/×]?(?:と|かつ|に|の)?\s*(?P<dim>{dims}){_MARK_JA}(?:に|の|で)?"
        match = re.compile(beside).match(words.rest, end)
        if match is not None:
            words.mark(match.start(), match.end())
            head.second = Group(dimension_of(match["dim"]))
        return
    match = re.compile(rf"{_BESIDE}(?:{_time_en()}|(?P<dim>{dims})(?![a-z]))").match(words.rest, end)
    if match is None:
        return
    words.mark(match.start(), match.end())
    second = Group(dimension_of(match["dim"])) if match["dim"] else _time_group(words, match)
    if second is None:
        words.give_back(match.start(), match.end())
    head.second = second


def read_two_groups_ja(words: Words, head: Head) -> bool:
    """Two groups in one breath, 「準拠法と締結年ごと」「種類別・言語別」; takes their words."""
    dims, time = dimension_pattern(True), _time_ja().replace("(?P<u>", "(?:")
    one = rf"(?:{dims}|{time})"
    match = words.take(rf"(?P<one>{one}){_BETWEEN_JA}(?P<two>{one}){_MARK_JA}(?:に|の|で)?")
    if match is None:
        return False
    groups = [_named_ja(words, match["one"]), _named_ja(words, match["two"])]
    if None in groups:
        words.give_back(match.start(), match.end())
        return False
    head.group, head.second = groups
    return True


def _named_ja(words: Words, said: str) -> Group | None:
    if re.fullmatch(dimension_pattern(True), said):
        return Group(dimension_of(said))
    match = re.fullmatch(_time_ja(), said)
    return _time_group(words, match) if match else None


def _time_group(words: Words, match: re.Match[str]) -> Group | None:
    """The group of a date; None where the question does not say which date, or whose quarters."""
    unit = match["u"]
    dimension = _UNITS.get(unit or "", "fiscal_year")
    if dimension == "quarter" and re.search(r"年度|fiscal|financial", words.text):
        # The first quarter of a fiscal year is not that of the calendar.
        return None
    field = field_pattern(words.japanese)
    named = next((found for found in match.groups() if found and re.fullmatch(field, found)), None)
    if named is None:
        # "How many contracts expire each year": the date's word stands elsewhere in the question.
        found = words.take(field)
        named = found.group(1) if found else None
    return Group(dimension, field_of(named)) if named else None
