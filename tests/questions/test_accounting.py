"""A word that changes the set serves a part of the reading, or the question is asked back (issue 15).

Each of these was answered before, surely and wrongly, because a word of it was passed over.
"""

from __future__ import annotations

import pytest
from test_understand import TODAY, read, sure

from core.qa.listing import contradictory
from core.questions import DateIn, LawIs, understand


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("contracts with restrictions", "restrictions"),
        ("契約の権利", "権利"),
        ("contracts where both companies apply", "both"),
        ("Which company has insurance in all contracts?", "company"),
        ("保険がある契約か監査権がある契約", "か"),
        ("保険義務のある会社はどこ", "会社"),
        ("contracts with insurance or Birch First", "or"),
        ("保険以外の条項がある契約", "保険 以外の 条項"),
        ("don't we have a contract with insurance?", "don't"),
        ("契約の保管場所は", "場所"),
    ],
)
def test_words_that_serve_nothing_are_left_over(text: str, word: str) -> None:
    found = read(text)
    assert not found.sure
    assert word in found.unused


@pytest.mark.parametrize(
    "text", ["contracts with insurance or Birch First", "Birch Firstが当事者ではない契約か日本法の契約"]
)
def test_a_reading_without_an_or_or_a_not_is_never_offered(text: str) -> None:
    assert read(text).readings == ()


def test_in_force_counts_in_numbers() -> None:
    begun, not_ended = (
        DateIn("effective_date", None, TODAY.isoformat()),
        DateIn("expiration_date", TODAY.isoformat(), None),
    )
    share = sure("what percentage of contracts in force have insurance").plan
    assert share.among == (begun, not_ended)
    assert len(share.conditions) == 1
    assert sure("有効な契約を準拠法別に").plan.conditions == (begun, not_ended)
    assert sure("oldest contract in force").plan.conditions == (begun, not_ended)
    assert sure("our current contracts").day == TODAY.isoformat()


def test_now_means_in_force_today() -> None:
    assert sure("what contracts do we currently have?").day == TODAY.isoformat()


@pytest.mark.parametrize("text", ["contracts not expiring in 2027", "2027年に満了しない契約"])
def test_days_that_a_date_lies_outside_of(text: str) -> None:
    assert sure(text).plan.conditions == (DateIn("expiration_date", "2027-01-01", "2027-12-31", wanted=False),)


def test_conditions_that_exclude_each_other() -> None:
    for text in ("contracts that expire before 2020 and after 2025", "日本法かつシンガポール法の契約"):
        assert contradictory(sure(text).plan.conditions)
    assert not contradictory(sure("contracts under Texas law and New York law").plan.conditions)
    (law,) = sure("contracts under Texas law and New York law").plan.conditions
    assert isinstance(law, LawIs)
    assert len(law.laws) == 2


def test_what_was_signed_within_two_years_lies_behind() -> None:
    assert sure("2年以内に締結した契約").plan.conditions == (
        DateIn("agreement_date", TODAY.replace(year=TODAY.year - 2).isoformat(), TODAY.isoformat()),
    )


def test_english_contracts_are_in_english_or_of_english_law() -> None:
    assert len(understand("English contracts", today=TODAY).readings) == 3
