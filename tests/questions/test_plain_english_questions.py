"""Plain English questions that were read as something else, or asked back although they are clear."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, DateIn, LawIs, Names, PartyIs, Question, TypeIs, understand, understood_with_help
from core.questions.learned.question_parts import unknown_names
from core.questions.lexicon import Sense

TODAY = date(2026, 11, 20)
NAMES = Names(["Velo Systems GmbH", "Halden Systems LLC", "Kinoshita KK"])


def reading(question: str) -> Question:
    """The one sure reading."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert understood.sure, (understood.unused, understood.missing, understood.readings)
    return understood.readings[0]


def left(question: str) -> tuple[str, ...]:
    """Words left over of a question that is not answered."""
    understood = understand(question, today=TODAY, names=NAMES)
    assert not understood.sure, understood.readings
    return understood.unused


@pytest.mark.parametrize("word", ["building", "inclusive", "unreasonable", "season"])
def test_a_word_spelled_right_is_no_slip_for_another(word: str) -> None:
    understood = understand(f"Which {word} contracts expire in 2027?", today=TODAY, names=NAMES)
    assert word in understood.unused
    assert not understood.guesses


def test_slips_are_still_put_right() -> None:
    understood = understand("Which contarcts have insurence?", today=TODAY, names=NAMES)
    assert understood.sure
    assert {guess.word for guess in understood.guesses} == {"contarcts", "insurence"}


@pytest.mark.parametrize("order", ["Terminate Kinoshita today", "Please terminate the Velo agreement"])
def test_an_order_to_end_a_contract_is_refused(order: str) -> None:
    assert reading(order).kind == "refused"


def test_terminate_is_a_verb_of_dates_elsewhere() -> None:
    (condition,) = reading("contracts that terminate today").plan.conditions
    assert isinstance(condition, DateIn)


def test_what_none_of_a_partys_contracts_has_is_no_exclusion_of_the_party() -> None:
    question = reading("Is it right that none of our Velo contracts allow exit without a reason?")
    assert [c.wanted for c in question.plan.every_condition if isinstance(c, PartyIs)] == [True]
    assert [c.wanted for c in question.plan.every_condition if isinstance(c, ClauseIs)] == [False]
    assert question.every


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("What does the notice provision in the Velo contract say?", "notices"),
        ("Where does the Velo agreement mention the right of first refusal?", "rofr_rofo_rofn"),
        ("Which courts have jurisdiction under the Velo loan?", "jurisdiction"),
        ("Where are disputes heard under the Velo lease?", "jurisdiction"),
        ("Where would we have to sue Velo?", "jurisdiction"),
        ("Paste the insurance clause of the Velo lease", "insurance"),
        ("How is change of control worded in the Velo lease?", "change_of_control"),
    ],
)
def test_what_a_clause_says_is_answered_with_its_words(asked: str, code: str) -> None:
    question = reading(asked)
    assert (question.kind, question.clauses) == ("excerpts", (code,))


@pytest.mark.parametrize(
    "asked", ["Would the Velo contract renew automatically?", "Will the Velo lease renew by itself?"]
)
def test_would_and_will_ask_for_a_yes_or_no(asked: str) -> None:
    assert reading(asked).kind == "yes_no"


@pytest.mark.parametrize(
    "asked",
    [
        "What is the maximum liability amount under the Velo supply agreement?",
        "What is the late fee rate in the Velo contract?",
        "Outsourcing agreements with service levels but no service credits",
        "Show leases by soonest end first",
        "Will Velo renew next year?",
        "none of the Velo contracts",
        "What percentage is the Velo late fee?",
        "which contracts have an insurance clause that expires in 2027",
    ],
)
def test_asked_back(asked: str) -> None:
    assert left(asked)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("Which contracts specify Incoterms or shipping obligations?", "delivery"),
        ("Which contracts have a most favored customer provision or best price guarantee?", "most_favored_nation"),
    ],
)
def test_two_names_of_one_clause_type_need_no_or(asked: str, code: str) -> None:
    assert reading(asked).plan.conditions == (ClauseIs((code,)),)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("Do we have any guarantees governed by Hong Kong law?", "guarantee"),
        ("settlements signed in 2024", "settlement"),
        ("Next three licenses to expire", "license"),
    ],
)
def test_a_plain_noun_names_a_kind_of_agreement(asked: str, code: str) -> None:
    assert TypeIs((code,)) in reading(asked).plan.conditions


def test_a_month_groups_by_the_date_that_the_days_are_said_of() -> None:
    (group,) = reading("Contracts expiring in 2026, by month").plan.groups
    assert (group.dimension, group.of) == ("month", "expiration_date")


@pytest.mark.parametrize(
    ("asked", "laws"),
    [
        ("Which leases are neither under English nor Norwegian law?", 2),
        ("How large a share of the portfolio is under foreign law?", 1),
        ("leases under Czech law only", 1),
    ],
)
def test_laws(asked: str, laws: int) -> None:
    found = [c for c in reading(asked).plan.every_condition if isinstance(c, LawIs)]
    assert [len(c.laws) for c in found] == [laws]


def test_of_two_parties_named_the_one_that_ends_first_need_not_lie_ahead() -> None:
    question = reading("Which expires first, the Velo or the Halden license?")
    assert question.plan.by_date == "expiration_date"
    assert not any(isinstance(c, DateIn) for c in question.plan.conditions)


def test_termination_for_one_reason_but_not_for_another() -> None:
    found = reading("Which contracts allow termination for material breach but not for convenience?").plan.conditions
    assert found == (ClauseIs(("termination_for_cause",)), ClauseIs(("termination_for_convenience",), wanted=False))


@pytest.mark.parametrize(
    "asked",
    [
        "NDAs with Zorbex expiring in 2027?",
        "Leases with Zorbex without a cap",
        "Show me the Zorbex leases without insurance",
    ],
)
def test_a_firm_that_nobody_knows_is_never_passed_over(asked: str) -> None:
    understood = understood_with_help(asked, today=TODAY, names=NAMES)
    assert not understood.sure
    assert "zorbex" in understood.unused


def test_a_month_is_no_name_of_a_firm() -> None:
    senses_of_nothing: tuple[Sense, ...] = ()
    asked = "Leases that wind up between 1 April and 30 September with Zorbex"
    assert [asked[start:end] for start, end in unknown_names(asked, senses_of_nothing, japanese=False)] == ["Zorbex"]
