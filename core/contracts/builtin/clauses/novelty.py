"""The third stage, for names and dates: whether a candidate says something that the better ones do not say already.

A contract names its parties, its title and its dates many times. What counts is each of them once; a second sentence
with the same name finds nothing new and may only be wrong.
"""

from __future__ import annotations

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
    count = len(spans)
    if not count:
        return np.zeros((0, 1), np.float32)
    words = [frozenset(text[start:end].lower().split()) for start, end in spans.tolist()]
    shared, covered = _words_in_common(words)
    size = [len(own) for own in words]
    start, end = spans[:, 0], spans[:, 1]
    rank = np.arange(count)
    # row: a candidate, column: a better one
    above = rank[:, None] > rank
    inside = above & (start <= start[:, None]) & (end[:, None] <= end)
    around = above & (start[:, None] <= start) & (end <= end[:, None])
    distance = np.where(above, np.abs(start - start[:, None]), 100_000)
    before = np.cumsum(confidence) - confidence
    columns = [
        np.full(count, category),
        rank,
        confidence,
        np.log((confidence + 1e-6) / (1 - confidence + 1e-6)),
        short,
        before,
        np.full(count, confidence[0]),
        np.r_[1.0, confidence[:-1]],
        np.r_[confidence[1:], 0.0],
        inside.sum(axis=1),
        (inside * confidence).max(axis=1),
        around.sum(axis=1),
        (around * confidence).max(axis=1),
        (around * confidence).sum(axis=1),
        shared.max(axis=1),
        covered.max(axis=1),
        (covered > 0.5).sum(axis=1),
        (shared == 1).sum(axis=1),
        distance.min(axis=1),
        start,
        start / max(len(text), 1),
        len(text) - end,
        end - start,
        size,
        np.full(count, (confidence > 0.5).sum()),
        np.cumsum(short) - short,
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _words_in_common(words: list[frozenset[str]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each set and each one before it the share of their union, and of the set, that they have in common."""
    number = {word: place for place, word in enumerate(frozenset().union(*words))}
    bits = [sum(1 << number[word] for word in own) for own in words]
    common = np.zeros((len(words), len(words)))
    for row, own in enumerate(bits):
        common[row, :row] = [(own & other).bit_count() for other in bits[:row]]
    size = np.array([len(own) for own in words])
    union = size[:, None] + size - common
    return common / np.maximum(union, 1), common / np.maximum(size, 1)[:, None]
