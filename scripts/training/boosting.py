"""LightGBM models trained and turned into the flat tables that `core.trained.trees` evaluates."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.trained import Trees

COMMON = {
    "objective": "binary",
    "verbosity": -1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 63,
    "min_sum_hessian_in_leaf": 1.0,
    "lambda_l2": 5.0,
    "cat_smooth": 20.0,
    "cat_l2": 20.0,
    "max_depth": 9,
    "seed": 7,
}


def train(
    features: NDArray[np.float32],
    labels: NDArray[np.float32],
    *,
    rounds: int,
    categorical: bool = True,
    weights: NDArray[np.float32] | None = None,
    **options: Any,
) -> lightgbm.Booster:
    """A booster over feature rows whose column 0 is the category."""
    data = lightgbm.Dataset(features, labels, weight=weights, categorical_feature=[0] if categorical else [])
    return lightgbm.train({**COMMON, **options}, data, num_boost_round=rounds)


class _Table:
    """The node table while it grows."""

    def __init__(self, width: int, categories: int) -> None:
        self.width = width
        self.categories = categories
        self.feature: list[int] = []
        self.threshold: list[float] = []
        self.left: list[int] = []
        self.value: list[float] = []
        self.sets: dict[frozenset[int], int] = {}
        self.depth = 0

    def reserve(self, count: int) -> int:
        at = len(self.feature)
        self.feature += [0] * count
        self.threshold += [np.inf] * count
        self.left += [0] * count
        self.value += [0.0] * count
        return at

    def fill(self, at: int, node: dict[str, Any], depth: int) -> None:
        self.depth = max(self.depth, depth)
        if "leaf_value" in node:
            self.left[at] = at
            self.value[at] = node["leaf_value"]
            return
        if node["decision_type"] == "==":
            inside = frozenset(int(part) for part in str(node["threshold"]).split("||"))
            self.feature[at] = self.width + self.sets.setdefault(inside, len(self.sets))
            self.threshold[at] = 0.5
        else:
            self.feature[at] = node["split_feature"]
            self.threshold[at] = _rounded_down(float(node["threshold"]))
        children = self.reserve(2)
        self.left[at] = children
        self.fill(children, node["left_child"], depth + 1)
        self.fill(children + 1, node["right_child"], depth + 1)


def _rounded_down(value: float) -> float:
    small = np.float32(value)
    return float(small if float(small) <= value else np.nextafter(small, np.float32(-np.inf)))


def flatten(boosters: list[lightgbm.Booster], *, categories: int, part: slice = slice(None)) -> Trees:
    """The tables of the boosters' mean log-odds, or what a part of each one's trees adds to them."""
    table = _Table(boosters[0].num_feature(), categories)
    roots = []
    for booster in boosters:
        for tree in booster.dump_model()["tree_info"][part]:
            root = table.reserve(1)
            roots.append(root)
            table.fill(root, tree["tree_structure"], 0)
    columns = np.ones((categories, len(table.sets)), np.uint8)
    for inside, column in table.sets.items():
        columns[[category for category in inside if category < categories], column] = 0
    return Trees(
        np.array(table.feature, np.int16),
        np.array(table.threshold, np.float32),
        np.array(table.left, np.int32),
        np.array(table.value, np.float64) / len(boosters),
        np.array(roots, np.int32),
        columns,
        table.depth,
    )
