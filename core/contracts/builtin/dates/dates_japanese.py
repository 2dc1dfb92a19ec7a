"""Japanese dates: eras, Western years, Chinese numerals, and the blanks of templates."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from core.contracts.builtin.dates.dates_numbers import KANJI_NUMBER, japanese_number

_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "R": 2018, "H": 1988, "S": 1925}
_NUMBER = rf"(?:\d{{1,2}}|{KANJI_NUMBER})"
_DATE = re.compile(
    rf"(?:(?P<era>令和|平成|昭和|大正|明治|(?<![A-Za-z])[RHS](?=\s?\d))\s*(?P<era_year>元|{_NUMBER})|"
    rf"(?:西暦\s*)?(?P<year>(?<!\d)(?:19|20)\d\d|[一二][〇零一二三四五六七八九]{{3}}|二千{KANJI_NUMBER}))"
    rf"\s*(?:[(（](?:令和|平成|昭和)?\s*[\d元]{{1,4}}[)）]\s*)?年\s*(?:[(（][^()（）]{{2,12}}年[)）]\s*)?(?:(?P<month>{_NUMBER})\s*月\s*(?:(?P<day>{_NUMBER})\s*日|末日?|晦日)|(?P<new_year>元[日旦]))"
)
_POINTS = re.compile(
    r"(?P<era>令和|平成|昭和|(?<![A-Za-z\d一-龥-])[RH])\s?(?P<era_year>\d{1,2})\s?[./]\s?(?P<month>\d{1,2})\s?[./]\s?(?P<day>\d{1,2})(?![\d.])"
)
# 翌年3月31日, その年の12月末日, 同月30日, 2024年4月1日から9月30日まで, 令和5年7月1日から同6年6月30日まで
_THAT_YEAR = re.compile(
    rf"(?:(?:(?P<year>同年|その年|当年|同じ年|翌年|翌々年)の?|同\s*(?P<era_year>{_NUMBER})\s*年)\s*(?P<month>{_NUMBER})\s*月|(?P<that_month>同月)の?|"
    rf"(?<![\d年月一二三四五六七八九十〇])(?P<same_year>{_NUMBER})\s*月)"
    rf"\s*(?:(?P<day>{_NUMBER})\s*日(?!間|前|後|以)|末日?)"
)
_LATER_YEARS = {"翌年": 1, "翌々年": 2}
# 令和6年4月1日とし、毎年4月1日から翌年3月31日まで: counted from every year, not from that one
_EVERY_YEAR = re.compile(r"毎|各")
# 4月1日から同月30日まで, but not …分を同月末日までに支払う
_FROM_THERE = re.compile(
    r"\s*(?:[(][月火水木金土日](?:曜日?)?[)])?\s*(?:から|より|に(?:始まり|発効し)|[~～〜-])[、,]?\s*"
)
_REACH = 40
_KANA = re.compile(r"[ぁ-ん]")
_HOLE = r"[\s_●○◯〇・*…‥□■△▲X×\[\]【】\-]"
_BLANK = re.compile(
    rf"(?:(?:令和|平成|西暦)?{_HOLE}*|(?:令和|平成|西暦|(?<!\d)20){_HOLE}*\d{{0,2}}{_HOLE}*|(?<!\d)(?:19|20)\d\d\s*)年"
    rf"(?:{_HOLE}*|\s*\d{{1,2}}\s*)月(?:{_HOLE}*|\s*\d{{1,2}}\s*)日(?!間)"
)
_MONTHS = 12
_HOLE_ONLY = re.compile(_HOLE)


@dataclass(frozen=True, slots=True)
class JapaneseDate:
    """A date at character offsets; `value` is None for a blank."""

    start: int
    end: int
    value: date | None


def japanese_dates(plain: str, start: int, end: int) -> Iterator[JapaneseDate]:
    """Dates such as 令和6年4月1日, 2024年4月1日 and 二〇二四年四月一日, and blanks such as ●年●月●日.

    Args:
        plain: text in which full-width digits are plain.
        start: where to begin.
        end: where to stop.
    """
    if "年" not in plain and not _POINTS.search(plain):
        return
    taken: list[tuple[int, int]] = []
    stated: list[JapaneseDate] = []
    points = [match for match in _POINTS.finditer(plain, start, end) if len(match["era"]) > 1 or _KANA.search(plain)]
    for match in (*_DATE.finditer(plain, start, end), *points):
        value = _value(match)
        if value is not None:
            taken.append(match.span())
            stated.append(JapaneseDate(match.start(), match.end(), value))
    for match in _THAT_YEAR.finditer(plain, start, end):
        # 2024年4月1日から翌年3月31日まで: the year is counted from the date just before
        before = max(
            (known for known in stated if known.end <= match.start()), key=lambda known: known.end, default=None
        )
        if before is None or before.value is None or match.start() - before.end > _REACH:
            continue
        between = plain[before.end : match.start()]
        unsaid = match["that_month"] or match["same_year"]
        if _EVERY_YEAR.search(between) or (unsaid and not _FROM_THERE.fullmatch(between)):
            continue
        value = _day(*_counted_month(before.value, plain[before.start : before.end], match), match)
        if value is not None and (not unsaid or value > before.value):
            taken.append(match.span())
            stated.append(JapaneseDate(match.start(), match.end(), value))
    yield from sorted(stated, key=lambda mention: mention.start)
    for match in _BLANK.finditer(plain, start, end):
        begin = match.start() + len(match[0]) - len(match[0].lstrip())
        if not _HOLE_ONLY.search(match[0]) and match[0] != "年月日":
            continue
        if all(match.end() <= taken_start or begin >= other for taken_start, other in taken):
            yield JapaneseDate(begin, match.end(), None)


def _value(match: re.Match[str]) -> date | None:
    if match["era"]:
        number = japanese_number(match["era_year"])
        year = None if number is None else _ERAS[match["era"]] + number
    else:
        year = japanese_number(match["year"])
    if year is None or match.groupdict().get("new_year"):
        return date(year, 1, 1) if year else None
    month = japanese_number(match["month"])
    return None if month is None else _day(year, month, match)


def _counted_month(before: date, words: str, match: re.Match[str]) -> tuple[int, int]:
    """The year and month that words such as 翌年3月 or 同月 count to from the date before them."""
    if match["that_month"]:
        return before.year, before.month
    month = japanese_number(match["month"] or match["same_year"]) or 0
    if match["era_year"]:
        return _same_era(words, match["era_year"]), month
    return before.year + _LATER_YEARS.get(match["year"], 0), month


def _same_era(before: str, era_year: str) -> int:
    """The year that a number stands for in the era of the date before it; 0 where that date names no era."""
    era = next((era for era in ("令和", "平成", "昭和") if before.startswith(era)), None)
    number = japanese_number(era_year)
    return 0 if era is None or number is None else _ERAS[era] + number


def _day(year: int, month: int, match: re.Match[str]) -> date | None:
    if year < 1 or not 1 <= month <= _MONTHS:
        return None
    day = japanese_number(match["day"]) if match["day"] else monthrange(year, month)[1]
    if day is None:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
