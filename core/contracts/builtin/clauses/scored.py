"""Scored spans of a contract: what the trained stages say, before presence is decided."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.candidates import candidates
from core.contracts.builtin.clauses.model_file import ClauseModel
from core.contracts.builtin.clauses.sentence_features import sentences
from core.contracts.builtin.clauses.short_features import short_candidates
from core.taxonomy import taxonomy

SPAN_ONLY = frozenset({"document_name", "agreement_date"})  # a sentence never is one of these; a part of it is
MOST = 40


class Scored(NamedTuple):
    """A span of the text with the probability that it answers the category."""

    start: int
    end: int
    confidence: float


def score_text(text: str, model: ClauseModel) -> list[list[Scored]]:
    """For each category in taxonomy order its candidates, the best first.

    Args:
        text: an English contract; offsets in the result are into it.
        model: the trained stages.
    """
    document = sentences(text)
    found: list[list[Scored]] = [[] for _ in model.thresholds]
    if not len(document):
        return found
    scores = model.linear.scores(document)
    whole = candidates(document, scores)
    short = short_candidates(document, scores)
    _gather(
        found, whole.category, document.spans[whole.sentence], model.reranker.probability(whole.features), SPAN_ONLY
    )
    _gather(found, short.category, short.spans, model.short.probability(short.features), frozenset())
    return [sorted(rows, key=lambda row: (-row.confidence, row.start))[:MOST] for rows in found]


def _gather(
    found: list[list[Scored]],
    category: NDArray[np.int64],
    spans: NDArray[np.int64],
    confidence: NDArray[np.float64],
    left_out: frozenset[str],
) -> None:
    columns = {number for number, entry in enumerate(taxonomy().categories) if entry.code in left_out}
    for number, (start, end), value in zip(category.tolist(), spans.tolist(), confidence.tolist(), strict=True):
        if number not in columns:
            found[number].append(Scored(start, end, value))
