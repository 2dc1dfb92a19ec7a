"""English wordings that were refused, asked back or read as another question, and what they mean."""

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
    Question,
    RenewalIs,
    followed,
    understand,
)
from core.questions.names import NamedContract
from core.questions.plan import Plan

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["Siga Technologies Inc.", "Halden Systems LLC", "Bluewater Pipelines LP", "Etonbridge Foods Ltd."],
    [
        NamedContract("c1", 1, "Software License Agreement", "1.txt", "license", ("Siga Technologies Inc.",)),
        NamedContract("c2", 2, "Transportation Agreement", "2.txt", "transportation", ("Bluewater Pipelines LP",)),
        NamedContract("c3", 3, "Distributor Agreement", "3.txt", "distributor", ("Etonbridge Foods Ltd.",)),
    ],
    roles=["Licensor", "Licensee", "Assignor", "Buyer"],
)
RENEWS = RenewalIs(("automatic", "once", "evergreen"))
US = LawIs((Law("US"),))


def reading(question: str) -> Question:
    """The one sure reading."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert understood.sure, (understood.unused, understood.missing, understood.readings)
    return understood.readings[0]


def conditions(question: str) -> tuple[Condition, ...]:
    return reading(question).plan.conditions


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("which ones roll over a year at a time", (RENEWS, NumberIs("renewal_days", 1, 1, "year"))),
        ("which contracts renew automatically every year", (RENEWS, NumberIs("renewal_days", 1, 1, "year"))),
        ("contracts that are self-renewing", (RENEWS,)),
        ("Where do we have to tell the other side more than 150 days ahead?", (NumberIs("notice_days", 151, None),)),
        (
            "contracts whose expiration date falls between now and New Year's Eve",
            (DateIn("expiration_date", "2026-11-20", "2026-12-31"),),
        ),
        (
            "Which contracts have a notice deadline coming up before the end of this year?",
            (DateIn("last_notice_day", "2026-11-20", "2026-12-31"),),
        ),
        ("which contracts lock us in until 2030 or beyond", (DateIn("expiration_date", "2030-01-01", None),)),
        (
            "everything we put our signature to in 2023",
            (DateIn("agreement_date", "2023-01-01", "2023-12-31"),),
        ),
        ("contracts under the law of a US state", (US,)),
        ("contracts under US law, whichever state", (US,)),
        (
            "contracts with a governing law neither American nor Japanese",
            (LawIs((Law("US"), Law("JP")), wanted=False),),
        ),
        ("I'd like those governed by Texas law", (LawIs((Law("US", "Texas"),)),)),
        ("non-compete yes, exclusivity no", (ClauseIs(("non_compete",)), ClauseIs(("exclusivity",), False))),
        ("contracts silent on assignment", (ClauseIs(("anti_assignment",), False),)),
        ("deals having a best-price promise", (ClauseIs(("most_favored_nation",)),)),
        ("finance asks: where do we have to split revenue or profit", (ClauseIs(("revenue_profit_sharing",)),)),
        ("Engineering here. Which contracts have insurance?", (ClauseIs(("insurance",)),)),
    ],
)
def test_contracts_in_everyday_words(question: str, read: tuple[Condition, ...]) -> None:
    assert conditions(question) == read


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("How far ahead must we tell Bluewater that we won't renew the transportation agreement?", "notice_period"),
        ("Full names of the parties to the Siga license agreement, please.", "parties"),
        ("Who is the licensee in the Siga license agreement?", "parties"),
        ("who buys under the Bluewater transportation agreement?", "parties"),
    ],
)
def test_a_fact_of_one_contract(question: str, fact: str) -> None:
    read = reading(question)
    assert (read.kind, read.facts) == ("facts", (fact,))


@pytest.mark.parametrize(
    "question",
    [
        "Etonbridge distributor agreement exclusive?",
        "Etonbridge distributor agreement: exclusivity, yes or no?",
        "contract 3 exclusive, y/n",
    ],
)
def test_a_telegram_that_asks_whether(question: str) -> None:
    read = reading(question)
    assert read.kind == "yes_no"
    assert ClauseIs(("exclusivity",)) in read.plan.conditions


def test_the_words_of_a_clause_named_between_exact_and_wording() -> None:
    read = reading("exact exclusivity wording, contract 3")
    assert (read.kind, read.clauses) == ("excerpts", ("exclusivity",))


def test_a_date_that_ranks_is_not_one_that_is_stated() -> None:
    read = reading("Which contract has the expiration date furthest in the future?")
    assert (read.plan.by_date, read.plan.ascending, read.plan.top) == ("expiration_date", False, 1)


def test_top_by_a_date_may_be_either_end() -> None:
    understood = understand("Top 3 contracts by expiration date", today=TODAY)
    assert {(r.plan.by_date, r.plan.ascending, r.plan.top) for r in understood.readings} == {
        ("expiration_date", False, 3),
        ("expiration_date", True, 3),
    }


def test_a_state_whichever_it_is_makes_no_groups() -> None:
    """It was answered state by state, each with 100 %."""
    assert reading("share of contracts under the law of a US state").plan == Plan("share", (US,))
    assert not understand("share of contracts under the law of a state", today=TODAY).sure


def test_the_last_day_to_give_notice_is_asked_of_the_contract_before() -> None:
    """It was read as the last of all days to give notice."""
    before = Question("facts", Plan("list", (ContractIs(("c1",), "contract 1"),)), ("expiration_date",))
    understood = understand("and the last day to give notice?", today=TODAY, names=NAMES, follows=True)
    after = followed(understood, before, ("c1",), "those")
    assert [(r.kind, r.facts, r.plan.conditions) for r in after.readings] == [
        ("facts", ("last_notice_day",), (ContractIs(("c1",), "those"),))
    ]


def test_a_whole_question_behind_and_asks_anew() -> None:
    """It was read as narrowing the contracts before."""
    before = Question("count", Plan("count", (ClauseIs(("audit_rights",)),)))
    understood = understand("and how many contracts have insurance?", today=TODAY, names=NAMES, follows=True)
    (after,) = followed(understood, before, ("c1",), "those").readings
    assert after.plan.conditions == (ClauseIs(("insurance",)),)


def test_a_second_number_without_a_noun_is_asked_back() -> None:
    before = Question("count", Plan("count", (ClauseIs(("audit_rights",)),)))
    understood = understand("and how many have insurance?", today=TODAY, names=NAMES, follows=True)
    after = followed(understood, before, ("c1",), "those")
    assert {r.plan.conditions for r in after.readings} == {
        (ClauseIs(("insurance",)),),
        (ClauseIs(("audit_rights",)), ClauseIs(("insurance",))),
    }


@pytest.mark.parametrize(
    "question",
    [
        "What does Siga do?",
        "Who is Siga?",
        "did Siga sign",
        "do we owe Siga anything",
        "is contract 3 on paper",
        "can Siga audit us",
        "is Siga our biggest counterparty",
        "contracts with Siga's suppliers",
        "contracts with Siga alone",
        "contracts with customers of Siga",
        "the longest non-compete",
        "when was the last audit at Siga",
        "How many audits were there?",
        "how many licences have we granted to Siga",
        "what is the number of the audit clause in contract 3",
        "how long has contract 3 been running",
        "contracts that were not renewed",
        "contracts terminated for convenience",
        "contracts whose non-compete lasts longer than two years",
    ],
)
def test_what_no_contract_says_is_asked_back(question: str) -> None:
    """Each was answered as if another thing had been asked."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert not understood.sure or understood.readings[0].kind == "refused"


@pytest.mark.parametrize(
    "question",
    [
        "Do we have a contract with Siga?",
        "what do we have with Siga",
        "Is Siga a party to contract 1?",
        "does contract 3 expire in 2027",
        "who are the parties to the Siga license agreement",
        "is the Siga license agreement under Texas law",
        "contracts that may be terminated for convenience",
        "what is the longest contract with a non-compete",
    ],
)
def test_what_stands_beside_those_is_answered(question: str) -> None:
    assert reading(question)


def test_the_same_for_another_contract() -> None:
    before = Question("facts", Plan("list", (ContractIs(("1",), "contract 1"),)), ("expiration_date",))
    understood = understand("same for contract 3", today=TODAY, names=NAMES, follows=True)
    (after,) = followed(understood, before, ("c1",), "those").readings
    assert (after.kind, after.facts) == ("facts", ("expiration_date",))
    assert [c.references for c in after.plan.conditions if isinstance(c, ContractIs)] == [("3",)]
