"""Gradient-boosted trees as flat arrays, evaluated in numpy: the same numbers as LightGBM, without it.

All trees lie in one node table. A node sends a row to `left` when the feature is at most the threshold, else to
`left + 1`; a leaf sends every row to itself, so that one loop of as many steps as a tree is deep serves all trees of
that depth.
Splits on the category are turned into thresholds on extra columns: for each set of categories that some split
sends left, a column that is 0 inside the set and 1 outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

NODES_AT_ONCE = 48_000  # what one step works on stays in the processor's cache


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def _by_depth(self) -> list[tuple[int, NDArray[np.intp]]]:
        """The depths that trees have, each with the roots of its trees."""
        depth = np.zeros(len(self.roots), np.intp)
        node, tree = self.roots, np.arange(len(self.roots))
        for level in range(1, self.depth + 1):
            inner = self.left[node] != node
            tree = np.repeat(tree[inner], 2)
            node = (self.left[node[inner]][:, None] + np.arange(2)).ravel()
            depth[tree] = level
        return [(level, self.roots[depth == level].astype(np.intp)) for level in np.unique(depth).tolist()]

    def _raw(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        category = features[:, 0].astype(np.int64)
        wide = np.concatenate([features, self.columns[category].astype(np.float32)], axis=1)
        flat = wide.ravel()
        begin = (np.arange(len(wide)) * wide.shape[1])[:, None]
        total = np.zeros(len(wide))
        for depth, roots in self._by_depth:
            # all rows stand at the same nodes at first
            node = self.left[roots] + (wide.take(self.feature[roots], axis=1) > self.threshold[roots])
            for _ in range(1, depth):
                value = flat.take(begin + self.feature.take(node))
                node = self.left.take(node) + (value > self.threshold.take(node))
            total += self.value.take(node).sum(axis=1)
        return total
