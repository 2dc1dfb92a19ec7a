"""Trains the built-in clause model and writes `data/models/clauses.npz` with its cross-validated figures.

    python -m scripts.train_clauses --data CUAD/train [--cache DIR] [--out FILE]

Needs requirements-train.in. The sample contracts that the product ships are left out of the final model, so that
what it says about them is not what it was told. About 40 minutes, half of them for the readers, on one core.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.contract_presence import finding_limits, presence_chance
from core.contracts.builtin.clauses.first_stage import MACHINES, FirstStage
from core.contracts.builtin.clauses.general import GeneralModel
from core.contracts.builtin.clauses.model_file import PATH, ClauseModel, save_model
from core.contracts.builtin.clauses.novelty import NOVEL
from core.contracts.builtin.clauses.scored import SIEVE
from core.contracts.builtin.clauses.sentence_features import BLOCKS
from core.trained import Trees
from scripts.training import (
    boosting,
    first_stage,
    general,
    misses,
    presence,
    reader,
    report,
    second_stage,
    subject,
    third_stage,
)
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
    real = report.truth(contracts)
    taught = reader.told(contracts, rows)
    stages = _held_out(rows, taught, fold, real, options.cache)
    sentence = second_stage.examples(contracts, stages, second_stage.whole)
    short = second_stage.examples(contracts, stages, second_stage.short)
    chance = _cross_validated(sentence, short, fold)
    novel = third_stage.examples(contracts, sentence, short, chance)
    ranked = _ranked(sentence, short, chance, novel, third_stage.cross_validated(novel, fold))
    best = report.highest(contracts, ranked)
    of_presence = presence.features(stages, ranked)
    odds = presence.cross_validated(of_presence, real, fold)
    limits = report.thresholds(presence_chance(odds, best), real)
    finding = report.finding_threshold(contracts, ranked, odds, limits, np.ones(len(contracts), bool))
    in_each = finding_limits(odds, best, limits, finding)
    figures = report.table(contracts, ranked, in_each)
    figures["all"]["listed_recall"] = report.listed_recall(contracts, stages, ranked)
    print(report.printed(figures))
    print(f"with the sentences that a list of all candidates adds: recall {figures['all']['listed_recall']}")
    found, apart = report.findings(contracts, ranked, in_each), report.held_out(contracts, ranked, odds, fold)
    figures["all"] |= {f"finding_{name}": value for name, value in found.items()} | apart
    print(f"findings above their limits: {found}; by thresholds chosen on the other folds: {apart}")
    ceiling = report.thresholds(best, real)
    missed = misses.rates(codes(), best, real, ceiling, language="en", document_kind="contract")
    print(misses.printed(missed, best, real))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    whole = presence.fit(of_presence, real, _used(contracts))
    last = boosting.flatten([whole], categories=len(codes())), limits, finding
    save_model(_final(contracts, rows, taught, sentence, short, novel, last, options.cache), options.out)
    misses.write(missed, options.out.with_name("miss_rates.json"))
    options.out.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"{options.out.name}: {options.out.stat().st_size / 1e6:.2f} MB")


def _held_out(
    rows: first_stage.Rows,
    taught: list[reader.Told],
    fold: NDArray[np.int64],
    real: NDArray[np.bool_],
    cache: Path | None,
) -> list[FirstStage]:
    """Of each contract what machines say of it that did not see it."""
    if cache is not None:
        cache.mkdir(parents=True, exist_ok=True)
    always = len(rows.bounds) - 1 - len(fold)
    held = first_stage.cross_validated(rows, np.r_[fold, np.full(always, ALWAYS_TRAINED)], cache)
    judged = subject.cross_validated(subject.words(rows, len(fold)), real, fold, len(rows.keys))
    shape = len(held.scores), MACHINES, len(codes())
    scores = held.scores.reshape(shape)
    by_block = held.by_block.reshape(shape[0], BLOCKS, *shape[1:]).transpose(0, 2, 1, 3)
    bounds = rows.bounds[: len(fold) + 1].tolist()
    read = [said.reshape(len(said), MACHINES, -1) for said in reader.cross_validated(taught, fold, cache)]
    return [
        FirstStage(scores[a:b], by_block[a:b], subject_scores, said)
        for (a, b), subject_scores, said in zip(pairwise(bounds), judged, read, strict=True)
    ]


def _cross_validated(sentence: second_stage.Examples, short: second_stage.Examples, fold: np.ndarray) -> np.ndarray:
    """Held-out confidence of the second stage for all candidates, sentences first."""
    both = [
        second_stage.cross_validated(sentence, fold, second_stage.RERANKER, second_stage.OTHERS),
        second_stage.cross_validated(short, fold, second_stage.SHORT),
    ]
    return np.concatenate(both)


def _ranked(
    sentence: second_stage.Examples,
    short: second_stage.Examples,
    chance: np.ndarray,
    novel: third_stage.NoveltyExamples,
    novelty: np.ndarray,
) -> report.Ranked:
    """All candidates as the product ranks them: of names and dates only the best, by what they say anew."""
    category = np.concatenate([sentence.category, short.category])
    matched = sentence.matched + short.matched
    kept = ~np.isin(category, [codes().index(code) for code in NOVEL])
    kept[novel.place] = True
    return report.Ranked(
        category[kept],
        np.concatenate([sentence.contract, short.contract])[kept],
        third_stage.replaced(chance, novel, novelty)[kept],
        [matched[row] for row in np.flatnonzero(kept).tolist()],
    )


def _final(
    contracts: list[Labelled],
    rows: first_stage.Rows,
    taught: list[reader.Told],
    sentence: second_stage.Examples,
    short: second_stage.Examples,
    novel: third_stage.NoveltyExamples,
    last: tuple[Trees, NDArray[np.float32], float],
    cache: Path | None,
) -> ClauseModel:
    used = _used(contracts)
    print(f"final model: {used.sum()} contracts, without {(~used).sum()} samples", flush=True)
    size = len(codes())
    first = second_stage.fit(sentence, used[sentence.contract], second_stage.RERANKER)
    sieve, sentence_trees = (
        boosting.flatten([first], categories=size, part=part) for part in (slice(SIEVE), slice(SIEVE, None))
    )
    other_trees, short_trees = (
        boosting.flatten([second_stage.fit(data, used[data.contract], each) for each in options], categories=size)
        for data, options in ((sentence, second_stage.OTHERS), (short, (second_stage.SHORT,)))
    )
    novelty_trees = boosting.flatten([third_stage.fit(novel, used[novel.contract])], categories=size)
    weighed = _weighed(contracts, rows)
    everything = np.r_[used, np.ones(len(rows.bounds) - 1 - len(used), bool)]
    _, machines = general.fit(rows, [*contracts, *typical()], everything)
    linear = first_stage.beside(first_stage.machines(rows, everything), machines)
    judge = subject.fit(subject.words(rows, len(contracts)), report.truth(contracts), used, len(rows.keys))
    judge = subject.over(judge, rows.keys, linear.keys)
    shown = [each for each, chosen in zip(taught, used, strict=True) if chosen]
    net = reader.kept(shown, cache / "reader.npz" if cache is not None else None)
    trees = sieve, sentence_trees, other_trees, short_trees, novelty_trees
    return ClauseModel(codes(), linear, judge, net, *trees, *last, weighed)


def _used(contracts: list[Labelled]) -> NDArray[np.bool_]:
    """All contracts but the samples."""
    return np.array([not contract.name.startswith(SAMPLES) for contract in contracts])


def _weighed(contracts: list[Labelled], rows: first_stage.Rows) -> GeneralModel:
    """What heading, topic and score say together, from passages of contracts that the machines did not see."""
    held = folds(len(contracts)) == 0
    others = np.r_[~held, np.ones(len(rows.bounds) - 1 - len(held), bool)]
    named, machines = general.fit(rows, [*contracts, *typical()], others)
    read = [passage for passage in general.passages() if passage.type in named]
    features = general.passage_grounds(read, contracts, machines, named)
    right = np.array([passage.right for passage in read])
    print(general.printed(read, general.held_out(features, right, general.groups(read)), right))
    return GeneralModel(named, general.weigh(features, right))


if __name__ == "__main__":
    main()
