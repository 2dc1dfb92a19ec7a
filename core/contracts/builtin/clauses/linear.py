"""The first stage: linear machines over hashed sentence features, in numpy.

The model keeps the features seen in enough training sentences with their weight by rarity, and for each category
only its largest weights as 8-bit integers with one scale per category.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.sentence_features import BLOCKS, ROW_BITS, Sentences, sentence_keys

TOKENS_AT_ONCE = 40_000
RARITY_STEP = np.float32(1 / 64)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Sparse feature rows: for each row, indices into the model's features and their values, rows in order."""

    row: NDArray[np.int64]
    index: NDArray[np.int64]
    value: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """Weights of the machines.

    `keys` is sorted; `rarity` the weight of each key in units of `RARITY_STEP`; `weights` (keys, categories) times
    `scale` plus `offset` is the score.
    """

    keys: NDArray[np.uint32]
    rarity: NDArray[np.uint8]
    norms: NDArray[np.float32]
    weights: NDArray[np.int8]
    scale: NDArray[np.float32]
    offset: NDArray[np.float32]

    def scores(self, document: Sentences) -> NDArray[np.float32]:
        """Scores of every sentence in every category, shape (sentences, categories)."""
        parts = [self._score(document, first, last) for first, last in portions(document)]
        return np.concatenate(parts) if parts else np.zeros((0, len(self.scale)), np.float32)

    def _score(self, document: Sentences, first: int, last: int) -> NDArray[np.float32]:
        rows = feature_rows(sentence_keys(document, first, last), self.keys, self.rarity, self.norms)
        weighed = self.weights[rows.index].astype(np.float32)
        weighed *= rows.value[:, None]
        score = np.zeros((last - first, len(self.scale)), np.float32)
        present, begin = np.unique(rows.row, return_index=True)
        if len(present):
            score[present] = np.add.reduceat(weighed, begin, axis=0)
        return score * self.scale + self.offset


def portions(document: Sentences) -> list[tuple[int, int]]:
    """Runs of sentences with at most `TOKENS_AT_ONCE` words each (one sentence at least), to bound memory."""
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(document):
        last = int(np.searchsorted(document.bounds, document.bounds[first] + TOKENS_AT_ONCE, side="right")) - 1
        last = min(max(last, first + 1), len(document))
        found.append((first, last))
        first = last
    return found


def feature_rows(
    codes: NDArray[np.uint64],
    keys: NDArray[np.uint32],
    rarity: NDArray[np.uint8],
    norms: NDArray[np.float32],
) -> Rows:
    """Feature rows from `sentence_keys`' codes: known keys, weighed by rarity, each block normalised to its norm."""
    hashed = (codes >> np.uint64(32)).astype(np.uint32)
    index = np.minimum(np.searchsorted(keys, hashed), len(keys) - 1)
    known = keys[index] == hashed
    index = index[known]
    group = (codes[known] & np.uint64((1 << (ROW_BITS + 3)) - 1)).astype(np.int64)
    order = np.argsort(group, kind="stable")
    index, group = index[order], group[order]
    row, block = group >> 3, group & 7
    value = rarity[index].astype(np.float32) * RARITY_STEP
    cell = row * BLOCKS + block
    length = np.sqrt(np.bincount(cell, value * value)) if len(cell) else np.zeros(0)
    value *= norms[block] / length[cell].astype(np.float32)
    return Rows(row, index, value)
