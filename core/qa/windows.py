"""Date windows in questions: "expiring in 2025", "before 31 March 2026", 「90日以内に満了」, 「2025年4月に締結」."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

DateField = Literal["expiration_date", "effective_date", "agreement_date", "last_notice_day"]

_FIELDS: tuple[tuple[DateField, re.Pattern[str]], ...] = (
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
_SPAN = re.compile(r"(?:within|in the next|next|over the next|coming)\s+(?P<n>\d+)\s+(?P<unit>day|week|month|year)s?")
_SPAN_JA = re.compile(r"(?:今後|あと|これから)?(?P<n>\d+)\s*(?P<unit>日|週間|か月|ヶ月|カ月|ヵ月|箇月|年)(?:以内|の間)")
_UNIT_DAYS = {"day": 1, "日": 1, "week": 7, "週間": 7}
_UNTIL = re.compile(r"\b(?:(?P<open>before|prior to|earlier than)|(?P<closed>until|by|up to))\s*$")
_UNTIL_JA = re.compile(r"(?P<closed>以前|まで)|(?P<open>より前|前)")
_SINCE = re.compile(r"\b(?:(?P<open>after|later than)|(?P<closed>since|from|starting))\s*$")
_SINCE_JA = re.compile(r"(?P<closed>以降|以後|から)|(?P<open>より後|後)")
_ERAS = {"令和": 2018, "平成": 1988}


@dataclass(frozen=True, slots=True)
class Window:
    """Days from `first` to `last`, both included; None leaves a side open."""

    field: DateField
    first: date | None
    last: date | None


def window(question: str, *, today: date) -> Window | None:
    """The date window that a folded question asks for; None when it asks for none.

    Args:
        question: the question in one width and case (`core.qa.mentions.folded`).
        today: what "today" and "within 90 days" count from.
    """
    field = next((name for name, pattern in _FIELDS if pattern.search(question)), None)
    if field is None:
        return None
    span = _SPAN.search(question) or _SPAN_JA.search(question)
    if span:
        return Window(field, today, _later(today, int(span["n"]), span["unit"]))
    relative = _relative(question, today)
    if relative:
        return Window(field, *relative)
    found = [(match, _days(match)) for match in _DAY.finditer(question)]
    known = [(match, days) for match, days in found if days is not None]
    if not known:
        if re.search(r"\b(?:already|has expired|have expired|expired)\b|満了済|満了した|切れた", question):
            return Window(field, None, today - timedelta(days=1))
        return None
    if len(known) >= 2 and re.search(r"between|from|から|~|-", question):
        return Window(field, known[0][1][0], known[1][1][1])
    match, (first, last) = known[0]
    before, after = question[: match.start()], question[match.end() :]
    until = _UNTIL.search(before) or _UNTIL_JA.match(after)
    if until:
        return Window(field, None, last if until["closed"] else first - timedelta(days=1))
    since = _SINCE.search(before) or _SINCE_JA.match(after)
    if since:
        return Window(field, first if since["closed"] else last + timedelta(days=1), None)
    return Window(field, first, last)


def _relative(question: str, today: date) -> tuple[date, date] | None:
    if re.search(r"\bthis year\b|今年|本年", question):
        return date(today.year, 1, 1), date(today.year, 12, 31)
    if re.search(r"\bnext year\b|来年", question):
        return date(today.year + 1, 1, 1), date(today.year + 1, 12, 31)
    if re.search(r"\blast year\b|昨年|去年", question):
        return date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
    if re.search(r"\bthis month\b|今月", question):
        return _month(today.year, today.month)
    if re.search(r"\bnext month\b|来月", question):
        return _month(today.year + today.month // 12, today.month % 12 + 1)
    return None


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
    count = min(count, 10_000)
    if unit in _UNIT_DAYS:
        return today + timedelta(days=count * _UNIT_DAYS[unit])
    months = count * (12 if unit in ("year", "年") else 1)
    year, month = divmod(today.year * 12 + today.month - 1 + months, 12)
    year = min(year, 9999)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
