"""Date windows in questions: "expiring in 2025", "before 31 March 2026", 「90日以内に満了」, 「2025年4月に締結」."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from core.asked.numbers import NUMBER, number_of

DateField = Literal["expiration_date", "effective_date", "agreement_date", "last_notice_day"]

FIELDS: tuple[tuple[DateField, re.Pattern[str]], ...] = (
    ("last_notice_day", re.compile(r"\bnotice\b|通知|更新拒絶")),
    (
        "expiration_date",
        re.compile(r"\b(?:expir\w*|ends?|ending|run out|lapse\w*|terminat\w* date)\b|満了|終了|切れ|期限"),
    ),
    ("effective_date", re.compile(r"\b(?:effective|start(?:s|ed|ing)?|commenc\w*|begin\w*|began)\b|発効|効力|開始")),
    ("agreement_date", re.compile(r"\b(?:signed|dated|concluded|executed|entered into|made)\b|締結|署名|日付")),
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(rf"{name}|{name[:3]}\.?" for name in _MONTHS)
_DAY = re.compile(
    rf"(?P<iso>\d{{4}})-(?P<iso_m>\d{{1,2}})(?:-(?P<iso_d>\d{{1,2}}))?"
    rf"|(?P<ja_y>\d{{4}}|令和\d{{1,2}}|平成\d{{1,2}})年(?:(?P<ja_m>\d{{1,2}})月(?:(?P<ja_d>\d{{1,2}})日)?)?"
    rf"|(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m1>{_MONTH}),?\s+(?P<y1>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{{4}})"
    rf"|(?P<m3>{_MONTH})\s+(?P<y3>\d{{4}})"
    rf"|(?<!\d)(?P<y4>(?:19|20)\d{{2}})(?!\d)"
)
_SPAN = re.compile(
    r"(?:within|in the next|(?:during |over )?the (?:next|coming)|next|coming)\s+(?:the next\s+)?"
    rf"(?P<n>{NUMBER})\s+(?P<unit>day|week|month|year)s?"
)
_SPAN_JA = re.compile(r"(?:今後|あと|これから)?(?P<n>\d+)\s*(?P<unit>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:以内|の間)")
_SPAN_PAST = re.compile(
    rf"(?:(?:in|within|over|during) the )?(?:last|past)\s+(?P<n>{NUMBER})\s+(?P<unit>day|week|month|year)s?"
    r"|(?:過去|直近)(?P<n_ja>\d+)\s*(?P<unit_ja>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:間)?"
)
_UNIT_DAYS = {"day": 1, "日": 1, "week": 7, "週間": 7}
_UNTIL = re.compile(
    r"\b(?:(?P<closed_end>(?:before|by|until) the end of)|(?P<open>before|prior to|earlier than)"
    r"|(?P<closed>until|by|up to))\s*$"
)
_UNTIL_JA = re.compile(r"(?P<closed>以前|まで)|(?P<open>より前|前)")
_SINCE = re.compile(r"\b(?:(?P<open>after|later than)|(?P<closed>since|from|starting))\s*$")
_SINCE_JA = re.compile(r"(?P<closed>以降|以後|から)|(?P<open>より後|後)")
_IN = re.compile(r"\b(?:in|on|during|within|of|for)\s*$")
_BETWEEN = re.compile(r"(?:between|from)\s*$")
_AND = re.compile(r"\s*(?:and|to|until|through|-|~|〜|から)\s*")
_MADE = re.compile(r"まで|の間")
_ERAS = {"令和": 2018, "平成": 1988}
_PAST = re.compile(
    r"\b(?:(?:has|have|had|are|is)\s+)?already(?: expired| ended| lapsed)?\b|\b(?:has|have) expired\b|\bexpired\b"
    r"|(?:すでに|既に|もう)?(?:満了済み?|満了した|切れた)(?:である|の)?"
)
_RELATIVE = re.compile(
    r"\b(?:in |during )?(?P<en>(?:this|next|last)\s+(?:year|month))\b"
    r"|(?P<ja>今年|本年|来年|昨年|去年|今月|来月|先月)(?:中|内|度)?"
)


@dataclass(frozen=True, slots=True)
class Window:
    """Days from `first` to `last`, both included; None leaves a side open."""

    field: DateField
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Range:
    """Days named at characters `start`–`end` of a question, both days included; None leaves a side open."""

    start: int
    end: int
    first: date | None
    last: date | None
    past: bool = False


def window(question: str, *, today: date) -> Window | None:
    """The date window that a folded question asks for; None when it asks for none.

    Args:
        question: the question in one width and case (`core.asked.mentions.folded`).
        today: what "today" and "within 90 days" count from.
    """
    field = next((name for name, pattern in FIELDS if pattern.search(question)), None)
    if field is None:
        return None
    found = ranges(question, today=today)
    found = [one for one in found if not one.past] or found
    return Window(field, found[0].first, found[0].last) if found else None


def ranges(question: str, *, today: date) -> list[Range]:
    """Every range of days that a folded question names, in reading order, with the words that say it.

    Args:
        question: the question in one width and case.
        today: what relative ranges count from. `past` marks one said by a verb alone ("already expired").
    """
    found: list[Range] = []
    for pattern in (_SPAN, _SPAN_JA):
        for match in pattern.finditer(question):
            last = _later(today, number_of(match["n"]), match["unit"])
            found.append(Range(match.start(), match.end(), today, last))
    for match in _SPAN_PAST.finditer(question):
        count, unit = number_of(match["n"] or match["n_ja"]), match["unit"] or match["unit_ja"]
        found.append(Range(match.start(), match.end(), _later(today, -count, unit), today))
    found += [
        Range(match.start(), match.end(), *_relative(match["en"] or match["ja"], today))
        for match in _RELATIVE.finditer(question)
    ]
    yesterday = today - timedelta(days=1)
    found += [Range(match.start(), match.end(), None, yesterday, past=True) for match in _PAST.finditer(question)]
    found = _apart([*found, *_named(question)])
    return sorted(found, key=lambda one: one.start)


def _apart(found: list[Range]) -> list[Range]:
    """Ranges without those that share words with an earlier one of the list."""
    kept: list[Range] = []
    for one in found:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return kept


def _named(question: str) -> list[Range]:
    days = [(match, found) for match in _DAY.finditer(question) if (found := _days(match)) is not None]
    result: list[Range] = []
    index = 0
    while index < len(days):
        match, (first, last) = days[index]
        before, after = question[: match.start()], question[match.end() :]
        following = days[index + 1] if index + 1 < len(days) else None
        joined = following and _AND.fullmatch(question, match.end(), following[0].start())
        opening = _BETWEEN.search(before)
        if following and joined and (opening or re.search(r"から|~|〜|-|to|through|until", joined.group())):
            tail = _MADE.match(question, following[0].end())
            end = tail.end() if tail else following[0].end()
            result.append(Range(opening.start() if opening else match.start(), end, first, following[1][1]))
            index += 2
            continue
        index += 1
        until, until_ja = _UNTIL.search(before), _UNTIL_JA.match(after)
        since, since_ja = _SINCE.search(before), _SINCE_JA.match(after)
        start = next((found.start() for found in (until, since, _IN.search(before)) if found), match.start())
        if bound := until or until_ja:
            end = match.end() + (until_ja.end() if until_ja and not until else 0)
            result.append(Range(start, end, None, first - timedelta(days=1) if bound["open"] else last))
        elif bound := since or since_ja:
            end = match.end() + (since_ja.end() if since_ja and not since else 0)
            result.append(Range(start, end, first if bound["closed"] else last + timedelta(days=1), None))
        else:
            result.append(Range(start, match.end(), first, last))
    return result


def _relative(words: str, today: date) -> tuple[date, date]:
    shift = {"last": -1, "next": 1, "昨": -1, "去": -1, "先": -1, "来": 1}
    by = next((step for word, step in shift.items() if words.startswith(word)), 0)
    if words.endswith(("month", "月")):
        year, month = divmod(today.year * 12 + today.month - 1 + by, 12)
        return _month(year, month + 1)
    return date(today.year + by, 1, 1), date(today.year + by, 12, 31)


def _days(match: re.Match[str]) -> tuple[date, date] | None:
    parts = match.groupdict()
    if parts["iso"]:
        year, month, day = parts["iso"], parts["iso_m"], parts["iso_d"]
    elif parts["ja_y"]:
        era = next((name for name in _ERAS if parts["ja_y"].startswith(name)), None)
        year = str(_ERAS[era] + int(parts["ja_y"].removeprefix(era))) if era else parts["ja_y"]
        month, day = parts["ja_m"], parts["ja_d"]
    elif parts["y4"]:
        year, month, day = parts["y4"], None, None
    else:
        year = parts["y1"] or parts["y2"] or parts["y3"]
        name = (parts["m1"] or parts["m2"] or parts["m3"])[:3]
        month = str(next(i for i, full in enumerate(_MONTHS, start=1) if full.startswith(name)))
        day = parts["d1"] or parts["d2"]
    try:
        if month is None:
            return date(int(year), 1, 1), date(int(year), 12, 31)
        if day is None:
            return _month(int(year), int(month))
        exact = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return exact, exact


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _later(today: date, count: int, unit: str) -> date:
    count = max(-10_000, min(count, 10_000))
    if unit in _UNIT_DAYS:
        return today + timedelta(days=count * _UNIT_DAYS[unit])
    months = count * (12 if unit in ("year", "年") else 1)
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    year = max(1, min(year, 9999))
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
