"""Days that a contract counts to rather than writes: anniversaries, the end of a calendar year or month."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.dates_numbers import ORDINAL, ordinal
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.beginning import KNOWN_BASE, Beginnings
from core.contracts.dates_arithmetic import add_duration

_NTH = rf"(?P<n>\d{{1,2}}\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)|{ORDINAL})(?:\s*\(\s*\d+\s*(?:st|nd|rd|th)?\s*\))?"
_ANNIVERSARY = re.compile(
    rf"{_NTH}\s+(?:(?:annual\s+|yearly\s+)?anniversary\s+(?:date\s+)?(?:of|from|following)|"
    r"(?P<year>(?:full\s+)?year\s+(?:following|after|from)))",
    re.IGNORECASE,
)
# "through the end of the fifth year following" a day that is known
_END_OF_YEAR = re.compile(
    r"\b(?:until|through|(?:expires?|ends?|terminates?)\s+(?:at|on|upon))\s+the\s+(?:end|last\s+day|expiration)\s+of\s+the\s+$",
    re.IGNORECASE,
)
# the year in which the agreement begins, where nothing else is said
_CALENDAR_YEAR = re.compile(
    r"\b(?:until|through)\s+(?:the\s+)?(?:end|last\s+day)\s+of\s+the\s+(?:current|then[\s-]*current)\s+calendar\s+year\b",
    re.IGNORECASE,
)
# "the day immediately preceding the fifth anniversary"
_DAY_BEFORE = re.compile(
    r"\b(?:the|one|1)\s+(?:\(1\)\s+)?(?:calendar\s+)?day\s+(?:that\s+is\s+|which\s+is\s+)?(?:immediately\s+|next\s+)?"
    r"(?:preceding|before|prior\s+to)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_NOT_THAT_DAY = re.compile(
    r"\b(?:after|following|each|every|prior\s+to|before|preceding|from|with\s+effect\s+from|(?:in|during|on)\s+which|"
    r"at\s+any\s+time\s+on|(?:days|months)\s+of)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# "the end of the calendar year in which …", "December 31 of the third calendar year following the year in which …"
_END_OF_PERIOD = re.compile(
    rf"\b(?:until|through|to|on|at|upon|till|and\s+including|is|be|midnight\s+of)\s+(?:the\s+)?"
    rf"(?:december\s+31(?:st)?,?|31(?:st)?\s+(?:day\s+of\s+)?december,?|(?:end|last\s+(?:calendar\s+)?day|close|expiration|expiry))\s+"
    rf"(?:of|in)\s+the\s+(?:{_NTH}\s+)?(?:full\s+)?(?P<calendar>calendar\s+)?(?P<unit>year|month)\s+"
    rf"(?P<how>(?:(?:immediately|next)\s+)?(?:following|after|succeeding)\s+(?:the\s+(?:calendar\s+)?(?:year|month)\s+(?:in|during)\s+which\s+)?|"
    rf"(?:in|during)\s+which\s+)",
    re.IGNORECASE,
)
_WRITTEN_YEAR = re.compile(
    r"\b(?:(?:until|through|to|till|at|on)\s+(?:the\s+)?(?:end|close|last\s+day)\s+of\s+(?:(?:the\s+)?(?:calendar\s+)?year\s+)?|"
    r"(?:remainder|balance|rest)\s+of\s+(?:the\s+)?(?:calendar\s+year\s+)?|"
    r"(?:for|during|covers?|applies\s+to)\s+(?:the\s+)?calendar\s+years?\s+(?:(?:19|20)\d\d(?:\s*(?:,|and|-|to|through|,\s*and)\s*))*)"
    r"(?P<year>(?:19|20)\d\d)\b(?!\s*(?:fiscal|contract|season|,\s*(?:19|20)\d\d|\s*(?:and|to|through)\s*(?:19|20)\d\d))",
    re.IGNORECASE,
)
_MONTHS = "january february march april may june july august september october november december".split()
_WRITTEN_MONTH = re.compile(
    rf"\b(?:end|last\s+day|close)\s+of\s+(?P<month>{'|'.join(_MONTHS)})\s*,?\s*(?:of\s+)?(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CountedDay:
    """A day that the words count to, and where; None where what it is counted from is no known day."""

    start: int
    value: date | None
    confidence: float


def counted_days(
    reading: DocumentReading, span: SentenceSpan, dates: tuple[DateMention, ...], begins: Beginnings
) -> Iterator[CountedDay]:
    """The days that a sentence on the term counts to.

    Args:
        reading: the document.
        span: the sentence.
        dates: its dates.
        begins: what is known of the contract's beginning.
    """
    plain = reading.plain
    periods = [
        match
        for match in _END_OF_PERIOD.finditer(plain, span.start, span.end)
        if match["calendar"] or "which" in match["how"].lower()
    ]
    for period in periods:
        yield from _end_of_period(plain, period, span, dates, begins)
    for match in _ANNIVERSARY.finditer(plain, span.start, span.end):
        if any(period.start() <= match.start() < period.end() + 60 for period in periods):
            continue
        before = plain[max(span.start, match.start() - 90) : match.start()]
        from_known_day = KNOWN_BASE.search(plain, match.end(), min(span.end, match.end() + 40))
        if match["year"] and not (_END_OF_YEAR.search(before) and from_known_day):
            continue
        earlier = _DAY_BEFORE.search(before)
        if earlier is None and _NOT_THAT_DAY.search(before):
            continue
        value, confidence = _anniversary(match, span, dates, begins)
        if value is not None and earlier is not None:
            value -= timedelta(days=1)
        yield CountedDay(match.start(), value, confidence)
    for match in _WRITTEN_YEAR.finditer(plain, span.start, span.end):
        yield CountedDay(match.start(), date(int(match["year"]), 12, 31), 0.85)
    for match in _WRITTEN_MONTH.finditer(plain, span.start, span.end):
        year, month = int(match["year"]), _MONTHS.index(match["month"].lower()) + 1
        yield CountedDay(match.start(), date(year, month, monthrange(year, month)[1]), 0.85)
    this_year = _CALENDAR_YEAR.search(plain, span.start, span.end)
    if this_year is not None and begins.first_day is not None:
        yield CountedDay(this_year.start(), date(begins.first_day.year, 12, 31), 0.8)


def _anniversary(
    match: re.Match[str], span: SentenceSpan, dates: tuple[DateMention, ...], begins: Beginnings
) -> tuple[date | None, float]:
    number = _number(match)
    base, confidence = begins.day(match.end() - 3, span, dates)
    return (add_duration(base, f"P{number}Y") if base and number else None), confidence


def _end_of_period(
    plain: str, period: re.Match[str], span: SentenceSpan, dates: tuple[DateMention, ...], begins: Beginnings
) -> Iterator[CountedDay]:
    """The last day of the calendar year or month that holds, or follows, a day that is known."""
    anniversary = _ANNIVERSARY.search(plain, period.end(), min(span.end, period.end() + 60))
    if anniversary is not None:
        base, confidence = _anniversary(anniversary, span, dates, begins)
    elif KNOWN_BASE.search(plain, period.end(), min(span.end, period.end() + 60)):
        base, confidence = begins.day(period.end() - 1, span, dates)
    else:
        base, confidence = None, 0.0
    if base is None:
        yield CountedDay(period.start(), None, 0.0)
        return
    further = 0 if period["how"].lower().startswith(("in", "during")) else _number(period) or 1
    if period["unit"].lower() == "year":
        yield CountedDay(period.start(), date(base.year + further, 12, 31), confidence)
        return
    later = add_duration(base, f"P{further}M")
    yield CountedDay(period.start(), later.replace(day=monthrange(later.year, later.month)[1]), confidence)


def _number(match: re.Match[str]) -> int | None:
    if match["n"] is None:
        return None
    digits = re.match(r"\d+", match["n"])
    return int(digits[0]) if digits else ordinal(match["n"])
