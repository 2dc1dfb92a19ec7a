"""Words that are in no list: what they are guessed to mean, and that a guess is never sure."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ClauseIs, guesses, understand
from core.questions.guessing import nearest_clause_type

TODAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("examination of ledgers", "audit_rights"),
        ("shift of shareholding control", "change_of_control"),
        ("社員の横取りの禁止", "no_solicit_of_employees"),
        ("同業の営みの禁止", "non_compete"),
    ],
)
def test_words_are_nearest_to_the_type_that_shares_their_letters(words: str, code: str) -> None:
    assert nearest_clause_type(words) == code


@pytest.mark.parametrize("words", ["frobnicated wibbles", "a blue cover", "青い表紙", "大阪に保管", ""])
def test_words_of_other_matters_are_nearest_to_no_type(words: str) -> None:
    assert nearest_clause_type(words) is None


def test_a_guess_is_a_reading_to_choose_and_never_an_answer() -> None:
    understood = understand("contracts with examination of ledgers", today=TODAY)
    assert not understood.sure
    (guess,) = guesses(understood, today=TODAY)
    assert guess.words == "examination of ledgers"
    assert guess.reading.plan.conditions == (ClauseIs(("audit_rights",)),)


def test_an_embedder_is_asked_beside_the_letters() -> None:
    understood = understand("contracts with scrutiny of ledgers", today=TODAY)
    assert guesses(understood, today=TODAY) == ()
    asked: list[str] = []

    def nearest(words: str, texts: list[str]) -> int:
        asked.append(words)
        return next(place for place, text in enumerate(texts) if text.startswith("Insurance"))

    (guess,) = guesses(understood, today=TODAY, nearest=nearest)  # type: ignore[arg-type]
    assert asked == ["scrutiny of ledgers"]
    assert guess.code == "insurance"


def test_nothing_is_guessed_where_a_word_that_turns_the_set_is_left_over() -> None:
    understood = understand("社員の横取りを許さない契約は？", today=TODAY)
    assert not understood.sure
    assert guesses(understood, today=TODAY) == ()
