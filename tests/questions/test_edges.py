"""Words that bound a day, a count or a length mean at the edge what lawyers mean, in both languages (issue 12, 9)."""

from __future__ import annotations

import pytest
from test_understand import sure

from core.questions import DateIn, NumberIs

DAY, BEFORE, AFTER = "2026-03-31", "2026-03-30", "2026-04-01"


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("contracts that expire on or before 31 March 2026", None, DAY),
        ("contracts that expire no later than 31 March 2026", None, DAY),
        ("contracts that expire until 31 March 2026", None, DAY),
        ("contracts that expire by 31 March 2026", None, DAY),
        ("contracts that expire before 31 March 2026", None, BEFORE),
        ("contracts that expire on or after 31 March 2026", DAY, None),
        ("contracts that expire after 31 March 2026", AFTER, None),
        ("2026年3月31日以前に満了する契約", None, DAY),
        ("2026年3月31日までに満了する契約", None, DAY),
        ("2026年3月31日より前に満了する契約", None, BEFORE),
        ("2026年3月31日前に満了する契約", None, BEFORE),
        ("2026年3月31日以降に満了する契約", DAY, None),
        ("2026年3月31日以後に満了する契約", DAY, None),
        ("2026年3月31日から満了する契約", DAY, None),
        ("2026年3月31日より後に満了する契約", AFTER, None),
        ("contracts that expire up to and including 31 March 2026", None, DAY),
        ("contracts that expire not before 31 March 2026", DAY, None),
        ("contracts that expire no earlier than 31 March 2026", DAY, None),
        ("2026年3月31日未満に満了する契約", None, BEFORE),
        ("2026年3月31日に先立って満了する契約", None, BEFORE),
        ("2026年3月31日を過ぎて満了する契約", AFTER, None),
        ("2026年3月31日の翌日以降に満了する契約", AFTER, None),
        ("contracts that expire within 90 days", "2026-11-21", "2027-02-19"),
        ("90日以内に満了する契約", "2026-11-21", "2027-02-19"),
    ],
)
def test_days(words: str, first: str | None, last: str | None) -> None:
    (condition,) = sure(words).plan.conditions
    assert isinstance(condition, DateIn)
    assert (condition.field, condition.first, condition.last) == ("expiration_date", first, last)


@pytest.mark.parametrize(
    ("words", "low", "high", "strict"),
    [
        ("contracts with at least 10 pages", 10, None, False),
        ("contracts with 10 pages or more", 10, None, False),
        ("contracts with more than 10 pages", 11, None, False),
        ("contracts with fewer than 10 pages", None, 9, False),
        ("contracts with at most 10 pages", None, 10, False),
        ("10ページ以上の契約", 10, None, False),
        ("10ページを超える契約", 11, None, False),
        ("10ページ未満の契約", None, 9, False),
        ("10ページ以下の契約", None, 10, False),
        ("contracts with a term of at least 3 years", 3, None, False),
        ("contracts with a term of more than 3 years", 3, None, True),
        ("contracts with a term of less than 3 years", None, 3, True),
        ("contracts with a term of up to 3 years", None, 3, False),
        ("契約期間が3年以上の契約", 3, None, False),
        ("契約期間が3年を超える契約", 3, None, True),
        ("契約期間が3年未満の契約", None, 3, True),
        ("契約期間が3年以内の契約", None, 3, False),
        ("contracts with a notice period of at least 60 days", 60, None, False),
        ("contracts with a notice period of more than 60 days", 61, None, False),
        ("通知期間が60日以上の契約", 60, None, False),
        ("通知期間が60日未満の契約", None, 59, False),
        ("contracts with more than 2 parties", 3, None, False),
        ("当事者が3者以上の契約", 3, None, False),
    ],
)
def test_counts_and_lengths(words: str, low: int | None, high: int | None, strict: bool) -> None:
    (condition,) = sure(words).plan.conditions
    assert isinstance(condition, NumberIs)
    assert (condition.low, condition.high, condition.strict) == (low, high, strict)
