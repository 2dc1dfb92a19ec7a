"""Training rows of the second stage: candidates by held-out first-stage scores, labelled by whether they match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_candidates import candidates
from core.contracts.builtin.clauses.first_stage import FirstStage
from core.contracts.builtin.clauses.scored import SIEVE, SPAN_ONLY, in_doubt, together
from core.contracts.builtin.clauses.sentence_features import Sentences, sentences
from core.contracts.builtin.clauses.short_features import short_candidates
from scripts.training import boosting
from scripts.training.corpus import FOLDS, Labelled, codes
from scripts.training.metrics import Words, same

RERANKER: dict[str, Any] = {
    "rounds": 250,
    "num_leaves": 31,
    "learning_rate": 0.06,
    "feature_fraction": 0.4,
    "min_data_in_leaf": 30,
}
# asked where the first one is in doubt; built otherwise, so that they err elsewhere
OTHERS: tuple[dict[str, Any], ...] = (
    {
        "rounds": 400,
        "num_leaves": 15,
        "learning_rate": 0.04,
        "feature_fraction": 0.25,
        "min_data_in_leaf": 50,
        "lambda_l2": 10.0,
        "seed": 11,
    },
    {
        "rounds": 400,
        "num_leaves": 23,
        "learning_rate": 0.05,
        "feature_fraction": 0.3,
        "min_data_in_leaf": 30,
        "extra_trees": True,
        "seed": 13,
    },
    {
        "rounds": 500,
        "num_leaves": 31,
        "learning_rate": 0.025,
        "feature_fraction": 0.2,
        "min_data_in_leaf": 80,
        "lambda_l2": 20.0,
        "seed": 17,
    },
    {
        "rounds": 500,
        "num_leaves": 15,
        "learning_rate": 0.06,
        "feature_fraction": 0.5,
        "min_data_in_leaf": 40,
        "extra_trees": True,
        "seed": 19,
    },
)
SHORT: dict[str, Any] = {
    "rounds": 250,
    "num_leaves": 15,
    "learning_rate": 0.06,
    "feature_fraction": 0.4,
    "min_data_in_leaf": 10,
}


@dataclass
class Examples:
    """Candidates of all contracts: features, category, contract, span, and the gold spans that each matches."""

    features: NDArray[np.float32]
    category: NDArray[np.int64]
    contract: NDArray[np.int64]
    spans: NDArray[np.int64]
    matched: list[tuple[int, ...]]

    @property
    def labels(self) -> NDArray[np.float32]:
        """1 where a candidate matches a gold span."""
        return np.array([bool(found) for found in self.matched], np.float32)


Finder = Callable[[Sentences, FirstStage], tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]]


def whole(document: Sentences, stage: FirstStage) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float32]]:
    """Category, spans and features of the sentence candidates, without the categories that have short spans only."""
    found = candidates(document, stage, codes())
    kept = ~np.isin(found.category, [codes().index(code) for code in SPAN_ONLY])
    return found.category[kept], document.spans[found.sentence[kept]], found.features[kept]


def short(document: Sentences, stage: FirstStage) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float32]]:
    """Category, spans and features of the short candidates."""
    found = short_candidates(document, stage, codes())
    return found.category, found.spans, found.features


def examples(contracts: list[Labelled], stages: list[FirstStage], finder: Finder) -> Examples:
    """Labelled candidates of the contracts, given what a first stage that did not see them says of each."""
    names = codes()
    features, category, owner, spans = [], [], [], []
    matched: list[tuple[int, ...]] = []
    for number, (contract, stage) in enumerate(zip(contracts, stages, strict=True)):
        columns, found, rows = finder(sentences(contract.text), stage)
        if not len(columns):
            continue
        features.append(rows)
        category.append(columns)
        spans.append(found)
        owner.append(np.full(len(columns), number))
        said = cache(lambda start, end, text=contract.text: Words.of(text[start:end]))
        gold = {code: [said(a, b) for a, b in contract.gold[code]] for code in names}
        for column, (start, end) in zip(columns.tolist(), found.tolist(), strict=True):
            code, words = names[column], said(start, end)
            matched.append(tuple(i for i, want in enumerate(gold[code]) if same(words, want, code)))
    return Examples(
        np.concatenate(features), np.concatenate(category), np.concatenate(owner), np.concatenate(spans), matched
    )


def fit(data: Examples, chosen: NDArray[np.bool_], options: dict[str, Any]) -> lightgbm.Booster:
    """A booster trained on the chosen rows."""
    return boosting.train(data.features[chosen], data.labels[chosen], **options)


def cross_validated(
    data: Examples, fold: NDArray[np.int64], options: dict[str, Any], others: tuple[dict[str, Any], ...] = ()
) -> NDArray[np.float64]:
    """Held-out probability of each candidate, by contract; of those in doubt the mean log-odds of all boosters."""
    probability = np.zeros(len(data.category))
    for number in range(FOLDS):
        held = fold[data.contract] == number
        first = fit(data, ~held, options)
        raw = np.asarray(first.predict(data.features[held], raw_score=True))
        if others:
            sieved = np.asarray(first.predict(data.features[held], raw_score=True, num_iteration=SIEVE))
            raw = np.where(in_doubt(sieved), raw, sieved)
        asked = np.flatnonzero(in_doubt(raw)) if others else np.zeros(0, np.int64)
        if len(asked):
            rows = data.features[held][asked]
            also = [fit(data, ~held, other).predict(rows, raw_score=True) for other in others]
            raw[asked] = together(raw[asked], np.mean(also, axis=0), len(others))
        probability[held] = 1 / (1 + np.exp(-raw))
    return probability
