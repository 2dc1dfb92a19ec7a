"""Month ends, written arithmetic and calendar files."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from icalendar import Calendar

from core.contracts.dates_arithmetic import (
    Duration,
    NoticeDeadline,
    add_duration,
    calendar_event,
    duration,
    last_day_to_give_notice,
)
from core.errors import BadArguments


@pytest.mark.parametrize(
    ("start", "iso", "sign", "expected"),
    [
        (date(2025, 3, 31), "P1M", -1, date(2025, 2, 28)),
        (date(2024, 3, 31), "P1M", -1, date(2024, 2, 29)),
        (date(2024, 2, 29), "P1Y", 1, date(2025, 2, 28)),
        (date(2024, 1, 31), "P1M", 1, date(2024, 2, 29)),
        (date(2024, 12, 15), "P1M", 1, date(2025, 1, 15)),
        (date(2025, 3, 31), "P30D", -1, date(2025, 3, 1)),
        (date(2025, 3, 31), "P6W", -1, date(2025, 2, 17)),
        (date(2025, 1, 31), "P1Y6M10D", 1, date(2026, 8, 10)),
    ],
)
def test_adding_durations(start: date, iso: str, sign: int, expected: date) -> None:
    assert add_duration(start, iso, sign=sign) == expected


@pytest.mark.parametrize("iso", ["", "P", "1Y", "PT5H", "P1.5Y", "P-1D", "thirty days"])
def test_what_is_no_duration(iso: str) -> None:
    with pytest.raises(BadArguments):
        duration(iso)


@pytest.mark.parametrize(("start", "iso", "sign"), [(date(9999, 12, 31), "P1D", 1), (date(1, 1, 1), "P1Y", -1)])
def test_out_of_the_calendar(start: date, iso: str, sign: int) -> None:
    with pytest.raises(BadArguments):
        add_duration(start, iso, sign=sign)


def test_duration_in_words() -> None:
    assert duration("P1Y6M") == Duration(years=1, months=6)
    assert duration("P1Y6M").iso() == "P1Y6M"
    assert duration("P1Y6M").words("en") == "1 year 6 months"
    assert duration("P1Y6M").words("ja") == "1年6か月"


def test_last_day_to_give_notice_shows_its_sum() -> None:
    deadline = last_day_to_give_notice(date(2025, 3, 31), "P1M")
    assert deadline == NoticeDeadline(expiry=date(2025, 3, 31), notice="P1M", result=date(2025, 2, 28))
    written = {
        "en": (
            "The term ends on 31 March 2025. 1 month before that day is 28 February 2025 "
            "(February has no day 31, so its last day counts). Notice must be given on or before 28 February 2025; "
            "the day of expiry itself is not counted. "
            "If the contract asks for clear days or business days, the last day is earlier."
        ),
        "ja": (
            "契約期間の満了日は2025年3月31日。その1か月前は2025年2月28日（2月に31日がないため、その月の末日）。"
            "通知は2025年2月28日までに行う必要がある（満了日当日は算入しない）。"
            "契約が中を空けた日数や営業日での計算を求めている場合は、これより早くなる。"
        ),
    }
    assert {language: deadline.sentence(language) for language in written} == written


def test_calendar_file_holds_both_days_under_lasting_names() -> None:
    deadline = last_day_to_give_notice(date(2025, 3, 31), "P90D")
    stamp = datetime(2025, 1, 1, tzinfo=UTC)
    first = calendar_event("c1", "保守契約", date(2025, 3, 31), deadline=deadline, stamp=stamp)
    events = list(Calendar.from_ical(first).walk("VEVENT"))
    assert [(str(event["uid"]), event.decoded("dtstart"), str(event["summary"])) for event in events] == [
        ("c1-expiry@shinsa", date(2025, 3, 31), "契約満了：保守契約"),
        ("c1-notice@shinsa", date(2024, 12, 31), "更新拒絶の通知期限：保守契約"),
    ]
    assert [len(event.walk("VALARM")) for event in events] == [0, 1]
    assert str(events[1]["description"]) == deadline.sentence("ja")
    later = Calendar.from_ical(
        calendar_event("c1", "保守契約", date(2026, 3, 31), stamp=datetime(2025, 6, 1, tzinfo=UTC))
    ).walk("VEVENT")
    assert str(later[0]["uid"]) == "c1-expiry@shinsa"
    assert later[0]["sequence"] > events[0]["sequence"]


def test_calendar_file_in_english_without_notice() -> None:
    text = calendar_event("c2", "Lease", date(2030, 1, 2), language="en", stamp=datetime(2025, 1, 1, tzinfo=UTC))
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    assert str(event["summary"]) == "Contract expires: Lease"
    assert event.decoded("dtend") == date(2030, 1, 3)
