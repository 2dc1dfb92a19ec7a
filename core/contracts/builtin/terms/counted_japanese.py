"""Days that a Japanese contract counts to: from the day after, to the end of a month, to the next 31 March.

"締結日の翌月1日から1年間" begins with a whole day and ends on the day before that of the same number;
"1年を経過した日の属する月の末日" is the last day of that month; "最初に到来する3月31日" the first one after the
beginning.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.terms.terms import find_terms
from core.contracts.dates_arithmetic import add_duration

_ASIDE = re.compile(r"\([^()]{0,40}\)")
_MONTHS_END = re.compile(
    r"\s*(?:[をが]経過(?:した|する)日|後の(?:応当)?日|(?:[をが])?(?:満了|終了)(?:した|する)日)?\s*[のが]\s*属する月の(?:末日|月末)"
)
_OF_A_PERIOD = re.compile(
    r"\s*(?:[をが]経過(?:した|する)日|後の(?:応当)?日)?\s*[のが]\s*属する(?:[^月]|月(?!の(?:末日|月末)))"
)
_NEXT_DAY = re.compile(r"(?:最初|直近|次)に(?:到来|来)する\s*(?P<month>\d{1,2})\s*月\s*(?:(?P<day>\d{1,2})\s*日|末日)")
# what follows 締結日 or a written day: 締結日の翌月1日から, 引渡日の翌日から
_SHIFT = re.compile(r"の(?:(?P<day>翌日)|翌月\s*(?:1日|初日|一日|の初日))\s*(?:から|より|を(?:始期|起算日)|$)")
_ROUGHLY = re.compile(r"(?:少なくとも|最低(?:でも)?|最[長大](?:で)?|約|概ね|おおむね|およそ|凡そ)[、,]?\s*$")
_OR_LONGER = re.compile(r"\s*間?\s*(?:ないし|乃至|以上|以内|程度|前後|又は\s*\d|または\s*\d|[~～〜]\s*\d)")
_LENGTH_BEHIND = re.compile(r"\s*(?:まで|迄)\s*(?:の|\()\s*(?:満\s*)?")
_FIRST_DAY_COUNTS = re.compile(
    r"日(?:から|より)(?:起算|数え)|(?:初日|その日|当日|締結(?:の)?日)(?:を)?(?:算入(?!しない|せず)|含む|含み|含め)"
)


def last_day(first: date, length: str) -> date:
    """The last day of a term by its first whole day, as articles 140 and 143 of the Civil Code count it.

    That is the day before the one of the same number, or the month's last day where it has none of that number.

    Args:
        first: the first day that counts.
        length: the term as an ISO 8601 duration.
    """
    day = add_duration(first, length)
    is_short = day.day < first.day and day.day == monthrange(day.year, day.month)[1] and not re.search(r"[WD]", length)
    return day if is_short else day - timedelta(days=1)


def is_rough(before: str, after: str) -> bool:
    """Whether a length is only about, at least or one of two: 約1年間, 少なくとも1年間, 1年ないし2年."""
    return _ROUGHLY.search(before) is not None or _OR_LONGER.match(after) is not None


def miscounted(plain: str, dates: Sequence[DateMention], last: DateMention, end: int) -> bool:
    """Whether the length behind a term's days is not the one between them: …から令和6年6月30日までの2年間.

    Args:
        plain: the text.
        dates: the days of the sentence.
        last: the last day that it states.
        end: where the sentence ends.
    """
    first = next((day.value for day in reversed(dates) if day.end < last.start), None)
    behind = _LENGTH_BEHIND.match(plain, last.end, end)
    lengths = find_terms(plain, behind.end(), min(end, behind.end() + 12)) if behind else ()
    length = next((term.iso for term in lengths if behind and term.start - behind.end() < 2), None)
    if first is None or last.value is None or length is None:
        return False
    return abs((last_day(first, length) - last.value).days) > 1


def without_asides(words: str) -> str:
    """The words without what stands in brackets: 締結日(初日を算入する。)から."""
    return _ASIDE.sub("", words)


def counts_its_first_day(words: str) -> bool:
    """Whether a term is said to count its first day, against article 140 of the Civil Code."""
    return _FIRST_DAY_COUNTS.search(words) is not None


def months_end(after: str, day: date) -> date | None:
    """The last day of the month of `day` where the words after a length say so; None where they name another period."""
    past = _MONTHS_END.match(after)
    if past and "経過した" in past[0] and (day + timedelta(days=1)).day == 1:
        return None  # past the month's last day is the next month, but few who write it mean that
    if past:
        return day.replace(day=monthrange(day.year, day.month)[1])
    return None if _OF_A_PERIOD.match(after) else day


def next_day(words: str, first: date) -> date | None:
    """The first 31 March (or other day that the words name) after a term's first day; None where they name none."""
    match = _NEXT_DAY.search(words)
    month = int(match["month"]) if match else 0
    if match is None or not 1 <= month <= 12:
        return None
    for year in (first.year, first.year + 1):
        last = monthrange(year, month)[1]
        value = date(year, month, min(int(match["day"]) if match["day"] else last, last))
        if value > first:
            return value
    return None


def shifted(words: str, day: date) -> date | None:
    """The whole day on which a term begins that runs from the day after, or the first of the month after, a day."""
    match = _SHIFT.match(words)
    if match is None:
        return None
    if match["day"]:
        return day + timedelta(days=1)
    return day.replace(day=monthrange(day.year, day.month)[1]) + timedelta(days=1)
