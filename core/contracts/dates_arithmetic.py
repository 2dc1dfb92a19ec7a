"""Arithmetic with contract dates, written out so that a lawyer can check it.

Conventions, said in every result:
- A month or year later or earlier is the day of the same number; where that month is shorter, its last day
  (31 March less one month is 28 or 29 February), as article 143 of the Japanese Civil Code has it.
- The day of expiry is the last day of the term and is not counted itself: notice "30 days before" an expiry on
  31 March may be given up to and including 1 March. Where a contract asks for clear days or business days, the
  true last day is earlier; the sentences say so.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from icalendar import Alarm, Calendar, Event

from core.errors import BadArguments
from core.wording import Language

_DURATION = re.compile(r"P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?")
_REMIND_DAYS = 14


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time in calendar units."""

    years: int = 0
    months: int = 0
    weeks: int = 0
    days: int = 0

    def iso(self) -> str:
        """The duration in ISO 8601, such as P1Y6M."""
        parts = ((self.years, "Y"), (self.months, "M"), (self.weeks, "W"), (self.days, "D"))
        return "P" + ("".join(f"{number}{unit}" for number, unit in parts if number) or "0D")

    def words(self, language: Language) -> str:
        """The duration in words, such as `1 year` or `1年`."""
        named = (
            (self.years, "year", "年"),
            (self.months, "month", "か月"),
            (self.weeks, "week", "週間"),
            (self.days, "day", "日"),
        )
        if language == "ja":
            return "".join(f"{number}{ja}" for number, _, ja in named if number) or "0日"
        return " ".join(f"{number} {en}{'s' * (number != 1)}" for number, en, _ in named if number) or "0 days"


@dataclass(frozen=True, slots=True)
class NoticeDeadline:
    """The last day to give notice, with the sum that leads to it in English and Japanese."""

    expiry: date
    notice: str
    result: date
    en: str
    ja: str

    def sentence(self, language: Language) -> str:
        """The written arithmetic in a language."""
        return self.ja if language == "ja" else self.en


def duration(iso: str) -> Duration:
    """The calendar units of an ISO 8601 duration (years, months, weeks, days).

    Raises:
        BadArguments: it is none, or has a time part.
    """
    match = _DURATION.fullmatch(iso)
    if match is None:
        raise BadArguments(f"{iso!r} is no ISO 8601 duration of years, months, weeks and days", value=iso)
    return Duration(*(int(number or 0) for number in match.groups()))


def add_duration(start: date, iso: str, *, sign: int = 1) -> date:
    """The date that lies a duration after `start`, or before it with `sign=-1`; months are clamped to their last day.

    Raises:
        BadArguments: no ISO 8601 duration, or a result outside the years 1 to 9999.
    """
    length = duration(iso)
    months = start.year * 12 + start.month - 1 + sign * (12 * length.years + length.months)
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        raise BadArguments(f"{start} and {iso} lead out of the calendar", value=iso)
    clamped = date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))
    try:
        return clamped + timedelta(days=sign * (7 * length.weeks + length.days))
    except OverflowError:
        raise BadArguments(f"{start} and {iso} lead out of the calendar", value=iso) from None


def last_day_to_give_notice(expiration: date, notice: str) -> NoticeDeadline:
    """The last day to give notice so that the contract is not renewed.

    Args:
        expiration: last day of the term.
        notice: how long before it notice must be given, as an ISO 8601 duration.

    Raises:
        BadArguments: `notice` is no duration.
    """
    length = duration(notice)
    result = add_duration(expiration, notice, sign=-1)
    clamped_en = clamped_ja = ""
    if (length.years or length.months) and not (length.weeks or length.days) and result.day != expiration.day:
        clamped_en = f" ({result:%B} has no day {expiration.day}, so its last day counts)"
        clamped_ja = f"（{result.month}月に{expiration.day}日がないため、その月の末日）"
    en = (
        f"The term ends on {_en(expiration)}. {length.words('en')} before that day is {_en(result)}{clamped_en}. "
        f"Notice must be given on or before {_en(result)}; the day of expiry itself is not counted. "
        "If the contract asks for clear days or business days, the last day is earlier."
    )
    ja = (
        f"契約期間の満了日は{_ja(expiration)}。その{length.words('ja')}前は{_ja(result)}{clamped_ja}。"
        f"通知は{_ja(result)}までに行う必要がある（満了日当日は算入しない）。"
        "契約が中を空けた日数や営業日での計算を求めている場合は、これより早くなる。"
    )
    return NoticeDeadline(expiry=expiration, notice=notice, result=result, en=en, ja=ja)


def calendar_event(
    contract_id: str,
    title: str,
    expiration: date,
    *,
    deadline: NoticeDeadline | None = None,
    language: Language = "ja",
    stamp: datetime | None = None,
) -> bytes:
    """An iCalendar file (RFC 5545) with all-day events: the expiry, and the last day to give notice with an alarm.

    The identifiers are made of the contract's, so that importing a newer file updates the events.

    Args:
        contract_id: the contract's identity in the store.
        title: the contract's name as people see it.
        expiration: last day of the term.
        deadline: the last day to give notice, where there is one.
        language: of the events' words.
        stamp: time of writing, with time zone; now by default.
    """
    written = stamp or datetime.now(UTC)
    calendar = Calendar()
    calendar.add("prodid", "-//Shinsa//Contract dates//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    expiry = f"契約満了：{title}" if language == "ja" else f"Contract expires: {title}"
    calendar.add_component(_all_day(f"{contract_id}-expiry@shinsa", expiry, expiration, written))
    if deadline is not None:
        name = f"更新拒絶の通知期限：{title}" if language == "ja" else f"Last day to give notice: {title}"
        event = _all_day(f"{contract_id}-notice@shinsa", name, deadline.result, written)
        event.add("description", deadline.sentence(language))
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", name)
        alarm.add("trigger", timedelta(days=-_REMIND_DAYS))
        event.add_component(alarm)
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _all_day(identifier: str, summary: str, day: date, written: datetime) -> Event:
    event = Event()
    event.add("uid", identifier)
    event.add("dtstamp", written)
    event.add("last-modified", written)
    event.add("sequence", int(written.timestamp()) // 60 % 2**31)
    event.add("summary", summary)
    event.add("dtstart", day)
    if day < date.max:
        event.add("dtend", day + timedelta(days=1))
    event.add("transp", "TRANSPARENT")
    return event


def _en(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def _ja(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"
