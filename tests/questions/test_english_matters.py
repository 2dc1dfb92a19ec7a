"""Who does what, and how much is due, under one contract: what its words say of it, and no party or list."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, PartyIs, understood_with_help

TODAY = date(2026, 11, 30)
NAMES = Names(["Corvex Networks Inc.", "Halden Foods plc"])


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        (
            "Who can terminate the Corvex franchise agreement and how?",
            {"termination_for_convenience", "termination_for_cause"},
        ),
        ("Which party may end the Corvex agreement?", {"termination_for_convenience", "termination_for_cause"}),
        ("Who owns the IP created under the Halden agreement?", {"ip_ownership_assignment"}),
        ("Who bears the risk of loss in the Corvex agreement?", {"title_and_risk"}),
        ("Who is responsible for taxes under the Corvex agreement?", {"taxes"}),
        ("Which party can audit the books under the Halden agreement?", {"audit_rights"}),
        ("Who can assign the Corvex agreement?", {"anti_assignment"}),
    ],
)
def test_who_does_what_is_answered_with_the_contracts_words(question: str, codes: set[str]) -> None:
    """These were refused as commands or opinions, or answered with the parties."""
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert understood.sure
    assert understood.readings[0].kind == "excerpts"
    assert set(understood.readings[0].clauses) == codes
    assert any(isinstance(condition, PartyIs) for condition in understood.readings[0].plan.conditions)


@pytest.mark.parametrize(
    "question",
    [
        "What is the royalty under the Corvex agreement?",
        "What royalty does the franchisee pay under the Corvex franchise agreement?",
        "How much rent is due under the Halden lease?",
        "What is the interest rate of the Halden loan?",
        "What are the fees for the Corvex agreement?",
    ],
)
def test_an_amount_is_no_fact_and_its_words_are_offered(question: str) -> None:
    """The first was answered with the parties, as if it had been understood."""
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert not understood.sure
    assert [reading.kind for reading in understood.readings] == ["passages"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which party is the licensor under the Corvex agreement?", "facts"),
        ("Who is the landlord in the Halden lease?", "facts"),
        ("How much notice is needed under the Corvex agreement?", "facts"),
        ("terminate the Corvex agreement", "refused"),
    ],
)
def test_parties_notice_and_commands_stay_what_they_are(question: str, kind: str) -> None:
    assert understood_with_help(question, today=TODAY, names=NAMES).readings[0].kind == kind
