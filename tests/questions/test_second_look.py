"""What a second look at a reading finds: words that the grammar took for mere carriers are asked back."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import (
    ContractIs,
    DateIn,
    Names,
    NumberIs,
    Plan,
    Question,
    followed,
    understand,
    understood_with_help,
)
from core.questions.second_look import unheard

TODAY = date(2026, 11, 20)
LIST = Question("list", Plan("list", (ContractIs(("1",), "contract 1"),)))


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("contract 1 without insurance", ("without", "insurance")),
        ("how many of contract 1", ("how many",)),
        ("when contract 1", ("when",)),
        ("contract 1 already", ("already",)),
        ("why contract 1", ("why",)),
        ("契約1は何件", ("何件",)),
        ("契約1はいつ", ("いつ",)),
        ("contract 1", ()),
    ],
)
def test_a_word_that_the_reading_does_not_say_is_lost(text: str, lost: tuple[str, ...]) -> None:
    assert set(lost) <= set(unheard(text, text, LIST, Names(), today=TODAY))
    assert bool(lost) == bool(unheard(text, text, LIST, Names(), today=TODAY))


@pytest.mark.parametrize(
    "question",
    [
        "contracts that can be assigned without consent",
        "contracts where we may approach the counterparty's clients",
        "the contract",
    ],
)
def test_what_would_turn_the_set_about_is_asked_back(question: str) -> None:
    assert not understand(question, today=TODAY).sure


@pytest.mark.parametrize(
    "question", ["contracts that do not lack insurance", "contracts that are not without insurance"]
)
def test_two_denials_say_that_it_is_there(question: str) -> None:
    understood = understand(question, today=TODAY)
    assert understood.sure
    assert [getattr(c, "wanted", None) for c in understood.readings[0].plan.conditions] == [True]


@pytest.mark.parametrize(
    "question",
    [
        "contracts that run exactly two years",
        "期間がちょうど2年の契約",
        "contracts of exactly two years",
        "ちょうど2年の契約",
    ],
)
def test_an_exact_term_has_both_bounds(question: str) -> None:
    understood = understand(question, today=TODAY)
    assert understood.sure
    assert understood.readings[0].plan.conditions == (NumberIs("term_days", 2, 2, "year"),)


@pytest.mark.parametrize("question", ["expiring by the end of next month", "来月末までに満了する契約"])
def test_a_last_day_told_from_today_begins_today(question: str) -> None:
    understood = understand(question, today=TODAY)
    assert understood.readings[0].plan.conditions == (DateIn("expiration_date", "2026-11-20", "2026-12-31"),)


def test_a_share_of_those_is_taken_of_the_last_answer() -> None:
    before = Question("list", Plan("list"))
    understood = understand("what share of those has insurance?", today=TODAY, follows=True)
    found = followed(understood, before, ("a", "b"), "those")
    assert found.readings[0].plan.among == (ContractIs(("a", "b"), "those"),)


@pytest.mark.parametrize(
    "question",
    [
        "Which agreements specify non-exclusive jurisdiction?",
        "Which contracts renew only if both sides agree to it in writing?",
        "Haldenの連絡先を教えて",
        "NDAs sorted by size, biggest first",
    ],
)
def test_a_qualifier_a_court_and_an_order_by_size_are_asked_back(question: str) -> None:
    """Each was answered as sure: as lacking the clause, without the court, with one contract in place of all."""
    understood = understood_with_help(question, today=TODAY, names=Names(["Halden"]))
    assert not understood.sure or understood.readings[0].kind == "refused"


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("contracts with neither audit rights nor insurance but with a cap on liability", 2),
        ("Which contracts have a warranty of title but no indemnification?", 1),
        ("地方裁判所の管轄の定めがない契約", 1),
    ],
)
def test_what_is_denied_beside_what_is_there_stays_understood(question: str, denied: int) -> None:
    understood = understand(question, today=TODAY)
    assert understood.sure
    conditions = understood.readings[0].plan.conditions
    assert sum(getattr(condition, "wanted", True) is False for condition in conditions) == denied


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("What is the expiration date of contract 1?", "expiration_date"),
        ("the end date of the contract with Halden", "expiration_date"),
        ("effective date of agreement 3", "effective_date"),
    ],
)
def test_a_date_of_a_contract_is_the_one_that_is_named(question: str, fact: str) -> None:
    understood = understand(question, today=TODAY, names=Names(["Halden"]))
    assert understood.sure
    assert understood.readings[0].facts == (fact,)
