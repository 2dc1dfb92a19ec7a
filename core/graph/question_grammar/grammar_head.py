"""What was understood of a question's measure, while it is read."""

from __future__ import annotations

from dataclasses import dataclass

from core.graph.question_grammar.grammar_plan import Group, Having, Measure, NumberIs, Quantity, Statistic
from core.questions import DateField

MOST_JA = r"(?:最も|もっとも|一番|いちばん)"
CONTRACT = r"(?:contracts?|agreements?)"
DEFAULT_TOP = 5
"""So many where a question says "the most common types" without a number."""


@dataclass(slots=True)
class Head:
    """What was understood of the measure; the conditions are read afterwards."""

    measure: Measure | None = None
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    by_date: DateField | None = None
    group: Group | None = None
    second: Group | None = None
    having: Having | None = None
    top: int | None = None
    ascending: bool = False
    distinct: bool = False
    presence: bool = False
    upcoming: bool = False
    numbers: tuple[NumberIs, ...] = ()
