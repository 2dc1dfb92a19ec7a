"""Training of the machines that judge a contract as a whole: words of the contract against its presence labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.linear import RARITY_STEP
from core.contracts.builtin.clauses.sentence_features import WORDS
from core.contracts.builtin.clauses.subject import SubjectModel
from scripts.training import svm
from scripts.training.corpus import FOLDS
from scripts.training.first_stage import Rows

FEWEST = 4
COMMON = 0.95
KEPT_WEIGHTS = 6_000


def words(rows: Rows, count: int) -> list[NDArray[np.int64]]:
    """Of each of the first `count` contracts the words that it has, as positions among the keys."""
    found = []
    for first, last in zip(rows.bounds[:count], rows.bounds[1 : count + 1], strict=True):
        entry = slice(rows.indptr[first], rows.indptr[last])
        found.append(np.unique(rows.indices[entry][rows.block[entry] == WORDS]).astype(np.int64))
    return found


def fit(found: list[NDArray[np.int64]], real: NDArray[np.bool_], chosen: NDArray[np.bool_], keys: int) -> SubjectModel:
    """Machines of the chosen contracts, pruned, in 8 bits.

    Args:
        found: `words` of all contracts.
        real: which categories each contract has, shape (contracts, categories).
        chosen: which contracts to learn from.
        keys: how many keys there are.
    """
    taught = np.flatnonzero(chosen)
    frequency = np.bincount(np.concatenate([found[number] for number in taught]), minlength=keys)
    weight = np.sqrt(np.log1p(len(taught) / np.maximum(frequency, 1)))
    live = (frequency >= FEWEST) & (frequency <= COMMON * len(taught))
    rarity = np.where(live, np.clip(np.rint(weight / RARITY_STEP), 1, 255), 0).astype(np.uint8)
    index = [number[live[number]] for number in (found[contract] for contract in taught)]
    value = [rarity[words].astype(np.float32) * RARITY_STEP for words in index]
    value = [row / max(float(np.sqrt((row * row).sum())), 1e-9) for row in value]
    weights, offset = svm.train(
        np.r_[0, np.cumsum([len(row) for row in index])],
        np.concatenate(index).astype(np.int32),
        np.concatenate(value),
        np.where(real[taught], 1, -1).astype(np.int8),
        features=keys,
        epochs=20,
        positive=2.0,
        bias=0.5,
    )
    cut = np.partition(np.abs(weights), -KEPT_WEIGHTS, axis=0)[-KEPT_WEIGHTS]
    weights[np.abs(weights) < cut] = 0
    scale = np.maximum(np.abs(weights).max(axis=0) / 127, 1e-9).astype(np.float32)
    return SubjectModel(rarity, np.rint(weights / scale).astype(np.int8), scale, offset.astype(np.float32))


def cross_validated(
    found: list[NDArray[np.int64]], real: NDArray[np.bool_], fold: NDArray[np.int64], keys: int
) -> NDArray[np.float32]:
    """Held-out score of each contract in each category."""
    score = np.zeros(real.shape, np.float32)
    for number in range(FOLDS):
        model = fit(found, real, fold != number, keys)
        for contract in np.flatnonzero(fold == number):
            score[contract] = model.weigh(found[contract])
    return score


def over(model: SubjectModel, keys: NDArray[np.uint32], kept: NDArray[np.uint32]) -> SubjectModel:
    """The same machines over fewer keys, those of the linear model."""
    place = np.searchsorted(keys, kept)
    return SubjectModel(model.rarity[place], model.weights[place], model.scale, model.offset)
