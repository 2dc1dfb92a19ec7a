"""Questions that were read as something else, and sounded sure: each with what it is or that it is asked back."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, NamedContract, Names, PartyIs, understand, understood_with_help
from core.questions.plan import DateIn, Question

TODAY = date(2026, 11, 20)
PARTIES = ["Corvex Networks Inc.", "Ekström Fastigheter AB", "Bank Helvetia AG", "Baltic Maritime AS"]
NAMES = Names(PARTIES, [NamedContract("c1", 1, "Supply Agreement", "", "supply", (PARTIES[0],))])


def _sure(question: str) -> Question:
    understood = understand(question, today=TODAY, names=NAMES)
    assert understood.sure, understood
    return understood.readings[0]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("How many contracts have the no-yakuza promise?", "anti_social_forces"),
        ("Which agreements are about not poaching each other's people?", "no_solicit_of_employees"),
        ("contracts with a no-bribes pledge", "compliance"),
        ("contracts about not competing", "non_compete"),
    ],
)
def test_a_denial_in_the_words_of_a_clause_is_not_the_lack_of_it(question: str, code: str) -> None:
    assert _sure(question).plan.conditions == (ClauseIs((code,)),)


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("contracts with no non-compete", "non_compete"),
        ("contracts without a yakuza clause", "anti_social_forces"),
        ("contracts that have no anti-bribery clause", "compliance"),
        ("contracts that do not forbid poaching our staff", "no_solicit_of_employees"),
    ],
)
def test_a_denial_of_a_clause_is_the_lack_of_it(question: str, code: str) -> None:
    assert _sure(question).plan.conditions == (ClauseIs((code,), wanted=False),)


@pytest.mark.parametrize(
    "question",
    [
        "contracts with no poaching of staff",  # forbidden, or nothing said of it?
        "contracts with a no-frobnication pledge",
        "Loans, biggest first, four please",
        "Sort the Corvex agreements from the longest to the shortest.",
        "Must Corvex hold a policy for accidents?",
        "Is there a date of signature on the Corvex contract?",
    ],
)
def test_what_was_read_as_another_question_is_asked_back(question: str) -> None:
    understood = understand(question, today=TODAY, names=NAMES)
    assert not understood.sure, understood.readings


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What does French law say about force majeure?", "legal"),
        ("Sign the Corvex deal for me.", "change"),
    ],
)
def test_what_no_contract_answers_is_refused(question: str, topic: str) -> None:
    reading = _sure(question)
    assert (reading.kind, reading.topic) == ("refused", topic)


def test_the_language_in_which_something_is_said_is_words_not_a_language() -> None:
    reading = _sure("Pull up the language in which Corvex agrees to hold us harmless")
    assert (reading.kind, reading.clauses) == ("excerpts", ("damages_indemnification",))


def test_what_we_have_had_longest_is_the_oldest() -> None:
    plan = _sure("Which NDA have we had longest?").plan
    assert (plan.by_date, plan.ascending, plan.quantity) == ("agreement_date", True, None)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("contracts with Ekström", PARTIES[1]),
        ("contracts with Ekstrom", PARTIES[1]),
        ("contracts with Bank Helvetia AG", PARTIES[2]),
        ("contracts with Baltic Maritime AS", PARTIES[3]),
    ],
)
def test_names_with_accents_and_foreign_forms_are_found(question: str, name: str) -> None:
    """They were left over: only letters without accents were looked for, and "AS" was another word."""
    (condition,) = _sure(question).plan.conditions
    assert isinstance(condition, PartyIs)
    assert condition.names == (name,)


def test_a_small_as_behind_a_party_is_no_legal_form() -> None:
    names = Names(PARTIES, roles=("Customer",))
    (condition,) = understand("contracts with Corvex as customer", today=TODAY, names=names).readings[0].plan.conditions
    assert isinstance(condition, PartyIs)
    assert condition.roles == ("Customer",)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("contracts that expire between 1 April and 30 June 2027", "2027-04-01", "2027-06-30"),
        ("contracts that expire from April 1 to June 30, 2027", "2027-04-01", "2027-06-30"),
        ("contracts that expire before Christmas", None, "2026-12-24"),
    ],
)
def test_a_year_said_once_and_days_by_name(question: str, first: str | None, last: str) -> None:
    """The first day was left over, and 30 June alone was read."""
    assert _sure(question).plan.conditions == (DateIn("expiration_date", first, last),)


def test_since_a_month_begins_with_the_last_one() -> None:
    assert _sure("contracts signed since January").plan.conditions == (DateIn("agreement_date", "2026-01-01", None),)
    assert _sure("contracts signed since December").plan.conditions == (DateIn("agreement_date", "2025-12-01", None),)


def test_a_clause_of_a_sentence_behind_the_contracts_is_no_remark() -> None:
    """All contracts but those of one kind were counted: what they say was passed over."""
    understood = understood_with_help(
        "Kindly state the number of agreements, other than employment agreements, in which the recipient must safeguard"
        " what it is told.",
        today=TODAY,
        names=NAMES,
    )
    assert not understood.sure or any(isinstance(c, ClauseIs) for c in understood.readings[0].plan.conditions)


@pytest.mark.parametrize(
    "question", ["Corvexとの供給契約の一覧", "List the Corvex supply agreements", "Corvexが当事者の契約"]
)
def test_a_name_in_short_that_a_contract_calls_its_party_by_is_no_role(question: str) -> None:
    """("Corvex") behind Corvex Networks Inc.: the party was dropped, and the parties of all supply agreements given."""
    names = Names(PARTIES, [NamedContract("c1", 1, "Supply Agreement", "", "supply", (PARTIES[0],))], roles=["Corvex"])
    understood = understood_with_help(question, today=TODAY, names=names)
    assert understood.sure
    assert understood.readings[0].kind == "list"
    assert any(isinstance(condition, PartyIs) for condition in understood.readings[0].plan.conditions)


def test_a_role_of_the_lexicon_stays_one_beside_a_party_that_begins_with_it() -> None:
    names = Names(["Supplier Direct Ltd."], roles=["Supplier"])
    understood = understood_with_help("who is the supplier in contract 3?", today=TODAY, names=names)
    assert understood.readings[0].kind == "facts"


@pytest.mark.parametrize(
    ("question", "place"),
    [("アルバイトの雇用契約はありますか", False), ("アメリカの会社との契約", True), ("準拠法がドイツの契約", True)],
)
def test_a_place_inside_a_longer_katakana_word_is_none(question: str, place: bool) -> None:
    """アルバ, which is Aruba, was offered as a governing law."""
    readings = understood_with_help(question, today=TODAY, names=NAMES).readings
    assert any(c.kind in ("law", "home") for reading in readings for c in reading.plan.conditions) is place
