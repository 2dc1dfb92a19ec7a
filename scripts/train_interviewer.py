"""Trains the model that says of which field a told sentence speaks.

    python -m scripts.train_interviewer [--cross-validate]

Sentences come from `scripts/training/told_sentences.yaml` (patterns with alternatives, expanded by a fixed seed), from
the told cases to develop with in `tests/oracles/stories`, and from the written cases in
`scripts/training/told_stories_en.jsonl` and `told_stories_ja.jsonl`; the cases kept apart are never read. Softmax
regression in its dual form, by steps of Newton's method with a bound of the curvature; numpy alone, the same bits each
time.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.interview.builtin import field_model
from core.interview.builtin.field_model import BUCKETS, LABELS, SIGN, SentenceModel
from core.interview.builtin.field_signs import START, signs, situation
from core.interview.builtin.listening import whole_sentences
from core.interview.builtin.replies import SLOTS
from oracles.stories import at_the_desk, corridor, development, voices, walk_in, written
from oracles.stories.story import Story

DEVELOPED: tuple[Story, ...] = (
    *development.STORIES,
    *voices.STORIES,
    *at_the_desk.STORIES,
    *corridor.HALF_A,
    *walk_in.HALF_A,
)
SENTENCES = ROOT / "scripts" / "training" / "told_sentences.yaml"
SAMPLES, PATTERN_WEIGHT, PENALTY, STEPS = 12, 0.3, 0.05, 25
_BLOCK, _EVERY = 4096, 3
_CHOICE = re.compile(r"\{([^{}]*)\}")
_OPTIONAL = re.compile(r"(?<!\\)(.)\?")
_THINGS = (
    "鍵の紛失",
    "納期の遅れ",
    "値上げの制限",
    "検収期間",
    "Late delivery",
    "Price cap",
    "Data return",
    "Audit costs",
)
Told = list[list[tuple[str, str]]]
"""A case as messages of labels and texts."""


@dataclass(frozen=True)
class Example:
    """A sentence with its label and signs; `story` is the case that it is from, -1 for a pattern."""

    label: str
    text: str
    signs: tuple[str, ...]
    story: int
    weight: float = 1.0


def expanded(pattern: str, draw: random.Random) -> str:
    """One sentence of a pattern: alternatives chosen, optional letters left out by chance."""
    text = _CHOICE.sub(lambda match: draw.choice(match[1].split("|")), pattern)
    text = _OPTIONAL.sub(lambda match: match[1] if draw.random() < 0.6 else "", text).replace("\\?", "?")
    if "「…」" not in text and "“…”" not in text:
        text = text.replace("…", draw.choice(_THINGS))
    return text.strip()


def of_patterns() -> list[Example]:
    """Sentences of the patterns, seeded; nothing surrounds them."""
    draw = random.Random(15)
    found: dict[tuple[str, str], None] = {}
    for label, patterns in yaml.safe_load(SENTENCES.read_text("utf-8")).items():
        for pattern in patterns:
            for _ in range(SAMPLES):
                found[label, expanded(pattern, draw)] = None
    return [Example(label, text, tuple(signs(text)), -1, PATTERN_WEIGHT) for label, text in found]


def told_cases() -> list[Told]:
    """All cases to develop with, those written by others first."""
    cases: list[Told] = [
        [list(message) for message in story.messages]
        for stories in (written.developed("en"), written.developed("ja"))
        for story in stories
    ]
    # Of a part that tells two things, the first is the one that its words are filed under.
    return cases + [
        [[(labels[0], text) for labels, text in message.labelled()] for message in story.messages]
        for story in DEVELOPED
    ]


def of_case(case: Told, number: int) -> Iterator[Example]:
    """The sentences of a case with what surrounds each as the interview stands then."""
    told: set[str] = set()
    previous = START
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        first = True
        for label, text in message:
            for sentence in whole_sentences(text):
                around = situation(
                    told=told, asked=asked, previous=previous, starts_message=first, opens_interview=place == 0
                )
                yield Example(label, sentence, (*signs(sentence), *around), number)
                previous, first = label, False
                if label != "talk":
                    told.add(label)


def as_answers(rows: Sequence[Example]) -> Iterator[Example]:
    """Every third sentence once more as somebody would say it who answers what was asked."""
    for row in [row for row in rows if row.label != "talk"][::_EVERY]:
        around = [name for name in row.signs if not name.startswith(("asked ", f"told {row.label}", "after ", "first"))]
        fitting = ("opening", f"asked {row.label}", "after talk across messages")
        kept = [name for name in around if name not in ("opening", "later")]
        place = fitting[0] if row.label == "source_case" else "later"
        yield Example(row.label, row.text, (*kept, place, *fitting[1:]), row.story)


def examples() -> list[Example]:
    """All sentences to learn from."""
    cases = [found for number, case in enumerate(told_cases()) for found in of_case(case, number)]
    return [*cases, *as_answers(cases), *of_patterns()]


def likeness(rows: Sequence[Example], names: Sequence[str]) -> NDArray[np.float32]:
    """The inner products of all sentences, a block of buckets at a time."""
    found = [field_model.features(row.text) for row in rows]
    owner = np.repeat(np.arange(len(rows)), [len(places) for places, _ in found])
    places, values = np.concatenate([p for p, _ in found]), np.concatenate([v for _, v in found])
    known = _known_signs(rows, names)
    product = SIGN**2 * (known @ known.T)
    for begin in range(0, BUCKETS, _BLOCK):
        inside = (places >= begin) & (places < begin + _BLOCK)
        block = np.zeros((len(rows), _BLOCK), np.float32)
        np.add.at(block, (owner[inside], places[inside] - begin), values[inside])
        product += block @ block.T
    return product


def _known_signs(rows: Sequence[Example], names: Sequence[str]) -> NDArray[np.float32]:
    places = {name: place for place, name in enumerate(names)}
    known = np.zeros((len(rows), len(names)), np.float32)
    for row, example in enumerate(rows):
        known[row, [places[name] for name in set(example.signs)]] = 1
    return known


def solved(product: NDArray[np.float32], rows: Sequence[Example]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The share of each sentence in the weights, and the bias."""
    truth = np.eye(len(LABELS))[[LABELS.index(row.label) for row in rows]]
    weight = np.array([row.weight for row in rows])[:, None]
    step = np.linalg.inv(0.5 * weight * product.astype(np.float64) + PENALTY * np.eye(len(rows)))
    share, bias = np.zeros_like(truth), np.log((weight * truth).mean(0) + 1e-3)
    for _ in range(STEPS):
        scores = product @ share + bias
        chance = np.exp(scores - scores.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        off = weight * (chance - truth)
        share -= step @ (off + PENALTY * share)
        bias -= 2 * off.mean(0)
    return share, bias


def model_of(
    rows: Sequence[Example], names: Sequence[str], share: NDArray[np.float64], bias: NDArray[np.float64]
) -> SentenceModel:
    """The weights of buckets and signs."""
    weights = np.zeros((BUCKETS, len(LABELS)))
    for row, part in zip(rows, share, strict=True):
        places, values = field_model.features(row.text)
        np.add.at(weights, places, values[:, None] * part)
    signs_of = SIGN * (_known_signs(rows, names).T @ share)
    return SentenceModel(weights.astype(np.float32), bias.astype(np.float32), tuple(names), signs_of.astype(np.float32))


def cross_validated(folds: int = 5) -> list[str]:
    """What models that have not seen a case make of it: lines of figures.

    A sentence is labelled with what the models made of the sentences before it, as in an interview.
    """
    rows, cases = examples(), told_cases()
    names = sorted({name for row in rows for name in row.signs})
    product = likeness(rows, names)
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    for fold in range(folds):
        train = np.array([place for place, row in enumerate(rows) if row.story % folds != fold or row.story < 0])
        chosen = [rows[place] for place in train]
        model = model_of(chosen, names, *solved(product[np.ix_(train, train)], chosen))
        for number, case in enumerate(cases):
            if number % folds != fold:
                continue
            kind = ("written en", "written ja")[number // 75] if number < 150 else "told"
            for truth, guess in decoded(case, model):
                seen[kind] += 1
                right[kind] += truth == guess
                mixed[truth, guess] += truth != guess
    lines = [f"{kind}: {right[kind] / seen[kind]:.3f} of {seen[kind]} sentences" for kind in seen]
    return lines + [f"{truth} taken for {guess}: {count}" for (truth, guess), count in mixed.most_common(12)]


def decoded(case: Told, model: SentenceModel) -> Iterator[tuple[str, str]]:
    """Label and likeliest label of each sentence of a case, each after what was made of those before."""
    told: set[str] = set()
    previous = START
    for place, message in enumerate(case):
        asked = next((slot for slot in SLOTS if slot != "check" and slot not in told), None) if place else None
        first = True
        for label, text in message:
            for sentence in whole_sentences(text):
                around = situation(
                    told=told, asked=asked, previous=previous, starts_message=first, opens_interview=place == 0
                )
                scores = field_model.likelihoods(sentence, [*signs(sentence), *around], model)
                previous, first = max(scores, key=scores.__getitem__), False
                yield label, previous
                if previous != "talk":
                    told.add(previous)


def main() -> None:
    """Train, and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cross-validate", action="store_true")
    if parser.parse_args().cross_validate:
        print("\n".join(cross_validated()))
        return
    rows = examples()
    names = sorted({name for row in rows for name in row.signs})
    field_model.write(model_of(rows, names, *solved(likeness(rows, names), rows)))
    print(f"{len(rows)} sentences, {field_model.PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
