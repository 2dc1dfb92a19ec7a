"""Training rows of the third stage: of a contract's candidates those that match a gold span no better one matched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.novelty import NOVEL, novelty_features, order
from scripts.training import boosting
from scripts.training.corpus import FOLDS, Labelled, codes
from scripts.training.second_stage import Examples

NOVELTY: dict[str, Any] = {
    "rounds": 200,
    "num_leaves": 15,
    "learning_rate": 0.05,
    "feature_fraction": 0.6,
    "min_data_in_leaf": 20,
}
REDUNDANT = -1


@dataclass
class NoveltyExamples:
    """Rows of all contracts: features, label (1 new, 0 wrong, -1 redundant), contract, place among all candidates."""

    features: NDArray[np.float32]
    labels: NDArray[np.int8]
    contract: NDArray[np.int64]
    place: NDArray[np.int64]


def examples(
    contracts: list[Labelled], sentence: Examples, short: Examples, chance: NDArray[np.float64]
) -> NoveltyExamples:
    """The candidates of names and dates, both kinds pooled, by held-out confidence of the second stage."""
    category = np.concatenate([sentence.category, short.category])
    owner = np.concatenate([sentence.contract, short.contract])
    spans = np.concatenate([sentence.spans, short.spans])
    is_short = np.r_[np.zeros(len(sentence.category), bool), np.ones(len(short.category), bool)]
    matched = sentence.matched + short.matched
    features, labels, contract, place = [], [], [], []
    for code in NOVEL:
        column = codes().index(code)
        rows = np.flatnonzero(category == column)
        for number in range(len(contracts)):
            own = rows[owner[rows] == number]
            if not len(own):
                continue
            own = own[order(chance[own], spans[own])]
            text = contracts[number].text
            features.append(novelty_features(text, column, spans[own], chance[own], is_short[own]))
            labels.append(_labels([matched[row] for row in own.tolist()]))
            contract.append(np.full(len(own), number))
            place.append(own)
    return NoveltyExamples(
        np.concatenate(features), np.concatenate(labels), np.concatenate(contract), np.concatenate(place)
    )


def _labels(matched: list[tuple[int, ...]]) -> NDArray[np.int8]:
    seen: set[int] = set()
    labels = np.zeros(len(matched), np.int8)
    for row, golds in enumerate(matched):
        labels[row] = 0 if not golds else 1 if set(golds) - seen else REDUNDANT
        seen.update(golds)
    return labels


def fit(data: NoveltyExamples, chosen: NDArray[np.bool_]) -> lightgbm.Booster:
    """A booster trained on the chosen rows; redundant ones teach nothing."""
    rows = chosen & (data.labels != REDUNDANT)
    return boosting.train(data.features[rows], data.labels[rows].astype(np.float32), **NOVELTY)


def cross_validated(data: NoveltyExamples, fold: NDArray[np.int64]) -> NDArray[np.float64]:
    """Held-out probability that each candidate says something new and right, by contract."""
    chance = np.zeros(len(data.labels))
    for number in range(FOLDS):
        held = fold[data.contract] == number
        chance[held] = fit(data, ~held).predict(data.features[held])
    return chance


def replaced(chance: NDArray[np.float64], data: NoveltyExamples, novel: NDArray[np.float64]) -> NDArray[np.float64]:
    """The confidence of all candidates with that of names and dates replaced; what was not among the best has none."""
    final = chance.copy()
    final[data.place] = novel
    return final
