"""What is said of a clause itself, of an event, or only roughly, is never answered as said of contracts."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, understand
from core.questions.names import NamedContract

TODAY = date(2026, 11, 20)
NAMES = Names(["Halden Systems LLC"], [NamedContract("c1", 1, "Software License Agreement", "a.txt", "license")])


@pytest.mark.parametrize(
    "question",
    [
        "contracts with a non-compete longer than two years",
        "warranty longer than 24 months",
        "two-year non-competes",
        "2年を超える競業避止がある契約",
        "競業避止が2年の契約",
        "non-competes in Texas",
        "New York arbitration",
        "テキサスでの競業避止がある契約",
        "insurance expiring in 2027",
        "contracts with expired exclusivity",
        "独占が終わった契約",
        "保険だけの契約",
        "contracts with survival of exclusivity",
        "contracts that could be ended at will if we get bought",
        "独占の存続がある契約",
        "contracts where Halden has the audit right",
        "Does Halden have audit rights?",
        "contracts granting Halden a license",
        "Haldenにライセンスが与えられる契約",
        "contracts that have been audited",
        "監査された契約",
        "監査が禁止されている契約",
        "contracts like the NDA",
        "contracts with our biggest customer",
        "how much notice did we give",
        "contracts expiring about 2027",
        "約30日の予告が必要な契約",
        "2024年に更新した契約",
        "contracts expiring between 2027 and 2026",
        "where was the software license signed",
        "who owns the IP in the Halden contract",
        "does the non-compete survive",
        "contracts whose non-compete ends before 2027",
        "contracts whose insurance cover expires in 2027",
    ],
)
def test_what_the_reading_would_say_of_the_contract_instead_is_asked_back(question: str) -> None:
    understood = understand(question, today=TODAY, names=NAMES)
    assert not understood.sure or understood.readings[0].kind == "refused"


@pytest.mark.parametrize(
    "question",
    [
        "contracts with a non-compete that run longer than two years",
        "Texas contracts with a non-compete",
        "non-competes under Texas law",
        "contracts with insurance expiring in 2027",
        "2027年に切れる、保険がある契約",
        "保険がある契約だけ",
        "契約1はもう満了していますか",
        "contracts that can be terminated for convenience",
        "contracts with exclusivity and insurance",
        "contracts expiring next week",
        # The firm was taken for the one that has the clause: "I do not understand “have”".
        "Which contracts with Halden have a non-compete?",
        "How many agreements with Halden have no insurance?",
        "Does our contract with Halden have audit rights?",
    ],
)
def test_what_is_said_of_the_contract_is_answered(question: str) -> None:
    assert understand(question, today=TODAY, names=NAMES).sure


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("contracts expiring next week", "2026-11-23", "2026-11-29"),
        ("今週締結した契約", "2026-11-16", "2026-11-22"),
        ("2027年1〜3月に満了するもの", "2027-01-01", "2027-03-31"),
        ("signed no later than the end of 2017", None, "2017-12-31"),
        ("contracts that outlive March 31, 2031", "2031-04-01", None),
        ("今期に結んだ契約", "2026-04-01", "2027-03-31"),
        ("まだ終わっていない契約", "2026-11-20", None),
    ],
)
def test_days_in_everyday_words(question: str, first: str | None, last: str | None) -> None:
    understood = understand(question, today=TODAY)
    assert understood.sure
    assert [(c.first, c.last) for c in understood.readings[0].plan.conditions] == [(first, last)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "whole", "counted"),
    [
        ("what percentage of NDAs are expired", ["type"], ["date"]),
        ("what percentage of expired NDAs have audit rights", ["type", "date"], ["clause"]),
        ("what percentage of contracts that expired have audit rights", ["date"], ["clause"]),
    ],
)
def test_who_has_expired_is_the_whole_where_it_is_said_of_the_whole(
    question: str, whole: list[str], counted: list[str]
) -> None:
    (reading,) = understand(question, today=TODAY).readings
    assert [condition.kind for condition in reading.plan.among] == whole
    assert [condition.kind for condition in reading.plan.conditions] == counted
