"""Training of how grave words say that a case is: answers whose level was told by reading, and those that name it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core.interview.builtin import hearing
from core.interview.builtin.learned.severity_model import LEVELS, likely_severity
from core.interview.builtin.learned.softmax_model import SoftmaxModel
from scripts.training.softmax import learned_softmax

SEVERITIES = Path(__file__).with_name("told_severities.jsonl")
PENALTY, NAMED = 0.3, 0.3
"""The last is what an answer counts that names its level, beside one that was told by reading."""
Weighed = tuple[str, str]
"""An answer and its level."""


def told_severities() -> list[Weighed]:
    """The answers whose level was told by reading."""
    rows = map(json.loads, SEVERITIES.read_text("utf-8").splitlines())
    return [(row["text"], row["level"]) for row in rows]


def learned_severity(told: Sequence[Weighed], answers: Sequence[str]) -> SoftmaxModel:
    """The model of answers with their level, and of those among others that name it."""
    named = [(text, level) for text in answers if (level := hearing.severity_told(text)) is not None]
    weights = [1.0] * len(told) + [NAMED] * len(named)
    return learned_softmax(LEVELS, [*told, *named], weights, penalty=PENALTY)


def cross_validated(told: Sequence[Weighed], answers: Sequence[str], folds: int = 5) -> str:
    """What models that have not seen an answer propose for it: a line of figures."""
    proposed: Counter[str] = Counter()
    for fold in range(folds):
        model = learned_severity([row for number, row in enumerate(told) if number % folds != fold], answers)
        for text, level in told[fold::folds]:
            likely = likely_severity(text, model)
            proposed["right" if likely == level else "none" if likely is None else "otherwise"] += 1
            proposed["opposite"] += {likely, level} == {"high", "low"}
    return (
        f"severity: of {len(told)} answers that name no level {proposed['right']} proposed rightly, "
        f"{proposed['otherwise']} otherwise ({proposed['opposite']} the opposite)"
    )
