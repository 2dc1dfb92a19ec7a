"""English words that hand over a list, plain questions for one fact, and why something is asked."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, understand, understood_with_help
from core.questions.idioms.english_commands import english_commands_spelled_out
from core.questions.idioms.english_reasons import reason_before
from core.questions.lexicon import folded
from core.questions.plan import ClauseIs, Condition, DateIn, PartyIs, Question, TypeIs

TODAY = date(2026, 11, 20)
NAMES = Names(["Torrance Capital", "Bellweather Bank"])
WITHOUT = ClauseIs(("insurance",), wanted=False)


def read(text: str) -> Question:
    """The sure reading of a question by the grammar alone."""
    understood = understand(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused)
    return understood.readings[0]


@pytest.mark.parametrize(
    "asked",
    [
        "Pick out contracts without insurance",
        "tabulate contracts without insurance please",
        "Could you flag contracts without insurance",
        "Put together a list of the contracts without insurance",
        "a quick rundown of contracts without insurance",
        "Contracts without insurance - give me those",
        "contracts without insurance, can you list these?",
        "contracts without insurance, which are they?",
        "Contracts without insurance, to be listed",
        "contracts that fail to mention insurance",
    ],
)
def test_what_hands_over_a_list_gives_no_condition(asked: str) -> None:
    question = read(asked)
    assert (question.kind, question.plan.every_condition) == ("list", (WITHOUT,))


@pytest.mark.parametrize(
    "asked", ["Contracts without insurance, number please", "contracts without insurance - how many are they?"]
)
def test_a_number_asked_for_behind_is_a_count(asked: str) -> None:
    question = read(asked)
    assert (question.kind, question.plan.every_condition) == ("count", (WITHOUT,))


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("What is our contract with Torrance Capital officially called?", "document_name"),
        ("what title does the Torrance Capital contract bear", "document_name"),
        ("Since what day has the Torrance Capital contract been in force?", "effective_date"),
        ("By when does the Torrance Capital contract stop?", "expiration_date"),
        ("Up to what date is the Torrance Capital contract good?", "expiration_date"),
        ("Does the Torrance Capital contract renew, and how?", "renewal_term"),
        ("Who are the parties to the Torrance Capital contract?", "parties"),
        ("What are the parties of the Torrance Capital contract?", "parties"),
        ("How long does the renewal of the Torrance Capital contract last?", "renewal_term"),
        ("What notice is required to terminate the Torrance Capital contract?", "notice_period"),
        ("Look up the effective date of the Torrance Capital contract", "effective_date"),
    ],
)
def test_plain_questions_for_one_fact(asked: str, fact: str) -> None:
    question = read(asked)
    assert question.facts == (fact,)
    assert question.plan.every_condition == (PartyIs("torrance capital", ("Torrance Capital",)),)


@pytest.mark.parametrize(
    ("asked", "condition"),
    [
        ("contracts effective on or before 31.12.2020", DateIn("effective_date", None, "2020-12-31")),
        ("contracts ending before Christmas 2026", DateIn("expiration_date", None, "2026-12-24")),
        ("tenants' contracts", TypeIs(("lease",))),
        ("employee agreements", TypeIs(("employment",))),
    ],
)
def test_days_and_kinds_as_they_are_written(asked: str, condition: Condition) -> None:
    assert read(asked).plan.every_condition == (condition,)


@pytest.mark.parametrize(
    "asked",
    [
        "Will the Torrance Capital contract renew?",
        "confirm the Torrance Capital contract has insurance",
        "a summary of the Torrance Capital contract",
        "check for insurance in the Torrance Capital contract",
    ],
)
def test_what_asks_more_than_its_words_is_left_to_the_grammar(asked: str) -> None:
    assert english_commands_spelled_out(folded(asked)) == folded(asked)


def test_the_words_of_a_clause_are_wanted_not_contracts() -> None:
    question = read("locate the audit clause in the Torrance Capital contract")
    assert (question.kind, question.clauses) == ("excerpts", ("audit_rights",))


def test_act_is_a_territory_only_in_capitals() -> None:
    assert not understand("distributors act under contracts", today=TODAY, names=NAMES).sure
    assert read("contracts under ACT law").plan.every_condition != ()


@pytest.mark.parametrize(
    ("reason", "asked"),
    [
        ("The auditors are here. ", "All contracts with Bellweather Bank, please"),
        ("GDPR audit: ", "contracts without insurance"),
        ("For the risk register, ", "get contracts without insurance"),
        ("Marketing needs it by noon: ", "which leases have insurance?"),
        ("We have an audit next week. ", "Which leases lack insurance?"),
    ],
)
def test_a_reason_in_front_gives_no_condition(reason: str, asked: str) -> None:
    assert reason_before(folded(reason + asked)) == len(reason)
    understood = understood_with_help(reason + asked, today=TODAY, names=NAMES)
    plain = understand(asked, today=TODAY, names=NAMES)
    same = understood.readings[0].plan.every_condition == plain.readings[0].plan.every_condition
    assert same or not understood.sure


@pytest.mark.parametrize(
    "asked",
    [
        "Insurance: which contracts have it?",
        "Right to audit: which contracts have one?",
        "We signed with Bellweather Bank. When does it expire?",
        "For our leases, which expire first?",
        "The notice period of the Bellweather Bank contract, please.",
        "There are 40 contracts. Which ones lapse this year?",
    ],
)
def test_what_is_asked_of_is_no_reason(asked: str) -> None:
    assert reason_before(folded(asked)) == 0


@pytest.mark.parametrize(
    "asked",
    [
        "When can we terminate the Torrance Capital contract?",
        "Under what conditions may they exit the Torrance Capital contract?",
    ],
)
def test_when_one_may_end_it_is_for_its_words_to_say(asked: str) -> None:
    question = read(asked)
    assert question.kind == "excerpts"
    assert question.clauses == ("termination_for_convenience", "termination_for_cause")
