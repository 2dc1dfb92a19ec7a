"""English questions as lawyers ask them that were read as something else and sounded sure."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, Names, NumberIs, PartyIs, Question, RenewalIs, TypeIs, understand
from core.questions.second_look import permits
from core.questions.understand import Understood

TODAY = date(2026, 11, 20)
NAMES = Names(["Velo Systems GmbH", "Polaris Data Ltd", "Lindqvist Pharma AB"])


def asked(question: str) -> Understood:
    return understand(question, today=TODAY, names=NAMES)


def reading(question: str) -> Question:
    """The one sure reading."""
    understood = asked(question)
    assert understood.sure, (understood.unused, understood.missing, understood.readings)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("Show me the data protection clause in the Polaris hosting contract.", "personal_data"),
        ("Show me our NDA jurisdiction wording with Lindqvist.", "jurisdiction"),
        ("Let me see the force majeure clause in Velo's contract.", "force_majeure"),
        ("Pull up the audit clause in the Velo supply agreement", "audit_rights"),
        ("Can I see the termination for convenience clause in our Velo agreement?", "termination_for_convenience"),
        ("I'd like to see the confidentiality clause in the Velo contract", "confidentiality"),
        ("Show me the arbitration clause in our leases", "arbitration"),
    ],
)
def test_a_clause_that_is_to_be_shown_is_shown_in_its_words(question: str, code: str) -> None:
    found = reading(question)
    assert (found.kind, found.clauses) == ("excerpts", (code,))


@pytest.mark.parametrize(
    "question",
    [
        "Show me the Velo contracts with an insurance clause",
        "Show me the contracts with a data protection clause",
        "Let me see contracts with Velo that have a force majeure clause",
        "Show me the Velo agreement with the audit clause",
        "Show me leases with arbitration",
    ],
)
def test_contracts_that_are_to_be_shown_are_a_list(question: str) -> None:
    assert reading(question).kind == "list"


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("How many licences were in effect at the end of 2022?", "2022-12-31"),
        ("Which leases were live at year-end 2022?", "2022-12-31"),
        ("How many NDAs were in force on the last day of 2023?", "2023-12-31"),
        ("Contracts in force as of the end of 2021", "2021-12-31"),
        ("Which contracts will be in force at the end of 2027?", "2027-12-31"),
        ("Which supply agreements were active at the end of February 2024?", "2024-02-29"),
        ("Which agreements were running at the start of 2020?", "2020-01-01"),
        ("Which contracts will still be in force at the end of next year?", "2027-12-31"),
        ("As of year-end 2022, how many licences were in force?", "2022-12-31"),
        ("On 31 December 2022, how many licences were in force?", "2022-12-31"),
    ],
)
def test_the_end_of_a_year_on_which_contracts_are_in_force_is_a_day(question: str, day: str) -> None:
    found = reading(question)
    assert found.day == day
    assert not {type(condition) for condition in found.plan.every_condition} - {TypeIs}


@pytest.mark.parametrize("question", ["How many contracts were in effect in 2022?", "Which leases are active in 2027?"])
def test_a_year_in_which_contracts_are_in_force_is_no_year_of_one_date(question: str) -> None:
    assert not asked(question).sure


def test_the_end_of_a_year_stays_a_year_beside_another_verb() -> None:
    (condition,) = reading("Which contracts went live in 2024?").plan.conditions
    assert (condition.field, condition.first, condition.last) == ("effective_date", "2024-01-01", "2024-12-31")


@pytest.mark.parametrize(
    "question",
    [
        "May we use their logo for marketing under our Velo contract?",
        "Which contracts allow us to use their logo in marketing?",
        "Can we use their logo in our advertising under the Velo contract?",
    ],
)
def test_marketing_that_a_logo_is_used_for_is_no_kind_of_agreement(question: str) -> None:
    found = reading(question).plan.every_condition
    assert ClauseIs(("publicity",)) in found
    assert not any(isinstance(condition, TypeIs) for condition in found)


@pytest.mark.parametrize("question", ["Which marketing contracts are there?", "List our agreements for marketing"])
def test_marketing_is_a_kind_of_agreement_elsewhere(question: str) -> None:
    assert reading(question).plan.conditions == (TypeIs(("marketing",)),)


@pytest.mark.parametrize(
    "question",
    ["Which facility agreements are secured by a charge?", "Which loan agreements are backed by a mortgage?"],
)
def test_what_secures_a_debt_is_not_lost(question: str) -> None:
    assert asked(question).unused


@pytest.mark.parametrize(
    ("question", "field", "ascending"),
    [
        ("Which employment contract has the most recent start date?", "effective_date", False),
        ("Which licence has the oldest commencement date?", "effective_date", True),
        ("Which supply agreement has the newest effective date?", "effective_date", False),
        ("Which contract has the most recent expiry date?", "expiration_date", False),
        ("Which contract has the most recent signing date?", "agreement_date", False),
    ],
)
def test_a_date_that_is_named_is_ranked_by(question: str, field: str, ascending: bool) -> None:
    found = reading(question)
    assert (found.plan.by_date, found.plan.ascending, found.facts) == (field, ascending, ())


@pytest.mark.parametrize(
    ("question", "date_asked"),
    [
        ("Who signed the Velo data processing agreement, and when?", "agreement_date"),
        ("When and by whom was the Velo lease signed?", "agreement_date"),
        ("When was the Velo lease signed and by whom?", "agreement_date"),
        ("Who are the parties to the Velo lease, and when was it signed?", "agreement_date"),
    ],
)
def test_who_and_when_asks_for_both(question: str, date_asked: str) -> None:
    found = reading(question)
    assert (found.kind, set(found.facts)) == ("facts", {"parties", date_asked})
    assert any(isinstance(condition, PartyIs) for condition in found.plan.every_condition)


@pytest.mark.parametrize(
    "question",
    [
        "Can you list the joint ventures with a pre-emption right?",
        "Could you please show me leases expiring in 2027?",
        "Can you find any contracts with an audit right?",
        "Can you name the contracts with insurance?",
    ],
)
def test_a_request_in_the_form_of_a_question_is_a_list(question: str) -> None:
    assert reading(question).kind == "list"


@pytest.mark.parametrize(
    ("question", "there", "missing"),
    [
        ("Which agreements provide for arbitration rather than court litigation?", "arbitration", "jurisdiction"),
        ("Which contracts choose arbitration instead of the courts?", "arbitration", "jurisdiction"),
        ("Which contracts go to arbitration and not to court?", "arbitration", "jurisdiction"),
        ("Which contracts prefer courts over arbitration?", "jurisdiction", "arbitration"),
    ],
)
def test_one_way_to_settle_disputes_and_not_the_other(question: str, there: str, missing: str) -> None:
    assert set(reading(question).plan.conditions) == {ClauseIs((there,)), ClauseIs((missing,), wanted=False)}


BY_ITSELF = RenewalIs(("automatic", "once", "evergreen"))
NO_RENEWAL = ClauseIs(("renewal_term",), wanted=False)


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("Which agreements renew automatically unless notice is given?", BY_ITSELF),
        ("Which contracts roll over unless either party gives notice?", BY_ITSELF),
        ("Which contracts are automatically extended unless cancelled?", BY_ITSELF),
        ("Which contracts continue indefinitely until terminated?", RenewalIs(("evergreen",))),
        ("Which contracts remain in force until terminated by either party?", RenewalIs(("evergreen",))),
        ("Which agreements renew only if both parties agree?", RenewalIs(("mutual",))),
        ("Which contracts can be extended only with both sides' consent?", RenewalIs(("mutual",))),
        ("How many contracts end without any right to renew?", NO_RENEWAL),
        (
            "Which contracts require at least six months' notice of termination?",
            NumberIs("notice_days", 180, None, "day"),
        ),
        ("Which contracts can only be varied in writing?", ClauseIs(("amendment",))),
        ("Which contracts may not be amended except in writing?", ClauseIs(("amendment",))),
        ("Which contracts allow sub-processors?", ClauseIs(("subcontracting",))),
        ("Which contracts restrict the use of subprocessors?", ClauseIs(("subcontracting",))),
        ("Which contracts include a restrictive covenant against joining a competitor?", ClauseIs(("non_compete",))),
        (
            "For the year-end audit, which contracts contain a take or pay obligation?",
            ClauseIs(("minimum_commitment",)),
        ),
    ],
)
def test_how_a_contract_goes_on_and_what_it_forbids(question: str, condition: object) -> None:
    assert reading(question).plan.conditions == (condition,)


@pytest.mark.parametrize(
    "question",
    [
        "Which contracts can be assigned to affiliates without consent?",
        "Which contracts allow assignment without our consent?",
        "Which contracts can be terminated on 30 days' notice?",
    ],
)
def test_what_turns_a_clause_type_about_is_asked_back(question: str) -> None:
    assert not asked(question).sure


@pytest.mark.parametrize(
    "words", ["assigned to affiliates without consent may", "allow assignment without our prior written consent"]
)
def test_what_may_be_done_without_asking_is_no_restriction(words: str) -> None:
    assert permits(words, "anti_assignment")
    assert not permits("may be assigned with consent", "anti_assignment")


@pytest.mark.parametrize(
    "question",
    [
        "Who is the landlord in the Velo lease?",
        "Who acts as agent in the Velo agency agreement?",
        "Which company is the licensor under the Velo licence?",
    ],
)
def test_who_has_a_role_is_told_with_the_parties(question: str) -> None:
    assert (reading(question).kind, reading(question).facts) == ("facts", ("parties",))


@pytest.mark.parametrize(
    "question",
    [
        "Which forum and law apply to the Velo contract?",
        "What is the governing law and venue of the Velo lease?",
        "What law and which courts apply to the Velo lease?",
    ],
)
def test_the_law_and_the_forum_are_told_in_the_words_of_both_clauses(question: str) -> None:
    assert (reading(question).kind, reading(question).clauses) == ("excerpts", ("governing_law", "jurisdiction"))


@pytest.mark.parametrize(
    "question", ["What is the seat of arbitration in the Velo contract?", "Which arbitral seat did we agree with Velo?"]
)
def test_the_seat_is_told_in_the_words_of_the_clause(question: str) -> None:
    assert (reading(question).kind, reading(question).clauses) == ("excerpts", ("arbitration",))


def test_employees_who_are_not_bound_are_contracts_of_employment_without() -> None:
    found = reading("Are any of our employees not bound by a non-compete?")
    assert set(found.plan.conditions) == {TypeIs(("employment",)), ClauseIs(("non_compete",), wanted=False)}


def test_the_same_law_for_all_is_compared() -> None:
    assert reading("Are all the Velo contracts governed by the same law?").kind == "differences"
