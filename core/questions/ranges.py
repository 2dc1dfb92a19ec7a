"""Ranges of days in questions, with the words that bound them: "in 2025", "before 31 March 2026", 「90日以内」."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from core.lexicon import NUMBER, named_days, number_of

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
    r"|(?:過去|直近)(?P<n_ja>\d+)\s*(?P<unit_ja>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:間)?"
)
_UNIT_DAYS = {"day": 1, "日": 1, "week": 7, "週間": 7}
_UNTIL = re.compile(
    r"\b(?:(?P<closed_end>(?:before|by|until|till|up to|through|no later than|not later than|at the latest by)"
    r" the end of|on or (?:before|prior to)|no later than"
    r"|not later than|(?:up to|until|till|through|to) and including|not after"
    r"|(?:before or on|at the latest (?:by|on)))|(?P<open>before|prior to|earlier than|preceding)"
    r"|(?P<closed>until|till|by|up to|through))(?:\s+the)?(?:\s+year)?\s*$"
)
_UNTIL_JA = re.compile(
    r"(?P<closed>末?(?:以前|まで)(?:に|の)?|の?(?:終わり|末日?)までに?)"
    r"|(?P<open>(?:より)?(?:も)?前(?:に|の)?|未満(?:に|の)?|に?先(?:立って|だって|立ち|立つ)|にな(?:る|らない)(?:前|うち)に?)"
)
_SINCE = re.compile(
    r"\b(?:(?P<closed>on or after|on or later than|no earlier than|not before|not earlier than|since|from"
    r"|starting(?: on| from| in)?|as from|beginning(?: on| in)?)"
    r"|(?P<open>after|later than|following|past|beyond))(?:\s+the)?(?:\s+year)?\s*$"
)
_SINCE_JA = re.compile(
    r"(?P<closed>以降(?:に|の|も)?|以後(?:に|の|も)?|から|に(?:なって|入って|至って)も)|(?P<open>より(?:も)?後(?:に|の)?|より(?:も)?あと|後"
    r"|の翌日(?:以降|から)(?:に|の)?|を?(?:過ぎ|すぎ|超え|越え)(?:ても|て|た)?(?:から)?(?:に|の)?|を?経過(?:後|して|した後)(?:に|の)?)"
)
_IN = re.compile(
    r"\b(?:in|on|during|within|of|for|throughout|(?:any time|sometime|at some point) in)"
    r"(?:\s+the(?: year| course of)?)?\s*$"
)
_BETWEEN = re.compile(r"(?:between|from)\s*$")
_OR_LATER = re.compile(r"\s*,?\s*(?:or|and)\s+(?:later|after(?:wards)?|thereafter|beyond|onwards?)\b|\s+onwards?\b")
_OR_EARLIER = re.compile(r"\s*,?\s*(?:or|and)\s+(?:earlier|before(?:hand)?|sooner|previously)\b(?!\s+\w*\d)")
_AND = re.compile(r"\s*(?:and|to|until|through|-|~|〜|から)\s*")
_MADE = re.compile(r"まで|の間")
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
    r"(?P<m2>\d{1,2})月(?:(?P<d2>\d{1,2})日)?(?:まで|の間)?"
)
"""The year is said once, before the first month."""


@dataclass(frozen=True, slots=True)
class Range:
    """Days named at characters `start`–`end` of a question, both days included; None leaves a side open."""

    start: int
    end: int
    first: date | None
    last: date | None
    past: bool = False


def ranges(question: str, *, today: date) -> list[Range]:
    """Every range of days that a folded question names, in reading order, with the words that say it.

    Args:
        question: the question in one width and case.
        today: what relative ranges count from. `past` marks one said by a verb alone ("already expired").
    """
    found: list[Range] = []
    for pattern in (_SPAN, _SPAN_JA):
        for match in pattern.finditer(question):
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


def _apart(found: list[Range]) -> list[Range]:
    """Ranges without those that share words with an earlier one of the list."""
    kept: list[Range] = []
    for stretch in found:
        if all(stretch.end <= other.start or other.end <= stretch.start for other in kept):
            kept.append(stretch)
    return kept


def _named(question: str, today: date) -> list[Range]:
    days = list(named_days(question, today=today))
    result: list[Range] = []
    index = 0
    while index < len(days):
        here = days[index]
        before, after = question[: here.start], question[here.end :]
        following = days[index + 1] if index + 1 < len(days) else None
        joined = following and _AND.fullmatch(question, here.end, following.start)
        opening = _BETWEEN.search(before)
        if following and joined and (opening or re.search(r"から|~|〜|-|to|through|until", joined.group())):
            tail = _MADE.match(question, following.end)
            end = tail.end() if tail else following.end
            result.append(Range(opening.start() if opening else here.start, end, here.first, following.last))
            index += 2
            continue
        index += 1
        until, until_ja = _UNTIL.search(before), _UNTIL_JA.match(after)
        since, since_ja = _SINCE.search(before), _SINCE_JA.match(after)
        if until and since and since.start() < until.start():
            until = None  # "not before", "no earlier than"
        elif until and since:
            since = None
        start = next((found.start() for found in (until, since, _IN.search(before)) if found), here.start)
        later, earlier = _OR_LATER.match(after), _OR_EARLIER.match(after)
        if (later or earlier) and not (until or since):
            end = here.end + (later or earlier).end()  # type: ignore[union-attr]
            result.append(Range(start, end, here.first if later else None, None if later else here.last))
        elif bound := until or until_ja:
            end = here.end + (until_ja.end() if until_ja and not until else 0)
            result.append(Range(start, end, None, here.first - timedelta(days=1) if bound["open"] else here.last))
        elif bound := since or since_ja:
            end = here.end + (since_ja.end() if since_ja and not since else 0)
            result.append(Range(start, end, here.first if bound["closed"] else here.last + timedelta(days=1), None))
        else:
            result.append(Range(start, here.end, here.first, here.last))
    return result


def _later(today: date, count: int, unit: str) -> date:
    count = max(-10_000, min(count, 10_000))
    if unit in _UNIT_DAYS:
        return today + timedelta(days=count * _UNIT_DAYS[unit])
    months = count * (12 if unit in ("year", "年") else 1)
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    year = max(1, min(year, 9999))
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
