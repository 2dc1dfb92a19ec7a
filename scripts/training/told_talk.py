"""Training of what talk wants: sentences told apart by reading, and sentences of told cases that want nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from core.interview.builtin.learned.softmax_model import SoftmaxModel
from core.interview.builtin.learned.talk_model import WANTS, Act, wanted
from scripts.training.softmax import learned_softmax

TALK = Path(__file__).with_name("told_talk.jsonl")
PENALTY = 0.03
Talk = tuple[str, str]
"""A sentence and what it wants."""


def told_talk() -> list[Talk]:
    """The sentences told apart by reading."""
    rows = map(json.loads, TALK.read_text("utf-8").splitlines())
    return [(row["text"], row["wants"]) for row in rows]


def learned_talk(talk: Sequence[Talk]) -> SoftmaxModel:
    """The model of some sentences."""
    return learned_softmax(WANTS, talk, [1.0] * len(talk), penalty=PENALTY)


def cross_validated(talk: Sequence[Talk], folds: int = 5) -> list[str]:
    """What models that have not seen a sentence take it to want done: lines of figures."""
    taken: Counter[tuple[str, str | None]] = Counter()
    for fold in range(folds):
        model = learned_talk([row for number, row in enumerate(talk) if number % folds != fold])
        taken.update((wants, wanted(text, model)) for text, wants in talk[fold::folds])
    truth = Counter(wants for _, wants in talk)
    lines = []
    for act in get_args(Act):
        wrong = ", ".join(f"{count} {wants}" for (wants, said), count in taken.items() if said == act != wants)
        lines.append(f"{act}: {taken[act, act]} of {truth[act]} taken so; in error {wrong or 'none'}")
    return lines
