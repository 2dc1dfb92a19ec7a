"""What is wanted of one contract in everyday words, and "soon"."""

from __future__ import annotations

import pytest
from test_understand import read, sure

from core.questions import ClauseIs, ContractIs, DateIn, TypeIs, followed


@pytest.mark.parametrize(
    "question",
    [
        "Give me an overview of contract 2.",
        "What are the key terms of contract 2?",
        "Summarize contract 2.",
        "Could you summarise contract 2 for me briefly?",
        "契約2を要約して",
        "契約2を簡単にまとめてください",
        "契約2の要約をください",
    ],
)
def test_an_overview(question: str) -> None:
    reading = sure(question)
    (condition,) = reading.plan.every_condition
    assert reading.kind == "card"
    assert isinstance(condition, ContractIs)
    assert condition.references == ("2",)


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("Where does the SIGA agreement talk about audits?", "audit_rights"),
        ("Who can terminate contract 1 for convenience?", "termination_for_convenience"),
        ("契約1で監査について書いてあるのはどこ", "audit_rights"),
    ],
)
def test_its_words_are_shown(question: str, clause: str) -> None:
    reading = sure(question)
    assert (reading.kind, reading.clauses) == ("excerpts", (clause,))


def test_who_may_end_it_shows_every_way_to_end_it() -> None:
    """Termination for cause was left out."""
    reading = sure("Who may terminate the SIGA agreement?")
    assert (reading.kind, reading.clauses) == ("excerpts", ("termination_for_convenience", "termination_for_cause"))


@pytest.mark.parametrize(
    "question", ["Give me a summary of all contracts", "Summarise our leases", "summarise everything"]
)
def test_many_contracts_have_no_overview(question: str) -> None:
    understood = read(question)
    assert all(reading.kind != "card" for reading in understood.readings)
    assert not understood.sure or understood.readings[0].kind in ("passages", "refused")


@pytest.mark.parametrize(
    ("question", "kind", "conditions"),
    [
        ("What contracts expire soon?", "list", set()),
        ("Which contracts are about to expire?", "list", set()),
        ("How many leases will end soon?", "count", {TypeIs}),
        ("もうすぐ満了する契約は？", "list", set()),
        ("まもなく満了するライセンス契約は何件？", "count", {TypeIs}),
    ],
)
def test_how_soon_is_asked_back(question: str, kind: str, conditions: set[type]) -> None:
    understood = read(question)
    days = [condition for reading in understood.readings for condition in reading.plan.conditions]
    assert not understood.sure
    assert {reading.kind for reading in understood.readings} == {kind}
    assert {type(condition) for condition in days} == conditions | {DateIn}
    assert [condition.last for condition in days if isinstance(condition, DateIn)] == [
        "2026-12-21",
        "2027-02-19",
        "2027-11-21",
    ]


@pytest.mark.parametrize("question", ["Which contracts are new?", "そろそろ古い契約は？"])
def test_what_is_vague_besides_is_refused(question: str) -> None:
    assert [reading.kind for reading in read(question).readings] == ["refused"]


def test_the_clause_that_is_asked_for_is_no_condition() -> None:
    reading = sure("Who can terminate contract 1 for convenience?")
    assert not any(isinstance(condition, ClauseIs) for condition in reading.plan.every_condition)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what does it say about insurance?", "excerpts"),
        ("what does that contract say about insurance?", "excerpts"),
        ("who can terminate it?", "excerpts"),
        ("where does it talk about audits?", "excerpts"),
        ("what happens if they pay late?", "passages"),
        ("保険については何と書いてある？", "excerpts"),
        ("遅延したらどうなる？", "passages"),
    ],
)
def test_words_are_asked_of_the_one_contract_before(question: str, kind: str) -> None:
    """After a card of one contract the words of all contracts were shown."""
    reading = followed(read(question, follows=True), sure("Tell me about contract 2"), ["c2"], "those").readings[0]
    assert reading.kind == kind
    assert reading.plan.conditions == (ContractIs(("c2",), "those"),)


@pytest.mark.parametrize(
    "question", ["what do our contracts say about insurance?", "what happens when contracts expire?"]
)
def test_words_of_all_contracts_are_asked_by_saying_so(question: str) -> None:
    reading = followed(read(question, follows=True), sure("Tell me about contract 2"), ["c2"], "those").readings[0]
    assert reading.plan.conditions == ()
