"""Contracts meant by party and type, facts of the contract that ranks first, and what "but" takes out."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import (
    ClauseIs,
    ContractIs,
    DateIn,
    GroupBy,
    LawIs,
    NamedContract,
    Names,
    PartyIs,
    Question,
    RenewalIs,
    TypeIs,
    followed,
    understand,
)

TODAY = date(2026, 11, 20)
NAMES = Names(
    ["Birch Devices GmbH", "Alder Bank", "Cedar Foods Inc."],
    [
        NamedContract("c1", 1, "Supply Agreement", "1.pdf", "supply", ("Birch Devices GmbH", "Alder Bank")),
        NamedContract("c2", 2, "Outsourcing Agreement", "2.pdf", "outsourcing", ("Cedar Foods Inc.", "Alder Bank")),
        NamedContract("c3", 3, "Lease", "3.pdf", "lease", ("Cedar Foods Inc.",)),
    ],
)


def read(text: str) -> Question:
    """The sure reading of a question."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    "text",
    [
        "compare insurance in the Birch supply agreement and the Cedar outsourcing agreement",
        "insurance: Birch supply agreement vs the outsourcing agreement with Cedar",
    ],
)
def test_contracts_of_a_comparison_are_named_by_party_and_type(text: str) -> None:
    question = read(text)
    named = [key for c in question.plan.conditions if isinstance(c, ContractIs) for key in c.references]
    assert (question.kind, named, question.clauses) == ("differences", ["c1", "c2"], ("insurance",))


def test_two_parties_that_share_no_contract_mean_the_contracts_of_either() -> None:
    (condition,) = read("list contracts with Birch and Cedar").plan.conditions
    assert isinstance(condition, PartyIs)
    assert condition.names == ("Birch Devices GmbH", "Cedar Foods Inc.")


@pytest.mark.parametrize(
    ("text", "facts", "by"),
    [
        ("what law governs the longest agreement?", ("governing_law",), "term_days"),
        ("who are the parties to the oldest contract?", ("parties",), "agreement_date"),
        ("when does the oldest contract end?", ("expiration_date",), "agreement_date"),
        ("一番新しく締結した契約の準拠法は？", ("governing_law",), "agreement_date"),
    ],
)
def test_a_fact_is_asked_of_the_contract_that_ranks_first(text: str, facts: tuple[str, ...], by: str) -> None:
    question = read(text)
    assert (question.facts, question.plan.quantity or question.plan.by_date, question.plan.top) == (facts, by, 1)


def test_but_after_all_takes_out() -> None:
    assert TypeIs(("nda",), wanted=False) in read("all New York law contracts but the NDA").plan.conditions
    assert ClauseIs(("insurance",)) in read("all Texas law contracts but only with insurance").plan.conditions


@pytest.mark.parametrize("text", ["expiring 2035 or later", "contracts that expire in 2035 and after"])
def test_or_later_opens_the_end(text: str) -> None:
    assert read(text).plan.conditions == (DateIn("expiration_date", "2035-01-01", None),)


def test_with_whom_most_contracts_are() -> None:
    plan = read("who do we have the most contracts with?").plan
    assert (plan.group, plan.top) == (GroupBy("party"), 1)


def test_a_way_to_count_alone_counts_the_contracts_of_the_question_before() -> None:
    before = understand("contracts with a non-compete", today=TODAY)
    understood = understand("breakdown by governing law?", today=TODAY, follows=True)
    (question,) = followed(understood, before.readings[0], ["c1"], "those").readings
    assert question.plan.conditions == (ClauseIs(("non_compete",)),)


def test_now_is_today() -> None:
    assert read("what do we have with Cedar at the moment?").day == "2026-11-20"


def test_renewal_that_is_denied_is_none_by_itself_in_either_language() -> None:
    conditions = read("Texas law deals that do not renew").plan.conditions
    not_by_itself = RenewalIs(("automatic", "once", "evergreen"), wanted=False)
    assert not_by_itself in conditions
    for question in (
        "contracts that do not renew automatically",
        "更新しない契約",
        "更新されない契約",
        "更新をしない契約",
    ):
        assert read(question).plan.conditions == (not_by_itself,), question
    assert read("更新のない契約").plan.conditions == (ClauseIs(("renewal_term",), wanted=False),)
    assert any(isinstance(condition, LawIs) for condition in conditions)


@pytest.mark.parametrize(
    ("text", "kind", "added"),
    [
        ("which ones have insurance?", "list", (ClauseIs(("insurance",)),)),
        ("保険がないものは？", "list", (ClauseIs(("insurance",), wanted=False),)),
        ("leave out the exclusive ones", "list", (ClauseIs(("exclusivity",), wanted=False),)),
        ("何件？", "count", ()),
        ("how many?", "count", ()),
    ],
)
def test_ones_are_those_of_the_list_before(text: str, kind: str, added: tuple[object, ...]) -> None:
    before = understand("contracts under Texas law", today=TODAY).readings[0]
    understood = understand(text, today=TODAY, follows=True)
    (question,) = followed(understood, before, ["c1"], "those").readings
    assert question.kind == kind
    assert question.plan.conditions == (*before.plan.conditions, *added)


def test_several_laws_of_one_contract_are_not_several_laws_of_a_party() -> None:
    assert not understand("contracts with more than one governing law", today=TODAY).sure
    assert read("which companies have contracts under more than one governing law?").plan.having is not None
