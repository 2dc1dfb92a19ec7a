"""The general types in English, taught by headings: labels, machines, and their weighing by labelled passages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.general import LEAST_WORDS, grounds, under_heading
from core.contracts.builtin.clauses.linear import LinearModel
from core.contracts.builtin.clauses.sentence_features import HEADINGS, sentences
from core.contracts.builtin.clauses.topics import topic_shares
from core.taxonomy import taxonomy
from scripts.training import first_stage
from scripts.training.corpus import Labelled

KEPT_WEIGHTS = 6_000
REACH = 12
PASSAGES = Path(__file__).with_name("general_passages.jsonl")
FEWEST_LABELS = 40
RIDGE = 1.0


def headed_codes() -> tuple[str, ...]:
    """The general clause types that have English headings, in taxonomy order."""
    return tuple(category.code for category in taxonomy().clauses if category.cuad is None and category.headings.en)


def heading_labels(contract: Labelled) -> NDArray[np.int8]:
    """1 for sentences on topic in a section that names the type, 0 where either alone speaks for it, else -1."""
    document = sentences(contract.text)
    headed = under_heading(document, headed_codes())
    topic = topic_shares(document, headed_codes())
    if len(document):
        far = np.arange(len(document)) - document.section > REACH
        short = document.bounds[1:] - document.bounds[:-1] < LEAST_WORDS
        headed &= ~far[:, None]
        sure = headed & (topic == 1) & ~short[:, None]
        doubtful = headed | (topic == 1)
        return np.where(sure, 1, np.where(doubtful, 0, -1)).astype(np.int8)
    return np.zeros((0, len(headed_codes())), np.int8)


def fit(
    rows: first_stage.Rows, contracts: list[Labelled], chosen: NDArray[np.bool_]
) -> tuple[tuple[str, ...], LinearModel]:
    """Categories with enough labels, and machines for them over words alone: headings taught them.

    Args:
        rows: features of the contracts' sentences.
        contracts: in the order of the rows.
        chosen: which of them to learn from.
    """
    labels = np.concatenate([heading_labels(contract) for contract in contracts])
    enough = (labels == 1).sum(axis=0) >= FEWEST_LABELS
    norms = first_stage.NORMS.copy()
    norms[HEADINGS] = 0
    model = first_stage.fit(replace(rows, labels=labels[:, enough]), chosen, kept=KEPT_WEIGHTS, epochs=8, norms=norms)
    return tuple(code for code, kept in zip(headed_codes(), enough, strict=True) if kept), model


@dataclass(frozen=True)
class Passage:
    """A sentence of a contract that was read: whether it is a provision of the type."""

    type: str
    right: bool
    contract: str
    sentence: int
    text: str


def passages() -> list[Passage]:
    """The labelled passages."""
    return [Passage(**json.loads(line)) for line in PASSAGES.read_text(encoding="utf-8").splitlines()]


def passage_grounds(
    read: list[Passage], contracts: list[Labelled], model: LinearModel, codes: tuple[str, ...]
) -> NDArray[np.float64]:
    """What speaks for each passage in its own type, shape (passages, 5), by machines that did not see its contract."""
    by_name = {contract.name: sentences(contract.text) for contract in contracts}
    rows = []
    for passage in read:
        document = by_name[passage.contract]
        start, end = document.spans[passage.sentence].tolist()
        if " ".join(document.text[start:end].split()) != passage.text:
            raise SystemExit(f"{PASSAGES.name}: sentence {passage.sentence} of {passage.contract} has other words")
        rows.append(grounds(document, model.scores(document), codes)[passage.sentence, codes.index(passage.type)])
    return np.array(rows)


def weigh(features: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights of a logistic regression with a small ridge, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(features @ weights)))
        gradient = features.T @ (chance - right) + RIDGE * weights
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def held_out(features: NDArray[np.float64], right: NDArray[np.bool_], group: NDArray[np.int64]) -> NDArray[np.float64]:
    """Probability of each passage by weights from the passages of the other groups."""
    chance = np.zeros(len(right))
    for number in np.unique(group):
        held = group == number
        chance[held] = 1 / (1 + np.exp(-(features[held] @ weigh(features[~held], right[~held]))))
    return chance


def groups(read: list[Passage]) -> NDArray[np.int64]:
    """Five groups of passages, those of one contract in one group."""
    names = sorted({passage.contract for passage in read})
    return np.array([names.index(passage.contract) % 5 for passage in read])


def printed(read: list[Passage], chance: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    """Precision and recall of the labelled passages by threshold, and how far probabilities hold."""
    lines = [f"general types: {len(read)} passages, {int(right.sum())} right"]
    for limit in (0.3, 0.5, 0.6, 0.7, 0.8):
        claimed = chance > limit
        precision, recall = (claimed & right).sum() / max(claimed.sum(), 1), (claimed & right).sum() / right.sum()
        lines.append(f"above {limit}: precision {precision:.3f}, recall {recall:.3f}")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = (chance >= low) & (chance < low + 0.2)
        if inside.any():
            lines.append(
                f"{low:.1f}-{low + 0.2:.1f}: {chance[inside].mean():.3f} said, {right[inside].mean():.3f} right"
            )
    return "\n".join(lines)
