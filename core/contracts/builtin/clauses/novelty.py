"""The third stage, for names and dates: whether a candidate says something that the better ones do not say already.

A contract names its parties, its title and its dates many times. What counts is each of them once; a second sentence
with the same name finds nothing new and may only be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NOVEL = ("document_name", "parties", "agreement_date", "effective_date")
MOST = 40


def order(confidence: NDArray[np.float64], spans: NDArray[np.int64]) -> NDArray[np.int64]:
    """Positions of one category's best candidates, the surest first, of equals the earlier."""
    ranked: NDArray[np.int64] = np.lexsort((spans[:, 0], -confidence))[:MOST]
    return ranked


def novelty_features(
    text: str, category: int, spans: NDArray[np.int64], confidence: NDArray[np.float64], short: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Feature rows of one contract's candidates of one category, in the order of `order` (column 0: the category).

    Args:
        text: the contract.
        category: number of the category.
        spans: offsets of the candidates, best first, shape (n, 2).
        confidence: what the second stage says of them.
        short: which of them are short spans and no sentences.
    """
    words = [frozenset(text[start:end].lower().split()) for start, end in spans.tolist()]
    rows = [_row(text, spans, confidence, short, words, rank) for rank in range(len(spans))]
    features = np.zeros((len(spans), 1 + (len(rows[0]) if rows else 0)), np.float32)
    features[:, 0] = category
    if rows:
        features[:, 1:] = rows
    return features


def _row(
    text: str,
    spans: NDArray[np.int64],
    confidence: NDArray[np.float64],
    short: NDArray[np.bool_],
    words: Sequence[frozenset[str]],
    rank: int,
) -> list[float]:
    start, end = spans[rank].tolist()
    above, chance = spans[:rank], confidence[:rank]
    inside = (above[:, 0] <= start) & (end <= above[:, 1])
    around = (start <= above[:, 0]) & (above[:, 1] <= end)
    shared = [len(words[rank] & other) / max(len(words[rank] | other), 1) for other in words[:rank]]
    covered = [len(words[rank] & other) / max(len(words[rank]), 1) for other in words[:rank]]
    distance = np.abs(above[:, 0] - start)
    own = float(confidence[rank])
    return [
        rank,
        own,
        float(np.log((own + 1e-6) / (1 - own + 1e-6))),
        float(short[rank]),
        float(chance.sum()),
        float(confidence[0]),
        float(confidence[rank - 1]) if rank else 1.0,
        float(confidence[rank + 1]) if rank + 1 < len(spans) else 0.0,
        float(inside.sum()),
        float(chance[inside].max(initial=0.0)),
        float(around.sum()),
        float(chance[around].max(initial=0.0)),
        float(chance[around].sum()),
        max(shared, default=0.0),
        max(covered, default=0.0),
        float(sum(value > 0.5 for value in covered)),
        float(sum(value == 1.0 for value in shared)),
        float(distance.min(initial=100_000)),
        float(start),
        float(start / max(len(text), 1)),
        float(len(text) - end),
        float(end - start),
        float(len(words[rank])),
        float((confidence > 0.5).sum()),
        float((short[:rank]).sum()),
    ]
