"""An answer says which words were taken for a clause type, and which were passed over."""

from __future__ import annotations

import pytest

from core.qa.answer import Answer
from core.qa.asking_back import with_words_taken
from core.questions.learned.tagged_question import Taken

TAKEN = (
    Taken(0, 9, "for audit:", None),
    Taken(20, 30, "look at the books", "audit_rights"),
    Taken(31, 35, "thanks", None),
)


@pytest.mark.parametrize(
    ("text", "place"),
    [("2 contracts: contracts with Audit Rights.\n- Contract 1", 0), ("Yes.\nContract 1", 1), ("No.\nNone", 1)],
)
def test_what_was_taken_is_said_first_or_behind_yes_and_no(text: str, place: int) -> None:
    answer = with_words_taken(Answer(text, "built-in", False, (), (), {}), TAKEN, "en")
    lines = answer.text.split("\n")
    assert lines[place : place + 2] == [
        "Understood “look at the books” as Audit Rights.",
        "Passed over “for audit\\:”, “thanks”, as words that do not bear on the answer.",
    ]
    assert [line for line in lines if line not in lines[place : place + 2]] == text.split("\n")


def test_it_is_said_in_japanese() -> None:
    taken = (Taken(0, 4, "至急です", None), Taken(5, 9, "お世話様", None))
    answer = with_words_taken(Answer("3件です。", "built-in", False, (), (), {}), taken, "ja")
    assert answer.text == "「至急です」、「お世話様」は質問の内容に関わらない言葉として読み飛ばしました。\n3件です。"
