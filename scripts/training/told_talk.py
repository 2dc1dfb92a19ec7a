"""Training of what talk wants: sentences told apart by reading, and sentences of told cases that want nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np

from core.interview.builtin.learned.talk_model import BUCKETS, WANTS, Act, TalkModel, features, wanted
from scripts.training import label_chain
from scripts.training.label_chain import Rows

TALK = Path(__file__).with_name("told_talk.jsonl")
PENALTY, STEPS = 0.03, 60
Talk = tuple[str, str]
"""A sentence and what it wants."""


def told_talk() -> list[Talk]:
    """The sentences told apart by reading."""
    rows = map(json.loads, TALK.read_text("utf-8").splitlines())
    return [(row["text"], row["wants"]) for row in rows]


def learned_talk(talk: Sequence[Talk]) -> TalkModel:
    """The model of some sentences."""
    found = [features(text) for text, _ in talk]
    places = np.concatenate([buckets for buckets, _ in found]).astype(np.int32)
    rows = Rows(
        np.cumsum([0, *(len(buckets) for buckets, _ in found)]).astype(np.int64),
        places,
        np.concatenate([values for _, values in found]),
        np.array([WANTS.index(wants) for _, wants in talk], np.int64),
        np.ones(len(talk)),
        np.ones(len(talk), np.bool_),
        np.zeros(len(talk), np.int64),
    )
    chain = label_chain.trained(
        rows, features=BUCKETS, labels=len(WANTS), penalty=PENALTY, penalty_of_links=1.0, steps=STEPS
    )
    return TalkModel(chain.weights, chain.bias)


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
