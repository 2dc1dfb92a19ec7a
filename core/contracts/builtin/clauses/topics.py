"""What each category speaks of, as groups of words: a sentence is on topic when it has a word of every group.

The linear machines learn little for categories with few examples. The share of a category's groups that a sentence
covers means the same in all of them, so that the re-ranker carries over from common categories to rare ones.
"""

from __future__ import annotations

import zlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_tokens import stem
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.taxonomy import shipped_taxonomy


@cache
def _tables(
    codes: tuple[str, ...],
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sorted stem hashes with the group of each (a stem in several groups stands several times); groups by code."""
    pairs: set[tuple[int, int]] = set()
    owner: list[int] = []
    for category, code in enumerate(codes):
        for group in shipped_taxonomy().get(code).topic:
            pairs |= {(zlib.crc32(("~" + stem(word)).encode()), len(owner)) for word in group.split()}
            owner.append(category)
    ordered = sorted(pairs)
    stems, first, count = np.unique(
        np.array([key for key, _ in ordered], np.uint32), return_index=True, return_counts=True
    )
    return stems, first, count, np.array([group for _, group in ordered]), np.array(owner)


def topic_shares(document: Sentences, codes: tuple[str, ...]) -> NDArray[np.float32]:
    """The share of each category's groups that each sentence covers, shape (sentences, codes), 0–1."""
    stems, first, count, group, owner = _tables(codes)
    index = np.minimum(np.searchsorted(stems, document.tokens.stem), len(stems) - 1)
    known = stems[index] == document.tokens.stem
    index, segment = index[known], document.tokens.segment[known]
    repeats = count[index]
    inside = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    covered = np.zeros((len(document), len(owner)), np.float32)
    covered[np.repeat(segment, repeats), group[np.repeat(first[index], repeats) + inside]] = 1
    begin = np.flatnonzero(np.diff(owner, prepend=-1))
    size = np.diff(begin, append=len(owner))
    return (np.add.reduceat(covered, begin, axis=1) / size).astype(np.float32)
