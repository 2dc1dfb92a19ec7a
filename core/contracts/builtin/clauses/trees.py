"""Gradient-boosted trees as flat arrays, evaluated in numpy: the same numbers as LightGBM, without it.

All trees lie in one node table. A node sends a row to `left` when the feature is at most the threshold, else to
`left + 1`; a leaf sends every row to itself, so that one loop of as many steps as the deepest tree serves all.
Splits on the category are turned into thresholds on extra columns: for each set of categories that some split
sends left, a column that is 0 inside the set and 1 outside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NODES_AT_ONCE = 32_000  # what one step works on stays in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """A binary classifier made of trees.

    Thresholds are 32-bit, rounded down, which decides every 32-bit feature value as LightGBM's 64-bit ones do.
    `value` is 0 but for leaves; `roots` has one entry a tree; `columns` (categories, extra columns) holds the sets.
    Feature 0 is the category.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    value: NDArray[np.float64]
    roots: NDArray[np.int32]
    columns: NDArray[np.uint8]
    depth: int

    def raw(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Log-odds of each row."""
        step = max(NODES_AT_ONCE // len(self.roots), 1)
        parts = [self._raw(features[at : at + step]) for at in range(0, len(features), step)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def probability(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probability of each row."""
        return 1.0 / (1.0 + np.exp(-self.raw(features)))

    def _raw(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        category = features[:, 0].astype(np.int64)
        wide = np.concatenate([features, self.columns[category].astype(np.float32)], axis=1)
        flat = wide.ravel()
        begin = (np.arange(len(wide)) * wide.shape[1])[:, None]
        node = np.broadcast_to(self.roots, (len(wide), len(self.roots)))
        for _ in range(self.depth):
            value = flat.take(begin + self.feature.take(node))
            node = self.left.take(node) + (value > self.threshold.take(node))
        total: NDArray[np.float64] = self.value.take(node).sum(axis=1)
        return total
