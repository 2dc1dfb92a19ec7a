"""Trains the machines that notice clauses in other words and writes `data/models/reworded.npz`.

    python -m scripts.train_reworded --data CUAD/train [--out FILE]

Taught by the clauses and near misses in `told_clauses_en.jsonl`, which were written for this project, and by every
third labelled contract. A type's limit is the score that the best sentence of `KEPT` of the contracts without such a
clause stays below; contracts and clauses are measured by machines that did not see them. About two minutes.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.linear import RARITY_STEP, LinearModel, feature_rows
from core.contracts.builtin.clauses.reworded import BLOCKS_READ, LEAST_WORDS, PATH, RewordedModel, save_reworded
from core.contracts.builtin.clauses.sentence_features import BLOCKS, Sentences, sentence_keys, sentences
from core.contracts.builtin.miss_rates import FEWEST_POSITIVES, miss_rates
from scripts.training import first_stage, svm
from scripts.training.corpus import FOLDS, SEED, Labelled, codes, load

TOLD = Path(__file__).parent / "training" / "told_clauses_en.jsonl"
KEPT = 0.4
FEWEST = 3
FEWEST_TOLD = 2
EVERY = 3
COST = 1.0
POSITIVE = 4.0
SAMPLES = ("CybergyHoldingsInc_", "AtnInternational", "SimplicityEsportsGamingCompany_")


@dataclass(frozen=True)
class Rows:
    """Sparse rows: codes of each row's features as `sentence_keys` gives them, and labels (1, -1, 0 for left out)."""

    features: list[NDArray[np.uint64]]
    labels: NDArray[np.int8]

    def chosen(self, rows: NDArray[np.int64]) -> Rows:
        """Some of the rows."""
        return Rows([self.features[row] for row in rows.tolist()], self.labels[rows])


def main() -> None:
    """Trains, measures by cross-validation, and writes the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with contracts/*.txt and spans.json")
    parser.add_argument("--out", type=Path, default=PATH)
    options = parser.parse_args()
    contracts = [contract for contract in load(options.data) if not contract.name.startswith(SAMPLES)]
    types = measured_types()
    told = told_rows(types)
    documents = [sentences(contract.text) for contract in contracts]
    taught = np.arange(0, len(contracts), EVERY)
    labelled = [contract_rows(documents[number], contracts[number], types) for number in taught.tolist()]
    apart = np.setdiff1d(np.arange(len(contracts)), taught)[::EVERY]

    fold = np.random.default_rng(SEED).permutation(len(told.features)) % FOLDS
    model = fit(types, told, labelled)
    best = np.array([model.scores(documents[number]).max(axis=0) for number in apart.tolist()])
    without = np.array([[not contracts[number].gold.get(code) for code in types] for number in apart.tolist()])
    quantiles = [np.quantile(best[without[:, column], column], KEPT) for column in range(len(types))]
    limits = np.round(quantiles, 4).astype(np.float32)  # sums of other threads differ in the last bit
    held = np.zeros(told.labels.shape, np.float32)
    for number in range(FOLDS):
        part = fit(types, told.chosen(np.flatnonzero(fold != number)), labelled)
        rows = np.flatnonzero(fold == number)
        held[rows] = row_scores(part, told.chosen(rows))
    print("| type | clauses in other words | noticed | near misses and others noticed |\n|---|---:|---:|---:|")
    noticed = held >= limits
    for column, code in enumerate(types):
        own, other = told.labels[:, column] == 1, told.labels[:, column] == -1
        print(f"| {code} | {own.sum()} | {noticed[own, column].mean():.2f} | {noticed[other, column].mean():.2f} |")
    print(f"all: {noticed[told.labels == 1].mean():.3f} noticed, contracts without the clause that stay: {KEPT}")
    save_reworded(RewordedModel(types, model.linear, limits), options.out)
    print(f"{options.out.name}: {options.out.stat().st_size / 1e6:.2f} MB, {len(model.linear.keys)} features")


def measured_types() -> tuple[str, ...]:
    """The labelled types of which some contract might be called free."""
    known = {code for (code, _, _), rate in miss_rates().items() if rate.positives >= FEWEST_POSITIVES}
    told = {json.loads(line)["type"] for line in TOLD.read_text(encoding="utf-8").splitlines()}
    return tuple(code for code in codes() if code in known and code in told)


def told_rows(types: tuple[str, ...]) -> Rows:
    """The written clauses, each as one row; a near miss is none of the types but those named beside it."""
    features, labels = [], []
    for line in TOLD.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        document = sentences(entry["text"])
        features.append(flat(keys(document)))
        named = {*entry.get("also", ()), *((entry["type"],) if entry["is"] else ())}
        labels.append([1 if code in named else -1 for code in types])
    return Rows(features, np.array(labels, np.int8))


def contract_rows(document: Sentences, contract: Labelled, types: tuple[str, ...]) -> Rows:
    """The sentences of a labelled contract."""
    ordered = keys(document)
    row = (ordered & np.uint64(0xFFFFFFFF)).astype(np.int64) >> 3
    order = np.argsort(row, kind="stable")
    parts = np.split(ordered[order], np.searchsorted(row[order], np.arange(1, len(document))))
    long = np.flatnonzero(np.diff(document.bounds) >= LEAST_WORDS)
    column = [codes().index(code) for code in types]
    labels = first_stage.overlap_labels(document, contract)[:, column]
    return Rows([flat(parts[place]) for place in long.tolist()], labels[long])


def keys(document: Sentences) -> NDArray[np.uint64]:
    """The features that the machines look at."""
    return sentence_keys(document, 0, len(document), blocks=BLOCKS_READ)


def flat(ordered: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Codes of one row's features, with row 0, each once."""
    return np.unique(ordered & ~np.uint64(0xFFFFFFF8))


def join(parts: list[Rows]) -> Rows:
    """All rows of several parts."""
    return Rows(
        [features for part in parts for features in part.features], np.concatenate([part.labels for part in parts])
    )


def fit(types: tuple[str, ...], told: Rows, labelled: list[Rows]) -> RewordedModel:
    """Machines in 8 bits, without limits, over features in `FEWEST` rows, or fewer if a written clause has them."""
    rows = join([told, *labelled])
    hashed, count = np.unique(np.concatenate(rows.features) >> np.uint64(32), return_counts=True)
    # what only contracts say is known too: a sentence's features share one length, and all of it counts
    kept = (count >= FEWEST) | np.isin(hashed, np.concatenate(told.features) >> np.uint64(32)) & (count >= FEWEST_TOLD)
    known, count = hashed[kept].astype(np.uint32), count[kept]
    rarity = np.clip(np.rint(np.sqrt(np.log1p(len(rows.features) / count)) / RARITY_STEP), 1, 255).astype(np.uint8)
    empty = np.zeros(len(types), np.float32)
    norms = np.where(np.isin(np.arange(BLOCKS), BLOCKS_READ), np.float32(0.7), np.float32(0))
    blank = LinearModel(known, rarity, norms, np.zeros((len(known), len(types)), np.int8), empty, empty)
    indptr, index, value = sparse(blank, rows)
    weights, offset = svm.train(
        indptr, index, value, rows.labels, features=len(known), cost=COST, positive=POSITIVE, seed=1
    )
    scale = (np.abs(weights).max(axis=0) / 127).astype(np.float32)
    small = np.rint(weights / scale).astype(np.int8)
    used = small.any(axis=1)
    linear = LinearModel(known[used], rarity[used], norms, small[used], scale, offset.astype(np.float32))
    return RewordedModel(types, linear, empty)


def sparse(linear: LinearModel, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]:
    """The rows as the machines read them: bounds, features and values."""
    numbered = [features | (np.uint64(row) << np.uint64(3)) for row, features in enumerate(rows.features)]
    read = feature_rows(np.concatenate(numbered), linear.keys, linear.rarity, linear.norms)
    indptr = np.searchsorted(read.cell // BLOCKS, np.arange(len(rows.features) + 1))
    return indptr, read.index.astype(np.int32), read.value


def row_scores(model: RewordedModel, rows: Rows) -> NDArray[np.float32]:
    """Scores of the rows, shape (rows, types)."""
    indptr, index, value = sparse(model.linear, rows)
    score = np.tile(model.linear.offset, (len(rows.features), 1))
    weighed = model.linear.weights[index].astype(np.float32) * value[:, None]
    row = np.repeat(np.arange(len(rows.features)), np.diff(indptr))
    np.add.at(score, row, weighed * model.linear.scale)
    return score


if __name__ == "__main__":
    main()
