"""Scored spans of a contract: what the trained stages say, before presence is decided."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_candidates import candidates
from core.contracts.builtin.clauses.contract_presence import finding_limits, presence_features
from core.contracts.builtin.clauses.first_stage import FirstStage, first_stage
from core.contracts.builtin.clauses.general import PER_CATEGORY, PRESENT, probability
from core.contracts.builtin.clauses.model_file import ClauseModel
from core.contracts.builtin.clauses.novelty import NOVEL, novelty_features, order
from core.contracts.builtin.clauses.sentence_features import Sentences, sentences
from core.contracts.builtin.clauses.short_features import short_candidates

SPAN_ONLY = frozenset({"document_name", "agreement_date"})  # a sentence never is one of these; a part of it is
MOST = 90
DEEPEST = 80
LOWEST = 1e-4
HOPELESS = float(np.log(0.01 / 0.99))
OTHERS = 4
SIEVE = 50  # trees of the first re-ranker that judge all candidates; the rest look at what these leave in doubt


class Scored(NamedTuple):
    """A span of the text with the probability that it answers the category."""

    start: int
    end: int
    confidence: float


class ScoredText(NamedTuple):
    """A contract's candidates, best first, and above which confidence one is a finding, both by code."""

    candidates: dict[str, list[Scored]]
    limits: dict[str, float]


def score_text(text: str, model: ClauseModel, *, deep: bool = False) -> ScoredText:
    """The candidates of each of the model's categories, and what counts as a finding in this contract.

    Args:
        text: an English contract; offsets in the result are into it.
        model: the trained stages.
        deep: with the next sentences by the first stage alone, so that little is missed.
    """
    return score_sentences(sentences(text), model, deep=deep)


def score_sentences(document: Sentences, model: ClauseModel, *, deep: bool = False) -> ScoredText:
    """`score_text` of a contract that is cut into sentences already."""
    found: dict[str, list[Scored]] = {code: [] for code in (*model.codes, *model.general.codes)}
    if not len(document):
        return ScoredText(found, dict.fromkeys(found, 1.0))
    stage, general = first_stage(document, model.linear, model.subject, model.reader, len(model.codes))
    category, spans, chance = _ranked(document, stage, model)
    scores = stage.scores
    for column, code in enumerate(model.codes):
        rows = np.flatnonzero(category == column)
        found[code] = list(map(Scored, *spans[rows].T.tolist(), chance[rows].tolist()))
        if deep and code not in SPAN_ONLY:
            found[code] += _tail(document, scores[:, column], found[code])
    _gather_general(found, document, general, model)
    best = np.zeros(len(model.codes))
    np.maximum.at(best, category, chance)
    odds = model.presence.raw(presence_features(stage, category, chance))
    limits = finding_limits(odds, best, model.thresholds, model.finding)
    return ScoredText(
        {code: sorted(rows, key=lambda row: (-row.confidence, row.start))[:MOST] for code, rows in found.items()},
        dict(zip(model.codes, limits.tolist(), strict=True)) | dict.fromkeys(model.general.codes, PRESENT),
    )


def _ranked(
    document: Sentences, stage: FirstStage, model: ClauseModel
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Category, span and confidence of all candidates; of names and dates only the best, by what they say anew."""
    whole = candidates(document, stage, model.codes)
    judged = ~np.isin(whole.category, [column for column, code in enumerate(model.codes) if code in SPAN_ONLY])
    short = short_candidates(document, stage, model.codes)
    category = np.concatenate([whole.category[judged], short.category])
    spans = np.concatenate([document.spans[whole.sentence[judged]], short.spans])
    chance = np.concatenate([_reranked(whole.features[judged], model), model.short.probability(short.features)])
    is_short = np.r_[np.zeros(judged.sum(), bool), np.ones(len(short.category), bool)]
    kept = np.ones(len(category), bool)
    for column in (column for column, code in enumerate(model.codes) if code in NOVEL):
        rows = np.flatnonzero(category == column)
        kept[rows] = False
        if len(rows):
            rows = rows[order(chance[rows], spans[rows])]
            features = novelty_features(document.text, column, spans[rows], chance[rows], is_short[rows])
            chance[rows] = model.novelty.probability(features)
            kept[rows] = True
    return category[kept], spans[kept], chance[kept]


def _reranked(features: NDArray[np.float32], model: ClauseModel) -> NDArray[np.float64]:
    raw = model.sieve.raw(features)
    left = np.flatnonzero(in_doubt(raw))
    raw[left] += model.reranker.raw(features[left])
    doubtful = left[in_doubt(raw[left])]
    raw[doubtful] = together(raw[doubtful], model.others.raw(features[doubtful]), OTHERS)
    return 1 / (1 + np.exp(-raw))


def in_doubt(raw: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether trees give a candidate any chance, by their log-odds; most have none."""
    return raw > HOPELESS


def together(first: NDArray[np.float64], others: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The mean log-odds of the first re-ranker and `count` others whose mean is given."""
    return (first + count * others) / (1 + count)


def _gather_general(
    by_type: dict[str, list[Scored]], document: Sentences, scores: NDArray[np.float32], model: ClauseModel
) -> None:
    chance = probability(document, scores, model.general)
    best = np.argsort(-chance, axis=0, kind="stable")[:PER_CATEGORY]
    for column, code in enumerate(model.general.codes):
        for row in best[:, column].tolist():
            if chance[row, column] > 0:
                start, end = document.spans[row].tolist()
                by_type[code].append(Scored(start, end, float(chance[row, column])))


def _tail(document: Sentences, scores: NDArray[np.float32], ranked: list[Scored]) -> list[Scored]:
    """The next sentences by the first stage alone, so that a list of all candidates misses little.

    Their confidence is a rank below what the second stage calls impossible.
    """
    known = {row.start for row in ranked}
    spans = document.spans[np.argsort(-scores, kind="stable")[:DEEPEST]].tolist()
    return [
        Scored(start, end, LOWEST * (1 - place / DEEPEST))
        for place, (start, end) in enumerate(spans)
        if start not in known
    ]
