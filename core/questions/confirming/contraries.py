"""What is meant where a question says the contrary of the clause type that it was read as: contracts without it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from core.questions.confirming.denied_parts import permitted
from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.names import Names
from core.questions.plan import ClauseIs, Condition, Question


def contrary_meant(text: str, question: Question, names: Names, *, today: date) -> Question | None:
    """The nearest question that can be answered where a clause type was read for its contrary; None where none was.

    Args:
        text: the question as typed.
        question: the reading.
        names: names of the portfolio.
        today: what relative days count from.
    """
    stated = StatedQuestion(text, question, names, today=today)
    return without_clauses(question) if any(permitted(stated)) else None


def without_clauses(question: Question) -> Question | None:
    """A question for contracts with one clause type as one for those without it; None for any other question."""
    conditions = question.plan.conditions
    wanted = [c for c in conditions if isinstance(c, ClauseIs) and c.wanted]
    if question.kind not in ("list", "count", "yes_no") or len(wanted) != 1:
        return None

    def turned(condition: Condition) -> Condition:
        return replace(condition, wanted=False) if isinstance(condition, ClauseIs) else condition

    made = tuple(turned(condition) if condition is wanted[0] else condition for condition in conditions)
    return replace(question, plan=replace(question.plan, conditions=made))
