"""Trains the built-in clause model and writes `data/models/clauses.npz` with its cross-validated figures.

    python -m scripts.train_clauses --data CUAD/train [--cache DIR] [--out FILE]

Needs requirements-train.in. The sample contracts that the product ships are left out of the final model, so that
what it says about them is not what it was told. About 15 minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.contracts.builtin.clauses.model_file import PATH, ClauseModel, save_model
from scripts.training import boosting, first_stage, report, second_stage
from scripts.training.corpus import Labelled, codes, folds, load, typical

ALWAYS_TRAINED = -1
SAMPLES = ("CybergyHoldingsInc_", "AtnInternational", "SimplicityEsportsGamingCompany_")


def main() -> None:
    """Cross-validates, trains on all contracts but the samples, writes model and figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with contracts/*.txt and spans.json")
    parser.add_argument("--cache", type=Path, help="folder that keeps the first stage's held-out scores and models")
    parser.add_argument("--out", type=Path, default=PATH)
    options = parser.parse_args()
    contracts = load(options.data)
    fold = folds(len(contracts))
    rows = first_stage.collect([*contracts, *typical()])
    held_out = _held_out_scores(rows, np.r_[fold, np.full(len(typical()), ALWAYS_TRAINED)], options.cache)
    by_contract = [held_out[a:b] for a, b in pairwise(rows.bounds[: len(contracts) + 1])]
    sentence = second_stage.examples(contracts, by_contract, second_stage.whole)
    short = second_stage.examples(contracts, by_contract, second_stage.short)
    if options.cache is not None:
        _keep_fold_models(options.cache, sentence, short, fold)
    ranked = _cross_validated(sentence, short, fold)
    limits = report.thresholds(report.highest(contracts, ranked), report.truth(contracts))
    figures = report.table(contracts, ranked, limits)
    print(report.printed(figures))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    save_model(_final(contracts, rows, sentence, short, limits), options.out)
    options.out.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"{options.out.name}: {options.out.stat().st_size / 1e6:.2f} MB")


def _held_out_scores(rows: first_stage.Rows, fold: np.ndarray, cache: Path | None) -> np.ndarray:
    kept = cache / "first_stage.npy" if cache is not None else None
    if kept is not None and kept.is_file():
        scores: np.ndarray = np.load(kept)
        return scores
    if cache is not None:
        cache.mkdir(parents=True, exist_ok=True)
    scores = first_stage.cross_validated(rows, fold, cache)
    if kept is not None:
        np.save(kept, scores)
    return scores


def _cross_validated(sentence: second_stage.Examples, short: second_stage.Examples, fold: np.ndarray) -> report.Ranked:
    both = [
        second_stage.cross_validated(sentence, fold, second_stage.RERANKER),
        second_stage.cross_validated(short, fold, second_stage.SHORT),
    ]
    return report.Ranked(
        np.concatenate([sentence.category, short.category]),
        np.concatenate([sentence.contract, short.contract]),
        np.concatenate(both),
        sentence.matched + short.matched,
    )


def _keep_fold_models(
    cache: Path, sentence: second_stage.Examples, short: second_stage.Examples, fold: np.ndarray
) -> None:
    """One whole model without fold 0 but for its thresholds, to measure on files that it never saw."""
    first = first_stage.load(cache / "linear_0.npz")
    sentence_trees, short_trees = (
        boosting.flatten([second_stage.fit(data, fold[data.contract] != 0, options)], categories=len(codes()))
        for data, options in ((sentence, second_stage.RERANKER), (short, second_stage.SHORT))
    )
    save_model(
        ClauseModel(codes(), first, sentence_trees, short_trees, np.full(len(codes()), 0.28, np.float32)),
        cache / "without_fold_0.npz",
    )


def _final(
    contracts: list[Labelled],
    rows: first_stage.Rows,
    sentence: second_stage.Examples,
    short: second_stage.Examples,
    limits: np.ndarray,
) -> ClauseModel:
    used = np.array([not contract.name.startswith(SAMPLES) for contract in contracts])
    print(f"final model: {used.sum()} contracts, without {(~used).sum()} samples", flush=True)
    sentence_trees, short_trees = (
        boosting.flatten([second_stage.fit(data, used[data.contract], options)], categories=len(codes()))
        for data, options in ((sentence, second_stage.RERANKER), (short, second_stage.SHORT))
    )
    everything = np.r_[used, np.ones(len(rows.bounds) - 1 - len(used), bool)]
    return ClauseModel(codes(), first_stage.fit(rows, everything), sentence_trees, short_trees, limits)


if __name__ == "__main__":
    main()
