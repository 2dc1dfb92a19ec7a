"""Trains the model that says of which field a told sentence speaks.

    python -m scripts.train_interviewer [--cross-validate]

Sentences come from `scripts/training/told_sentences.yaml` (patterns with alternatives, expanded by a fixed seed) and
from the told cases to develop with in `tests/oracles/stories`; the cases kept apart are never read. Softmax regression
by full-batch descent with momentum; numpy alone, the same bits each time.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from core.interview.builtin import field_model
from oracles.stories import at_the_desk, corridor, development, voices, walk_in
from oracles.stories.story import Story

DEVELOPED: tuple[Story, ...] = (
    *development.STORIES,
    *voices.STORIES,
    *at_the_desk.STORIES,
    *corridor.HALF_A,
    *walk_in.HALF_A,
)
SENTENCES = ROOT / "scripts" / "training" / "told_sentences.yaml"
SAMPLES, STEPS, RATE, MOMENTUM, PENALTY, STORY_WEIGHT = 60, 250, 8.0, 0.9, 2e-4, 3.0
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


def expanded(pattern: str, draw: random.Random) -> str:
    """One sentence of a pattern: alternatives chosen, optional letters left out by chance."""
    text = _CHOICE.sub(lambda match: draw.choice(match[1].split("|")), pattern)
    text = _OPTIONAL.sub(lambda match: match[1] if draw.random() < 0.6 else "", text).replace("\\?", "?")
    if "「…」" not in text and "“…”" not in text:
        text = text.replace("…", draw.choice(_THINGS))
    return text.strip()


def sentences_of_patterns() -> list[tuple[str, str]]:
    """Label and sentence, seeded."""
    draw = random.Random(15)
    found: dict[tuple[str, str], None] = {}
    for label, patterns in yaml.safe_load(SENTENCES.read_text("utf-8")).items():
        for pattern in patterns:
            for _ in range(SAMPLES):
                found[label, expanded(pattern, draw)] = None
    return list(found)


def sentences_of_stories(stories: tuple[Story, ...]) -> list[tuple[str, str]]:
    """Label and sentence of each part that tells one thing; a command is talk."""
    found = []
    for told in stories:
        for message in told.messages:
            found += [(labels[0], text) for labels, text in message.labelled() if len(labels) == 1]
    return found


def trained(examples: list[tuple[str, str, float]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights and bias by softmax regression; each example has a weight, classes weigh the same together."""
    rows = [np.array(field_model.features(text)) for _, text, _ in examples]
    scale = np.array([1 / np.sqrt(max(len(row), 1)) for row in rows])
    flat, owner = np.concatenate(rows), np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    label = np.array([field_model.LABELS.index(name) for name, _, _ in examples])
    weight = np.array([worth for _, _, worth in examples])
    for place in range(len(field_model.LABELS)):
        weight[label == place] /= weight[label == place].sum() ** 0.7
    weight /= weight.sum()
    weights = np.zeros((field_model.BUCKETS, len(field_model.LABELS)))
    bias = np.zeros(len(field_model.LABELS))
    moved, moved_bias = np.zeros_like(weights), np.zeros_like(bias)
    for _ in range(STEPS):
        scores = np.zeros((len(rows), len(field_model.LABELS)))
        np.add.at(scores, owner, weights[flat])
        scores = scores * scale[:, None] + bias
        chance = np.exp(scores - scores.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        chance[np.arange(len(rows)), label] -= 1
        chance *= weight[:, None]
        slope = np.zeros_like(weights)
        np.add.at(slope, flat, (chance * scale[:, None])[owner])
        moved = MOMENTUM * moved - RATE * (slope + PENALTY * weights * 1e-1)
        moved_bias = MOMENTUM * moved_bias - RATE * 0.05 * chance.sum(0)
        weights += moved
        bias += moved_bias
    return weights, bias


def cross_validated(folds: int = 5) -> float:
    """Share of the stories' sentences labelled right by models that have not seen their story."""
    patterns = [(label, text, 1.0) for label, text in sentences_of_patterns()]
    right, wrong = 0, []
    for fold in range(folds):
        train = tuple(told for place, told in enumerate(DEVELOPED) if place % folds != fold)
        judged = tuple(told for place, told in enumerate(DEVELOPED) if place % folds == fold)
        weights, bias = trained(patterns + [(name, text, STORY_WEIGHT) for name, text in sentences_of_stories(train)])
        field_model.set_model(weights.astype(np.float32), bias.astype(np.float32))
        for name, text in sentences_of_stories(judged):
            scores = field_model.likelihoods(text)
            guess = max(scores, key=scores.__getitem__)
            right += guess == name
            if guess != name:
                wrong.append(f"{name} taken for {guess} ({np.exp(scores[guess]):.2f}): {text}")
    print("\n".join(wrong))
    return right / (right + len(wrong))


def main() -> None:
    """Train, and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cross-validate", action="store_true")
    if parser.parse_args().cross_validate:
        print(f"right {cross_validated():.3f}")
        return
    examples = [(label, text, 1.0) for label, text in sentences_of_patterns()]
    examples += [(n, t, STORY_WEIGHT) for n, t in sentences_of_stories(DEVELOPED)]
    field_model.write(*trained(examples))
    print(f"{len(examples)} sentences, {field_model.PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main()
