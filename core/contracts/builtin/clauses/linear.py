"""The first stage: linear machines over hashed sentence features, in numpy.

The model keeps the features seen in enough training sentences with their weight by rarity, and for each category
only its largest weights as 8-bit integers with one scale per category.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.sentence_features import BLOCKS, ROW_BITS, Sentences, sentence_keys

TOKENS_AT_ONCE = 30_000
ENTRIES_AT_ONCE = 1_500
RARITY_STEP = np.float32(1 / 64)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Sparse feature rows: indices into the model's features and their values, in the order of `cell`.

    `cell` is the row times the number of blocks, plus the feature's block.
    """

    cell: NDArray[np.int64]
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
        return self.total(self.by_block(document))

    def total(self, parts: NDArray[np.float32]) -> NDArray[np.float32]:
        """Scores from what `by_block` gives."""
        score: NDArray[np.float32] = parts.sum(axis=1) + self.offset
        return score

    def by_block(self, document: Sentences, *, blocks: Container[int] = range(BLOCKS)) -> NDArray[np.float32]:
        """What each block of features adds to the scores, shape (sentences, blocks, categories).

        Args:
            document: the contract.
            blocks: the blocks that are looked at; the others add nothing.
        """
        parts = [self._weigh(document, first, last, blocks) for first, last in portions(document)]
        return np.concatenate(parts) if parts else np.zeros((0, BLOCKS, len(self.scale)), np.float32)

    def _weigh(
        self, document: Sentences, first: int, last: int, blocks: Container[int] = range(BLOCKS)
    ) -> NDArray[np.float32]:
        keys = sentence_keys(document, first, last, blocks=blocks)
        rows = feature_rows(keys, self.keys, self.rarity, self.norms)
        sums = block_sums(self.weights, rows.index, rows.value, rows.cell, last - first)
        sums *= self.scale
        return sums


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
    # by row and block, then by key; sorting numbers is several times as fast as sorting places by numbers
    group = (codes[known] & np.uint64((1 << (ROW_BITS + 3)) - 1)) << np.uint64(32)
    ordered = np.sort(group | index[known].astype(np.uint64))
    index = (ordered & np.uint64(0xFFFFFFFF)).astype(np.int64)
    group = (ordered >> np.uint64(32)).astype(np.int64)
    row, block = group >> 3, group & 7
    value = rarity[index].astype(np.float32) * RARITY_STEP
    cell = row * BLOCKS + block
    length = np.sqrt(np.bincount(cell, value * value)) if len(cell) else np.zeros(0)
    value *= norms[block] / length[cell].astype(np.float32)
    return Rows(cell, index, value)


def block_sums(
    weights: NDArray[np.int8],
    index: NDArray[Any],
    value: NDArray[np.float32],
    cell: NDArray[np.int64],
    rows: int,
) -> NDArray[np.float32]:
    """Weighed features summed by row and block, shape (rows, blocks, machines), still without the machines' scale."""
    sums = np.zeros((rows * BLOCKS, weights.shape[1]), np.float32)
    begin = np.flatnonzero(np.diff(cell, prepend=-1))
    size = np.diff(begin, append=len(cell))
    begin = begin[np.argsort(size, kind="stable")]
    sizes, often = np.unique(size, return_counts=True)
    first = 0
    for length, count in zip(sizes.tolist(), often.tolist(), strict=True):
        # cells of one size are summed as one block, few at a time: their weights stay in the processor's cache
        step = max(ENTRIES_AT_ONCE // length, 1)
        for at in range(first, first + count, step):
            some = begin[at : min(at + step, first + count)]
            entry = some[:, None] + np.arange(length)
            weight = weights.take(index[entry], axis=0).astype(np.float32)
            sums[cell[some]] = (value[entry][:, None] @ weight)[:, 0]
        first += count
    return sums.reshape(rows, BLOCKS, -1)
