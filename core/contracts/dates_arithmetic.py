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
from functools import reduce

from babel.dates import get_month_names
from icalendar import Alarm, Calendar, Event

from core.errors import BadArguments
from core.wording import Language, locale_of, wording_text

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
        counted = ((self.years, "year"), (self.months, "month"), (self.weeks, "week"), (self.days, "day"))
        named = [
            wording_text(f"length.{unit}" if n == 1 else f"length.{unit}s", language, n=n) for n, unit in counted if n
        ]
        if not named:
            return wording_text("length.days", language, n=0)
        return reduce(lambda first, then: wording_text("length.parts", language, first=first, then=then), named)


@dataclass(frozen=True, slots=True)
class NoticeDeadline:
    """The last day to give notice before an expiry; `notice` is an ISO 8601 duration."""

    expiry: date
    notice: str
    result: date

    def sentence(self, language: Language) -> str:
        """The sum that leads to it, written out."""
        length = duration(self.notice)
        months = (length.years or length.months) and not (length.weeks or length.days)
        clamped = bool(months) and self.result.day != self.expiry.day
        month = get_month_names("wide", "stand-alone", locale_of(language))[self.result.month]
        return wording_text(
            "dates.notice_clamped" if clamped else "dates.notice",
            language,
            expiry=date_words(self.expiry, language),
            length=length.words(language),
            result=date_words(self.result, language),
            **({"month": month, "day": self.expiry.day} if clamped else {}),
        )


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
    return NoticeDeadline(expiry=expiration, notice=notice, result=add_duration(expiration, notice, sign=-1))


def calendar_event(
    contract_id: str,
    title: str,
    expiration: date,
    *,
    deadline: NoticeDeadline | None = None,
    language: Language = "ja",
    stamp: datetime | None = None,
    how: str = "",
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
        how: how the expiry comes about, in a sentence.
    """
    written = stamp or datetime.now(UTC)
    calendar = Calendar()
    calendar.add("prodid", "-//Shinsa//Contract dates//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    expiry = wording_text("dates.event_expiry", language, title=title)
    ending = _all_day(f"{contract_id}-expiry@shinsa", expiry, expiration, written)
    if how:
        ending.add("description", how)
    calendar.add_component(ending)
    if deadline is not None:
        name = wording_text("dates.event_notice", language, title=title)
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


def date_words(day: date, language: Language) -> str:
    """A day as sentences have it, such as 31 March 2025 or 2025年3月31日."""
    month = get_month_names("wide", "format", locale_of(language))[day.month]
    return wording_text("dates.day", language, year=day.year, month=month, day=day.day)
