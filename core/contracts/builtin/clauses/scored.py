"""Scored spans of a contract: what the trained stages say, before presence is decided."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_candidates import candidates
from core.contracts.builtin.clauses.model_file import ClauseModel
from core.contracts.builtin.clauses.sentence_features import Sentences, sentences
from core.contracts.builtin.clauses.short_features import short_candidates

SPAN_ONLY = frozenset({"document_name", "agreement_date"})  # a sentence never is one of these; a part of it is
MOST = 40


class Scored(NamedTuple):
    """A span of the text with the probability that it answers the category."""

    start: int
    end: int
    confidence: float


def score_text(text: str, model: ClauseModel) -> dict[str, list[Scored]]:
    """By code of each of the model's categories its candidates, the best first.

    Args:
        text: an English contract; offsets in the result are into it.
        model: the trained stages.
    """
    return score_sentences(sentences(text), model)


def score_sentences(document: Sentences, model: ClauseModel) -> dict[str, list[Scored]]:
    """`score_text` of a contract that is cut into sentences already."""
    found: dict[str, list[Scored]] = {code: [] for code in model.codes}
    if not len(document):
        return found
    scores = model.linear.scores(document)
    whole = candidates(document, scores, model.codes)
    short = short_candidates(document, scores, model.codes)
    _gather(
        found, whole.category, document.spans[whole.sentence], model.reranker.probability(whole.features), SPAN_ONLY
    )
    _gather(found, short.category, short.spans, model.short.probability(short.features), frozenset())
    return {code: sorted(rows, key=lambda row: (-row.confidence, row.start))[:MOST] for code, rows in found.items()}


def _gather(
    found: dict[str, list[Scored]],
    category: NDArray[np.int64],
    spans: NDArray[np.int64],
    confidence: NDArray[np.float64],
    left_out: frozenset[str],
) -> None:
    codes = list(found)
    for number, (start, end), value in zip(category.tolist(), spans.tolist(), confidence.tolist(), strict=True):
        if codes[number] not in left_out:
            found[codes[number]].append(Scored(start, end, value))
