"""Dates in a contract's text in every usual form, with blanks told apart from dates.

A blank ("____ day of ____, 20__", "●年●月●日") and a date that lacks its day ("March 2018") have no value: what is
not written is not guessed. A numeric date of which both readings are possible (3/4/05) is read as month/day, as in
the United States, and marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from core.contracts.builtin.dates.dates_japanese import japanese_dates
from core.contracts.builtin.dates.dates_numbers import ORDINAL, YEAR_WORDS, ordinal, year_in_words

Form = Literal["date", "partial", "blank"]

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary|urary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_SUFFIX = r"(?:\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)\b)?"
_DAY = rf"(?:[0-3]?\d{_SUFFIX}(?!\d)|{ORDINAL})(?:\s*\([0-3]?\d{_SUFFIX}\))?"
_YEAR = rf"(?:(?:19|20)\d{{2}}(?!\d)|{YEAR_WORDS}(?:\s*\((?:19|20)\d{{2}}\))?)"
_REDACTED = r"(?:\[[^\[\]A-Za-z0-9]{0,20}\]|(?<!_)_+|(?<!\*)\*+|(?<![●•○◯])[●•○◯]+|(?<!\.)\.{3,9}|…{1,9})"
_BLANK_DAY = rf"(?:{_REDACTED}{_SUFFIX}|\[\s*(?:day|date|month)\s*\]|(?<!\s)\s{{3,40}})"
_BLANK_YEAR = rf"(?:(?:19|20)\d?\s?{_REDACTED}|{_REDACTED}|\[\s*year\s*\])"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("mdy", rf"(?<![A-Za-z])(?P<m>{_MONTH})[\s-]*(?P<d>{_DAY})\s*[,.]?\s*(?:of\s+)?(?P<y>{_YEAR}|'\d\d\b)"),
        (
            "dmy",
            rf"(?:(?<![\d./A-Za-z])|(?<=as of))(?P<d>{_DAY})\s*(?:day\s*)?(?:of\s*)?,?[\s-]*(?P<m>{_MONTH})\s*,?\s*"
            rf"(?:of\s+|in\s+the\s+year\s+(?:of\s+)?)?(?P<y>{_YEAR}|'\d\d\b)",
        ),
        (
            "iso",
            r"(?<![\d./-])(?P<y>(?:19|20)\d{2})\s?(?P<s>[-/.])\s?(?P<m>\d{1,2})\s?(?P=s)\s?(?P<d>\d{1,2})(?![\d/-])",
        ),
        ("short", r"(?<![\d./-])(?P<m>\d{1,2})(?P<s>[-/])(?P<d>\d{1,2})(?P=s)(?P<y>(?:19|20)\d{2}|\d{2})(?![\d/-])"),
        ("dotted", r"(?<![\d./-])(?P<m>\d{1,2})\.(?P<d>\d{1,2})\.(?P<y>(?:19|20)\d{2})(?![\d/-])"),
        (
            "short",
            r"(?<![\d./-])(?P<d>\d{1,2})-(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|"
            r"dec)[a-z]*-(?P<y>(?:19|20)?\d{2})(?![\d/-])",
        ),
        (
            "blank",
            rf"(?:{_BLANK_DAY}\s*day\s+of\s*(?:{_MONTH}|{_REDACTED}|\s{{2,}})?\s*,?\s*(?:{_BLANK_YEAR}|{_YEAR})?"
            rf"|\b{_DAY}\s*day\s+of\s*{_REDACTED}\s*,?\s*(?:{_BLANK_YEAR}|{_YEAR})?"
            rf"|\b{_MONTH}\s*(?:{_BLANK_DAY}\s*,?\s*(?:{_BLANK_YEAR}|{_YEAR})|{_DAY}\s*,?\s*{_BLANK_YEAR})"
            rf"|{_REDACTED}\s*,\s*(?:19|20)\d{{2}}\b"
            rf"|(?<![\w/])(?:{_REDACTED}|\d{{0,2}})\s?/\s?{_REDACTED}\s?/\s?(?:{_REDACTED}|\d{{2,4}}))",
        ),
        ("partial", rf"\b{_MONTH}\s*,?\s*(?:of\s+)?(?:19|20)\d{{2}}\b"),
    )
)
# what a date cannot do without; the forms above are only tried near it
_SIGN = re.compile(
    r"(?<![A-Za-z\d])(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)(?=[a-z]{0,7}\b)|"
    r"\d\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d|[\]_*]\s?/|/\s?[\[_*]|\bday\s+of\b|"
    r"[\]_*●•]\s*,\s*(?:19|20)\d\d",
    re.IGNORECASE,
)
_SLASHED = re.compile(r"(?<![\d./-])(\d{1,2})/(\d{1,2})/(?:(?:19|20)\d{2}|\d{2})(?![\d/-])")
_AROUND = 90


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date, or the blank left for one, at character offsets of the text.

    `value` is None for a blank and for a date that lacks its day. `ambiguous` marks a numeric date that can be read
    as month/day and as day/month.
    """

    start: int
    end: int
    value: date | None
    form: Form
    ambiguous: bool = False


def find_dates(plain: str, start: int = 0, end: int | None = None) -> tuple[DateMention, ...]:
    """Dates and blanks for dates, in reading order, without overlaps.

    Args:
        plain: text with plain blanks and digits, as `facts_text.view` makes it.
        start: where to begin.
        end: where to stop, the text's end by default.
    """
    stop = len(plain) if end is None else end
    found = sorted(
        (*_english(plain, start, stop), *_japanese(plain, start, stop)),
        key=lambda mention: (mention.form != "date", mention.form != "blank", mention.start, -mention.end),
    )
    kept: list[DateMention] = []
    taken = bytearray(max(0, stop - start))
    for mention in found:
        if not any(taken[mention.start - start : mention.end - start]):
            taken[mention.start - start : mention.end - start] = b"\1" * (mention.end - mention.start)
            kept.append(mention)
    return _settled(plain, sorted(kept, key=lambda mention: mention.start))


def _settled(plain: str, mentions: list[DateMention]) -> tuple[DateMention, ...]:
    """The dates, with numeric ones read as the text's unmistakable numeric dates (13/7/05, 7/13/05) have it."""
    if not any(mention.ambiguous for mention in mentions):
        return tuple(mentions)
    orders = {order for match in _SLASHED.finditer(plain) if (order := _order(int(match[1]), int(match[2])))}
    if len(orders) != 1:
        return tuple(mentions)
    settled = []
    for mention in mentions:
        match = _SLASHED.fullmatch(plain, mention.start, mention.end) if mention.ambiguous else None
        if match is None or mention.value is None:
            settled.append(mention)
        elif orders == {"month"}:
            settled.append(replace(mention, ambiguous=False))
        else:
            settled.append(
                replace(mention, value=date(mention.value.year, int(match[2]), int(match[1])), ambiguous=False)
            )
    return tuple(settled)


def _order(first: int, second: int) -> str | None:
    if first <= 12 < second <= 31:
        return "month"
    return "day" if second <= 12 < first <= 31 else None


def _english(plain: str, start: int, end: int) -> Iterator[DateMention]:
    for begin, stop in _windows(plain, start, end):
        yield from _in_window(plain, begin, stop)


def _windows(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = stop = -1
    for match in _SIGN.finditer(plain, start, end):
        if begin >= 0 and match.start() - _AROUND <= stop:
            stop = min(match.end() + _AROUND, end)
            continue
        if begin >= 0:
            yield begin, stop
        begin, stop = max(start, match.start() - _AROUND), min(match.end() + _AROUND, end)
    if begin >= 0:
        yield begin, stop


def _in_window(plain: str, start: int, end: int) -> Iterator[DateMention]:
    for name, pattern in _FORMS:
        for match in pattern.finditer(plain, start, end):
            if name in ("blank", "partial"):
                yield DateMention(match.start(), match.end(), None, "blank" if name == "blank" else "partial")
                continue
            read = _read(name, match)
            if read is not None:
                yield DateMention(match.start(), match.end(), read[0], "date", read[1])


def _japanese(plain: str, start: int, end: int) -> Iterator[DateMention]:
    for mention in japanese_dates(plain, start, end):
        yield DateMention(mention.start, mention.end, mention.value, "date" if mention.value else "blank")


def _read(form: str, match: re.Match[str]) -> tuple[date, bool] | None:
    year = _year(match["y"])
    ambiguous = False
    if match["m"].isdecimal():
        month, day = int(match["m"]), int(match["d"])
        if form in ("short", "dotted"):
            ambiguous = month <= 12 and day <= 12 and month != day
            # points between the figures are European custom, day first
            if month > 12 or (form == "dotted" and day <= 12):
                month, day = day, month
    else:
        month = _month(match["m"])
        digits = re.match(r"\d+", match["d"])
        day = int(digits[0]) if digits else ordinal(match["d"].split("(")[0]) or 0
    if year is None:
        return None
    try:
        return date(year, month, day), ambiguous
    except ValueError:
        return None


def _month(word: str) -> int:
    prefix = word.lower()[:3]
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(prefix))


def _year(words: str) -> int | None:
    digits = words.strip("' ")
    if digits.isdecimal():
        number = int(digits)
        if len(digits) == 2:
            return number + (2000 if number < 50 else 1900)
        return number
    return year_in_words(words.split("(")[0])
