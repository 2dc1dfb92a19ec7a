"""Training rows of the last stage: of each contract and category whether it has the clause, by all that says so."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.contract_presence import presence_features
from core.contracts.builtin.clauses.first_stage import FirstStage
from scripts.training import boosting
from scripts.training.corpus import FOLDS
from scripts.training.report import Ranked

PRESENCE: dict[str, Any] = {
    "rounds": 250,
    "num_leaves": 15,
    "learning_rate": 0.04,
    "feature_fraction": 0.3,
    "min_data_in_leaf": 40,
    "extra_trees": True,
    "seed": 5,
}


def features(stages: list[FirstStage], ranked: Ranked) -> NDArray[np.float32]:
    """Rows of all contracts, shape (contracts, categories, features), by held-out scores and confidences."""
    rows = []
    for number, stage in enumerate(stages):
        own = ranked.contract == number
        rows.append(presence_features(stage, ranked.category[own], ranked.confidence[own]))
    return np.array(rows)


def fit(rows: NDArray[np.float32], real: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> lightgbm.Booster:
    """A booster trained on the chosen contracts."""
    return boosting.train(rows[chosen].reshape(-1, rows.shape[2]), real[chosen].ravel().astype(np.float32), **PRESENCE)


def cross_validated(rows: NDArray[np.float32], real: NDArray[np.bool_], fold: NDArray[np.int64]) -> NDArray[np.float64]:
    """Held-out log-odds that each contract has each clause, shape (contracts, categories)."""
    odds = np.zeros(real.shape)
    for number in range(FOLDS):
        held = fold == number
        said = fit(rows, real, ~held).predict(rows[held].reshape(-1, rows.shape[2]), raw_score=True)
        odds[held] = np.asarray(said).reshape(held.sum(), -1)
    return odds
