"""Ranges of days in questions, with the words that bound them: "in 2025", "before 31 March 2026", 「90日以内」."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from core.lexicon import NUMBER, Days, beside_the_day, bound_around, day_beside, days_on, named_days, number_of

_SPAN = re.compile(
    r"(?:within|inside|in the next|(?:during |over |in |within )?"
    r"the (?:next|coming|following)|next|coming|upcoming)\s+(?:the next\s+)?"
    rf"(?P<n>{NUMBER})\s+(?P<unit>day|week|month|year)s?"
)
_SPAN_JA = re.compile(
    r"(?:(?:今後|あと|これから|向こう)の?)?(?<!\d)(?P<n>\d{1,3})\s*(?P<unit>日|週間|か月|ヶ月|カ月|ヵ月|箇月|ケ月|年)"
    r"(?:間)?(?:以内|の間|内(?!訳))"
    r"|(?:今後|これから|向こう)(?P<n2>\d+)\s*(?P<unit2>日|週間|か月|ヶ月|カ月|ヵ月|箇月|ケ月|年)(?:間)?"
)
_SPAN_PAST = re.compile(
    rf"(?:(?:in|within|over|during) the )?(?:last|past)\s+(?P<n>{NUMBER})\s+(?P<unit>day|week|month|year)s?"
    r"|(?:過去|直近|最近)の?(?P<n_ja>\d+)\s*(?P<unit_ja>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:間)?(?:以内|の間|内(?!訳))?"
)
_BEFORE_NOW = re.compile(r"(?:過去|直近|最近)の?$")
_UNIT_DAYS = {"day": 1, "日": 1, "week": 7, "週間": 7}
_IN = re.compile(
    r"\b(?:in|on|during|within|of|for|throughout|(?:any time|sometime|at some point) in)"
    r"(?:\s+the(?: year| course of)?)?\s*$"
)
_BETWEEN = re.compile(r"(?:between|from)\s*$")
_AND_ALSO = re.compile(r"[\s,、]*(?:(?:and|but|yet)\b|で(?:あって)?|かつ)?[\s,、]*")
"""What joins a first day and a last one of the same days: 「1月1日以降、3月31日以前」."""
_AND = re.compile(r"\s*(?:and|to|until|through|-|~|〜|から)\s*")
_MADE = re.compile(r"末?まで|の間")
_PAST = re.compile(
    r"\b(?:(?:has|have|had|are|is)\s+)?already(?: expired| ended| lapsed)?\b|\b(?:has|have) expired\b|\bexpired\b"
    r"|(?:すでに|既に|もう)?(?:満了済み?|満了した|切れた)(?:である|の)?"
)
_AGO = re.compile(
    rf"(?:(?P<more>more than|over)|(?P<least>at least))\s+(?P<n>{NUMBER})\s+(?P<unit>day|week|month|year)s?\s+ago"
    r"|(?<!\d)(?P<n_ja>\d{1,3})\s*(?P<unit_ja>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:以上前|(?P<more_ja>超前))"
)
_SPAN_MONTHS_JA = re.compile(
    r"(?P<y>\d{4})年(?P<m>\d{1,2})(?:月(?:(?P<d>\d{1,2})日)?)?\s*(?:から|~|〜|-)\s*"
    r"(?P<m2>\d{1,2})月(?:(?P<d2>\d{1,2})日)?(?!の(?:前|翌))(?:末?まで|の間)?"
)
"""The year is said once, before the first month."""


@dataclass(frozen=True, slots=True)
class Range:
    """Days named at characters `start`–`end` of a question, both days included; None leaves a side open.

    `unclear` are those of which the words around them say two things: "from 1 to 31 March, exclusive".
    """

    start: int
    end: int
    first: date | None
    last: date | None
    past: bool = False
    unclear: bool = False


def ranges(question: str, *, today: date) -> list[Range]:
    """Every range of days that a folded question names, in reading order, with the words that say it.

    Args:
        question: the question in one width and case.
        today: what relative ranges count from. `past` marks one said by a verb alone ("already expired").
    """
    found: list[Range] = []
    for pattern in (_SPAN, _SPAN_JA):
        for match in pattern.finditer(question):
            if _BEFORE_NOW.search(question, 0, match.start()) is not None:
                continue
            parts = match.groupdict()
            last = _later(today, number_of(parts["n"] or parts["n2"]), parts["unit"] or parts["unit2"])
            found.append(Range(match.start(), match.end(), today, last))
    for match in _SPAN_PAST.finditer(question):
        count, unit = number_of(match["n"] or match["n_ja"]), match["unit"] or match["unit_ja"]
        found.append(Range(match.start(), match.end(), _later(today, -count, unit), today))
    for match in _AGO.finditer(question):
        last = _later(today, -number_of(match["n"] or match["n_ja"]), match["unit"] or match["unit_ja"])
        strict = timedelta(days=1 if match["more"] or match["more_ja"] else 0)
        found.append(Range(match.start(), match.end(), None, last - strict))
    found += _months_of_one_year(question)
    yesterday = today - timedelta(days=1)
    found += [Range(match.start(), match.end(), None, yesterday, past=True) for match in _PAST.finditer(question)]
    found = _apart([*found, *_named(question, today)])
    return sorted(found, key=lambda stretch: stretch.start)


def _months_of_one_year(question: str) -> list[Range]:
    found: list[Range] = []
    for match in _SPAN_MONTHS_JA.finditer(question):
        try:
            first = date(int(match["y"]), int(match["m"]), int(match["d"] or 1))
            last = date(int(match["y"]), int(match["m2"]), int(match["d2"] or 1))
        except ValueError:
            continue
        if not match["d2"]:
            last = last.replace(day=monthrange(last.year, last.month)[1])
        found.append(Range(match.start(), match.end(), first, last))
    return found


def _apart(several: list[Range]) -> list[Range]:
    """Ranges without those that share words with an earlier one of the list."""
    kept: list[Range] = []
    for stretch in several:
        if all(stretch.end <= other.start or other.end <= stretch.start for other in kept):
            kept.append(stretch)
    return kept


def _named(question: str, today: date) -> list[Range]:
    days = [day_beside(question, day) for day in named_days(question, today=today)]
    days = [day for place, day in enumerate(days) if place == 0 or days[place - 1].end <= day.start]
    result: list[Range] = []
    index = 0
    while index < len(days):
        pair = _from_to(question, days[index : index + 2])
        result.append(pair or _bounded(question, days[index]))
        index += 2 if pair else 1
    return _both_sides(question, result)


def _from_to(question: str, days: list[Days]) -> Range | None:
    """Two days in a row of which one is the first and the other the last: "from … to …"."""
    if len(days) < 2:
        return None
    here, following = days
    joined = _AND.fullmatch(question, here.end, following.start)
    opening = _BETWEEN.search(question, 0, here.start)
    if joined is None or not (opening or re.search(r"から|~|〜|-|to|through|until", joined.group())):
        return None
    tail = _MADE.match(question, following.end)
    end, included = beside_the_day(question, tail.end() if tail else following.end)
    start = opening.start() if opening else here.start
    return Range(start, end, here.first, following.last, unclear=included is False)


def _bounded(question: str, here: Days) -> Range:
    bound = bound_around(question, here.start, here.end)
    first: date | None = here.first
    last: date | None = here.last
    if bound.side == "last":
        first, last = None, here.last if bound.included else days_on(here.first, -1)
    elif bound.side == "first":
        first, last = here.first if bound.included else days_on(here.last, 1), None
    within = _IN.search(question, 0, bound.start)
    start = within.start() if within and bound.start == here.start else bound.start
    return Range(start, bound.end, first, last, unclear=bound.unclear)


def _both_sides(question: str, several: list[Range]) -> list[Range]:
    """A first day and a last one that stand side by side as one range: "on or after 1 March but before 1 April"."""
    result: list[Range] = []
    for here in several:
        before = result[-1] if result else None
        if before is not None and _AND_ALSO.fullmatch(question, before.end, here.start):
            firsts, lasts = ([d for d in ends if d] for ends in ((before.first, here.first), (before.last, here.last)))
            if (
                len(firsts) == len(lasts) == 1
                and firsts[0] <= lasts[0]
                and (before.first is None) != (here.first is None)
            ):
                unclear = before.unclear or here.unclear
                result[-1] = Range(before.start, here.end, firsts[0], lasts[0], unclear=unclear)
                continue
        result.append(here)
    return result


def _later(today: date, count: int, unit: str) -> date:
    count = max(-10_000, min(count, 10_000))
    if unit in _UNIT_DAYS:
        return today + timedelta(days=count * _UNIT_DAYS[unit])
    months = count * (12 if unit in ("year", "年") else 1)
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    year = max(1, min(year, 9999))
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
