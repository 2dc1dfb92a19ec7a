"""Days, months, quarters, halves, years and fiscal years as people name them in questions, each as its days.

A fiscal year is Japan's (年度, 1 April to 31 March, named by the year in which it begins); English words for one count
only where the question says when it begins. 上半期 and a quarter of a plain year (年) are those of the calendar.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(rf"{name}|{name[:3]}\.?" for name in _MONTHS)
_YEAR_JA = r"(?:\d{4}|(?:令和|平成|昭和)(?:\d{1,2}|元))"
_QUARTER_JA = r"第?(?P<{name}>[1-4一二三四])\s*四半期"
_ORDINAL = r"first|second|third|fourth|last|final|1st|2nd|3rd|4th"
_FISCAL = r"(?:fiscal|financial)\s+years?|fy"
_APRIL = r"\s*,?\s*\(?\s*(?:from\s+)?(?:1\s+)?april\s*(?:1\s*)?(?:to|through|until|-)\s*(?:31\s+)?march(?:\s*31)?\s*\)?"
_JAPANESE_FISCAL = re.compile(rf"\b(?:japan(?:ese|'s)?\s+(?:{_FISCAL})|(?:{_FISCAL}){_APRIL})")
"""English words for a fiscal year that begins on 1 April."""
_DAY = re.compile(
    rf"(?P<fiscal_on>(?:the\s+)?(?:fiscal|financial)\s+year\s+(?:beginning|starting|from|that\s+(?:begins|starts))\s+"
    rf"(?:on\s+|in\s+)?)(?:(?P<fd>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<fm>{_MONTH})|(?P<fm2>{_MONTH})(?:\s+"
    rf"(?P<fd2>\d{{1,2}})(?:st|nd|rd|th)?)?),?\s+(?P<fyear>\d{{4}})"
    rf"|(?:the\s+)?(?:(?:japan(?:ese|'s)?\s+)(?:{_FISCAL})\s*(?P<jfy>\d{{4}})|(?:{_FISCAL})\s*(?P<afy>\d{{4}}){_APRIL})"
    rf"|(?P<ja_fy>{_YEAR_JA})年度(?:の?(?:{_QUARTER_JA.format(name='ja_fq')}|(?P<ja_fh>[上下])半?期))?"
    rf"|(?P<ja_qy>{_YEAR_JA})年の?(?:{_QUARTER_JA.format(name='ja_q')}|(?P<ja_h>上半期|下半期|前半|後半))"
    rf"|(?:the\s+)?(?:q(?P<q1>[1-4])|(?P<q2>{_ORDINAL})\s+(?:calendar\s+)?quarter)(?:\s+of|\s*,|\s+in)?\s*"
    rf"(?P<qy1>(?:19|20)\d{{2}})(?!\d)"
    rf"|(?<!\d)(?P<qy2>(?:19|20)\d{{2}})[\s-]*q(?P<q3>[1-4])(?!\d)"
    rf"|(?:the\s+)?(?:h(?P<h1>[12])|(?P<h2>first|second|1st|2nd)\s+half)(?:\s+of|\s*,|\s+in)?\s*"
    rf"(?P<hy>(?:19|20)\d{{2}})(?!\d)"
    rf"|(?P<iso>\d{{4}})-(?P<iso_m>\d{{1,2}})(?:-(?P<iso_d>\d{{1,2}}))?"
    rf"|(?<!\d)(?P<sl_y>\d{{4}})/(?P<sl_m>\d{{1,2}})/(?P<sl_d>\d{{1,2}})(?![\d/])"
    rf"|(?P<ja_y>{_YEAR_JA})年(?:(?P<ja_m>\d{{1,2}})月(?:(?P<ja_d>\d{{1,2}})日)?)?"
    rf"|(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m1>{_MONTH}),?\s+(?P<y1>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{{4}})"
    rf"|(?P<m3>{_MONTH})\s+(?P<y3>\d{{4}})"
    r"|(?P<undated>\b(?:(?:fiscal|financial)(?:\s+years?)?|fy)\s*(?:19|20)\d{2}(?!\d))"
    rf"|(?<!\d)(?P<y4>(?:19|20)\d{{2}})(?!\d)"
    r"|\b(?P<relative>(?:this|next|last|the\s+current|the\s+previous|the\s+coming)\s+(?:calendar\s+)?(?:year|month|quarter|week))\b"
    r"|(?P<relative_ja>今年度|本年度|当年度|来年度|翌年度|昨年度|前年度|去年度|今年|本年|来年|昨年|去年|今月|来月|先月"
    r"|今週|来週|翌週|先週|前週|今四半期|当四半期|来四半期|翌四半期|前四半期|翌年|前年|翌月|前月|明年|当年|当月|本月)(?:中|内)?"
    r"|\b(?P<now>today|tomorrow|yesterday)\b|(?P<now_ja>本日|今日|明日|昨日)"
)
"""`undated` takes the year of a fiscal year that nobody knows the beginning of out of the way: it names no days."""
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
_ERA_DAYS = {
    "令和": (date(2019, 5, 1), date.max),
    "平成": (date(1989, 1, 8), date(2019, 4, 30)),
    "昭和": (date(1926, 12, 25), date(1989, 1, 7)),
}
"""First and last day: the first and the last year of an era are no whole years."""
_KANJI = "一二三四"
_ORDINALS = ("first 1st", "second 2nd", "third 3rd", "fourth 4th last final")
_SHIFTS = (
    (-1, ("last", "the previous", "昨", "去", "先", "前")),
    (1, ("next", "the coming", "来", "翌", "明")),
)


@dataclass(frozen=True, slots=True)
class Days:
    """Days that characters `start`–`end` of a question name, both included."""

    start: int
    end: int
    first: date
    last: date


def named_days(question: str, *, today: date) -> Iterator[Days]:
    """Every stretch of days that a folded question names, in reading order.

    Args:
        question: the question in one width and case.
        today: what this, next and last count from.
    """
    for match in _DAY.finditer(question):
        words = match["relative"] or match["relative_ja"]
        try:
            near = match["now"] or match["now_ja"]
            if near:
                found: tuple[date, date] | None = _close_day(near, today)
            else:
                found = _relative(words, today) if words else _days(match.groupdict())
        except ValueError:  # 31 February, the year 0
            continue
        if found is not None:
            yield Days(match.start(), match.end(), *found)


def fiscal_year_without_start(question: str) -> bool:
    """Whether a folded question names a fiscal year in English and does not say when one begins."""
    rest = _JAPANESE_FISCAL.sub(" ", _DAY.sub(lambda match: match.group() if match["undated"] else " § ", question))
    return re.search(r"\b(?:fiscal|financial)\s+(?:years?\b|quarters?\b|q[1-4]|\d{4}|§)|\bfy\s*\d", rest) is not None


def _close_day(words: str, today: date) -> tuple[date, date]:
    shift = -1 if words in ("yesterday", "昨日") else 1 if words in ("tomorrow", "明日") else 0
    day = today + timedelta(days=shift)
    return day, day


def _days(parts: dict[str, str | None]) -> tuple[date, date] | None:
    if parts["undated"]:
        return None
    return _fiscal(parts) or _quarter(parts) or _plain(parts)


def _fiscal(parts: dict[str, str | None]) -> tuple[date, date] | None:
    if parts["fyear"]:
        first = date(int(parts["fyear"]), _month_of(parts["fm"] or parts["fm2"]), int(parts["fd"] or parts["fd2"] or 1))
        return first, first.replace(year=first.year + 1) - timedelta(days=1)
    named = parts["jfy"] or parts["afy"] or parts["ja_fy"]
    if named is None:
        return None
    year = _year(named)
    if parts["ja_fq"]:
        return _months(year, 4 + 3 * (_digit(parts["ja_fq"]) - 1), 3)
    if parts["ja_fh"]:
        return _months(year, 4 if parts["ja_fh"] == "上" else 10, 6)
    return _months(year, 4, 12)


def _quarter(parts: dict[str, str | None]) -> tuple[date, date] | None:
    year = parts["ja_qy"] or parts["qy1"] or parts["qy2"]
    if year is not None:
        if parts["ja_h"]:
            return _months(_year(year), 1 if parts["ja_h"] in ("上半期", "前半") else 7, 6)
        number = parts["ja_q"] or parts["q1"] or parts["q3"]
        place = _digit(number) if number else _ordinal(parts["q2"] or "")
        return _months(_year(year), 3 * place - 2, 3)
    if parts["hy"]:
        second = (parts["h1"] or parts["h2"] or "").startswith(("2", "second"))
        return _months(int(parts["hy"]), 7 if second else 1, 6)
    return None


def _plain(parts: dict[str, str | None]) -> tuple[date, date]:
    if parts["iso"]:
        year, month, day = parts["iso"], parts["iso_m"], parts["iso_d"]
    elif parts["sl_y"]:
        year, month, day = parts["sl_y"], parts["sl_m"], parts["sl_d"]
    elif parts["ja_y"]:
        year, month, day = str(_year(parts["ja_y"])), parts["ja_m"], parts["ja_d"]
    elif parts["y4"]:
        year, month, day = parts["y4"], None, None
    else:
        year = parts["y1"] or parts["y2"] or parts["y3"] or ""
        month = str(_month_of(parts["m1"] or parts["m2"] or parts["m3"]))
        day = parts["d1"] or parts["d2"]
    if month is None:
        first, last = _months(int(year), 1, 12)
        begins, ends = _ERA_DAYS.get((parts["ja_y"] or "")[:2], (first, last))
        # 「平成35年」 is said of a year that came after the era: the calendar's year is meant
        return (max(first, begins), min(last, ends)) if first <= ends else (first, last)
    if not 1 <= int(month) <= 12:
        raise ValueError(month)
    if day is None:
        return _months(int(year), int(month), 1)
    exact = date(int(year), int(month), int(day))
    return exact, exact


def _relative(words: str, today: date) -> tuple[date, date]:
    by = next((step for step, begins in _SHIFTS if words.startswith(begins)), 0)
    if words.endswith("年度"):
        return _months(today.year - (today.month < 4) + by, 4, 12)
    if words.endswith(("quarter", "四半期")):
        return _months(today.year, today.month - (today.month - 1) % 3 + 3 * by, 3)
    if words.endswith(("month", "月")):
        return _months(today.year, today.month + by, 1)
    if words.endswith(("week", "週")):
        monday = today + timedelta(days=7 * by - today.weekday())
        return monday, monday + timedelta(days=6)
    return _months(today.year + by, 1, 12)


def _months(year: int, month: int, count: int) -> tuple[date, date]:
    """The first and the last day of so many months from a month on; one beyond a year's end counts on."""
    first_year, first_month = divmod(year * 12 + month - 1, 12)
    last_year, last_month = divmod(year * 12 + month - 1 + count - 1, 12)
    last = date(last_year, last_month + 1, monthrange(last_year, last_month + 1)[1])
    return date(first_year, first_month + 1, 1), last


def _year(words: str) -> int:
    era = next((name for name in _ERAS if words.startswith(name)), None)
    if era is None:
        return int(words)
    count = words.removeprefix(era)
    if count.strip("0") == "":
        raise ValueError(words)
    return _ERAS[era] + (1 if count == "元" else int(count))


def _month_of(name: str | None) -> int:
    return next(number for number, full in enumerate(_MONTHS, start=1) if full.startswith((name or "")[:3]))


def _digit(mark: str) -> int:
    return _KANJI.index(mark) + 1 if mark in _KANJI else int(mark)


def _ordinal(word: str) -> int:
    return next(number for number, words in enumerate(_ORDINALS, start=1) if word in words.split())
