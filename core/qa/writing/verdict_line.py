"""The yes or no of a question whether there are more of one sort than of another, before the two numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from core.qa.answer import Answer
from core.questions import asks_whether_more
from core.wording import Language, wording_text


def with_verdict(answer: Answer, text: str, language: Language) -> Answer:
    """An answer of two numbers with "yes" or "no" first, where that was asked and unknown contracts cannot change it.

    Args:
        answer: as written; its first call counted the two sides.
        text: the question as typed.
        language: of the answer.
    """
    way = asks_whether_more(text)
    rows = [row for row in answer.calls[0].rows if "side" in row] if answer.calls else []
    if way is None or len(rows) != 2:
        return answer
    first, second = sorted(rows, key=lambda row: _number(row, "side"), reverse=way == "fewer")
    counted, other = (_number(row, "contracts") for row in (first, second))
    if counted > other + _number(second, "unknown"):
        verdict = "answer_yes"
    elif counted + _number(first, "unknown") <= other:
        verdict = "answer_no"
    else:
        return answer
    return replace(answer, text=f"{wording_text(f'answers.{verdict}', language)} {answer.text}")


def _number(row: Mapping[str, JsonValue], column: str) -> int:
    value = row[column]
    return value if isinstance(value, int) else 0
