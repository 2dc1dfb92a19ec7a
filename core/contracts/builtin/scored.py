"""Scored spans of a contract: what the trained stages say, before presence is decided."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.candidates import candidates
from core.contracts.builtin.model_file import ClauseModel
from core.contracts.builtin.sentence_features import sentences


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
    categories = len(model.thresholds)
    document = sentences(text)
    if not len(document):
        return [[] for _ in range(categories)]
    found = candidates(document, model.linear.scores(document))
    confidence = model.reranker.probability(found.features)
    return [_ranked(document.spans, found.sentence, confidence, found.category == code) for code in range(categories)]


def _ranked(
    spans: NDArray[np.int64],
    sentence: NDArray[np.int64],
    confidence: NDArray[np.float64],
    chosen: NDArray[np.bool_],
) -> list[Scored]:
    rows = [
        Scored(*spans[at].tolist(), value)
        for at, value in zip(sentence[chosen], confidence[chosen].tolist(), strict=True)
    ]
    return sorted(rows, key=lambda row: (-row.confidence, row.start))
