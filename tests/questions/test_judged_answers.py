"""How the benchmark of questions judges an answer, where more stands before it than the answer."""

from __future__ import annotations

import pytest

from core.qa.answer import Answer
from core.wording import Language, wording_text
from oracles.questions.gold import judge, no, yes


def _judged(gold_is_yes: bool, said: str) -> str:
    answer = Answer(said, "builtin", False, (), (), {"contracts": []})
    return judge(yes() if gold_is_yes else no(), answer, {})


@pytest.mark.parametrize(
    ("language", "right", "wrong"), [("en", "No. None of", "Yes. 2"), ("ja", "いいえ。", "はい。")]
)
def test_a_verdict_counts_behind_the_note_on_a_spelling(language: Language, right: str, wrong: str) -> None:
    note = wording_text("answers.understood_as", language, word="austrailia", taken="australia")
    assert _judged(False, f"{note}\n{note}\n{right}") == "right"
    assert _judged(False, f"{note}\n{wrong}") == "wrong and sure"
    assert _judged(True, f"{note}\n{wrong}") == "right"


def test_only_such_a_note_is_passed_over() -> None:
    assert _judged(False, "2 contracts.\nNo. None of them") == "wrong and sure"
