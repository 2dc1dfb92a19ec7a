"""Facts of the contracts that a clause chooses, and a second clause that says "they" of those of the first."""

from __future__ import annotations

import pytest
from test_understand import read, sure

from core.questions import ClauseIs, LawIs, PartyIs, TypeIs


@pytest.mark.parametrize(
    ("question", "facts", "code", "wanted"),
    [
        ("When do the contracts with a cap on liability end?", ("expiration_date",), "cap_on_liability", True),
        ("When do the contracts that have insurance end?", ("expiration_date",), "insurance", True),
        ("When do the contracts without insurance end?", ("expiration_date",), "insurance", False),
        ("What are the expiry dates of our contracts with insurance?", ("expiration_date",), "insurance", True),
        ("What law governs the contracts with a non-compete?", ("governing_law",), "non_compete", True),
        ("What are the notice periods of the contracts with insurance?", ("notice_period",), "insurance", True),
        ("Which contracts have a non-compete and when do they expire?", ("expiration_date",), "non_compete", True),
        ("Which of our contracts have insurance and who are they with?", ("parties",), "insurance", True),
        (
            "Which contracts cap our liability, and until when do they run?",
            ("expiration_date",),
            "cap_on_liability",
            True,
        ),
        ("List the contracts with audit rights and who signed them.", ("parties",), "audit_rights", True),
    ],
)
def test_a_clause_chooses_the_contracts_whose_facts_are_asked(
    question: str, facts: tuple[str, ...], code: str, wanted: bool
) -> None:
    reading = sure(question)
    assert (reading.kind, reading.facts) == ("facts", facts)
    assert reading.plan.conditions == (ClauseIs((code,), wanted),)


@pytest.mark.parametrize(
    ("question", "facts", "kinds"),
    [
        ("Which contracts do we have with AT&T, and when do they expire?", ("expiration_date",), {PartyIs}),
        ("Do we have contracts with AT&T, and if so, when do they end?", ("expiration_date",), {PartyIs}),
        (
            "Which contracts with AT&T cap our liability, and when do they end?",
            ("expiration_date",),
            {PartyIs, ClauseIs},
        ),
        ("When does the contract with AT&T with insurance expire?", ("expiration_date",), {PartyIs, ClauseIs}),
        ("Show me all the leases and who they are with.", ("parties",), {TypeIs}),
        ("What licenses do we have, and who are they with?", ("parties",), {TypeIs}),
        ("Which leases are under New York law, and when did they start?", ("effective_date",), {TypeIs, LawIs}),
        ("List the leases with their end dates and governing law.", ("expiration_date", "governing_law"), {TypeIs}),
        ("For each license agreement, show the parties and the expiry date.", ("parties", "expiration_date"), {TypeIs}),
        ("With whom do we have leases?", ("parties",), {TypeIs}),
        ("ライセンス契約の一覧を、相手方と満了日つきで出して", ("parties", "expiration_date"), {TypeIs}),
        ("業務委託契約の満了日付きの一覧がほしい", ("expiration_date",), {TypeIs}),
        ("秘密保持契約は誰と結んでいて、いつまでですか", ("parties", "expiration_date"), {TypeIs}),
        ("山田製作所との契約はどれで、いつまで有効ですか", ("expiration_date",), {PartyIs}),
    ],
)
def test_a_second_clause_speaks_of_the_contracts_of_the_first(
    question: str, facts: tuple[str, ...], kinds: set[type]
) -> None:
    reading = sure(question)
    assert (reading.kind, reading.facts) == ("facts", facts)
    assert {type(condition) for condition in reading.plan.every_condition} == kinds


@pytest.mark.parametrize("question", ["List leases with an end date.", "満了日のあるリース契約の一覧"])
def test_a_fact_that_contracts_must_have_stays_a_condition(question: str) -> None:
    reading = sure(question)
    assert reading.kind == "list"
    assert ClauseIs(("expiration_date",)) in reading.plan.conditions


@pytest.mark.parametrize(
    "question",
    [
        "When does the non-compete in contract 1 end?",
        "When do they end?",
        "What is the notice period and the non-compete in contract 1?",
        "When does the insurance in the contract with Mount Kowledge Holdings end?",
    ],
)
def test_a_clause_that_is_asked_for_itself_chooses_no_contracts(question: str) -> None:
    assert not read(question).sure
