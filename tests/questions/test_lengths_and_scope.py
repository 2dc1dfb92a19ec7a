"""Lengths of renewals and notices are conditions, and what is denied is what the "not" was said of."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import (
    ClauseIs,
    Condition,
    ContractIs,
    DateIn,
    Law,
    LawIs,
    Names,
    NumberIs,
    PartyFrom,
    Question,
    RenewalIs,
    followed,
    same_meaning,
    understand,
    unsaid,
)
from core.questions.plan import Plan

TODAY = date(2026, 11, 20)
NAMES = Names(["Siga Technologies Inc.", "Velo Sportswear Inc.", "Marcus Adeyemi"])


def conditions(question: str) -> tuple[Condition, ...]:
    """Of a question that there is one sure reading of."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert understood.sure, (understood.unused, understood.missing)
    return understood.readings[0].plan.conditions


@pytest.mark.parametrize(
    ("question", "length"),
    [
        ("which renew for more than one year at a time?", NumberIs("renewal_days", 1, None, "year", True)),
        ("更新期間が5年以上の契約", NumberIs("renewal_days", 5, None, "year")),
        ("1年ごとに更新される契約", NumberIs("renewal_days", 1, 1, "year")),
        ("two-year renewals", NumberIs("renewal_days", 2, 2, "year")),
        ("contracts with a notice period of 30 days", NumberIs("notice_days", 30, 30)),
        ("100日以上前に通知しないといけない契約", NumberIs("notice_days", 100, None)),
        ("notice of less than 45 days: which agreements", NumberIs("notice_days", None, 44)),
        ("contracts with a term of three years", NumberIs("term_days", 3, 3, "year")),
    ],
)
def test_how_long_a_period_is(question: str, length: NumberIs) -> None:
    assert conditions(question) == (length,)


def test_the_years_of_a_term_are_not_those_of_its_renewal() -> None:
    term, renews = NumberIs("term_days", 3, None, "year"), RenewalIs(("automatic", "once", "evergreen"))
    assert conditions("契約期間が3年以上の自動更新契約") == (term, renews)
    assert conditions("contracts over three years, renewing automatically")[1] == renews
    assert not understand("contracts that renew in two years", today=TODAY).sure


def test_the_longest_renewal_is_no_longest_term() -> None:
    (reading,) = understand("更新期間が最も長い契約", today=TODAY).readings
    assert (reading.plan.quantity, reading.plan.top) == ("renewal_days", 1)


@pytest.mark.parametrize(
    ("question", "read"),
    [
        (
            "contracts without a cap on liability and with insurance",
            (ClauseIs(("cap_on_liability",), False), ClauseIs(("insurance",))),
        ),
        (
            "保険条項があり、かつ責任の上限の定めがない契約",
            (ClauseIs(("insurance",)), ClauseIs(("cap_on_liability",), False)),
        ),
        ("責任上限がなく、日本法準拠の契約", (ClauseIs(("cap_on_liability",), False), LawIs((Law("JP"),)))),
        ("contracts under Texas law and with a Japanese party", (LawIs((Law("US", "Texas"),)), PartyFrom(("JP",)))),
        (
            "contracts without insurance and audit rights",
            (ClauseIs(("insurance",), False), ClauseIs(("audit_rights",), False)),
        ),
    ],
)
def test_what_is_denied(question: str, read: tuple[Condition, ...]) -> None:
    assert conditions(question) == read


@pytest.mark.parametrize(
    "question",
    [
        "contracts not under Delaware law and under Texas law",
        "contracts without Siga and with Velo",
        "paper contracts with insurance",
        "contracts with and without insurance",
    ],
)
def test_what_nobody_can_tell_is_asked_back(question: str) -> None:
    assert not understand(question, today=TODAY, names=NAMES).sure


def test_days_between_two_years_are_no_number_of_years() -> None:
    assert conditions("2020年から2022年の間に結んだ契約") == (DateIn("agreement_date", "2020-01-01", "2022-12-31"),)


def test_a_yes_or_no_after_a_fact_of_one_contract_is_asked_of_that_one() -> None:
    before = Question("facts", Plan("list", (ContractIs(("27",), "contract 27"),)), ("expiration_date",))
    asked = followed(understand("責任上限はある？", today=TODAY, follows=True), before, ("id",), "those")
    assert asked.readings[0].plan.conditions[0] == ContractIs(("id",), "those")
    every = followed(understand("責任上限のある契約はある？", today=TODAY, follows=True), before, ("id",), "those")
    assert every.readings[0].plan.conditions == (ClauseIs(("cap_on_liability",)),)


def test_a_reading_from_elsewhere_is_held_against_the_words() -> None:
    reading = Question("list", Plan("list", (ClauseIs(("insurance",)),)))
    assert unsaid("contracts with insurance", reading, NAMES, today=TODAY) == ()
    assert unsaid("contracts that have no insurance", reading, NAMES, today=TODAY) != ()
    assert unsaid("blorp contracts", Question("list"), NAMES, today=TODAY) == ("blorp",)


def test_readings_mean_the_same_however_they_call_it() -> None:
    one = Question("list", Plan("list", (ContractIs(("1", "2"), "contracts 1 and 2"), ClauseIs(("insurance",)))))
    other = Question("list", Plan("list", (ClauseIs(("insurance",)), ContractIs(("2", "1"), "both"))), text="?")
    assert same_meaning(one, other)
    assert not same_meaning(one, Question("list", Plan("list", (ClauseIs(("insurance",), False),))))
