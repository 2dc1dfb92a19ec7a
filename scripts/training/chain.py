"""Learns a linear chain of tags (conditional random field) by stochastic gradient steps, seeded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.questions.learned.word_signs import BUCKETS
from core.questions.learned.word_tags import TAGS, TagModel

EPOCHS, RATE, PENALTY, BATCH = 12, 0.1, 1e-4, 32
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ChainExample:
    """A question as buckets of signs and tag of each word, and what it counts."""

    places: list[list[int]]
    tags: NDArray[np.intp]
    weight: float


def learned_chain(rows: Sequence[ChainExample], seed: int = 15) -> TagModel:
    """A chain learned of examples: steps as long as the inverse root of all squared gradients before (AdaGrad)."""
    draw = np.random.default_rng(seed)
    size = len(TAGS)
    weights, steps, begin = np.zeros((BUCKETS, size)), np.zeros((size, size)), np.zeros(size)
    seen = [np.full_like(part, 1e-6) for part in (weights, steps, begin)]
    for _ in range(EPOCHS):
        order = draw.permutation(len(rows))
        for first in range(0, len(order), BATCH):
            batch = [rows[place] for place in order[first : first + BATCH]]
            used, of_signs, of_steps, of_begin = _gradients(batch, weights, steps, begin)
            of_signs += PENALTY * weights[used]
            of_steps += PENALTY * steps
            seen[0][used] += of_signs**2
            weights[used] -= RATE * of_signs / np.sqrt(seen[0][used])
            for part, change, before in ((steps, of_steps, seen[1]), (begin, of_begin, seen[2])):
                before += change**2
                part -= RATE * change / np.sqrt(before)
    return TagModel(weights.astype(np.float32), steps.astype(np.float32), begin.astype(np.float32))


def _gradients(
    batch: Sequence[ChainExample], weights: _Floats, steps: _Floats, begin: _Floats
) -> tuple[NDArray[np.intp], _Floats, _Floats, _Floats]:
    """How the mean loss of some examples changes: by the signs that they have, the steps and the beginning."""
    lengths = np.array([len(row.tags) for row in batch])
    counts = np.array([len(signs) for row in batch for signs in row.places])
    signs = np.concatenate([np.array(found) for row in batch for found in row.places])
    of = np.repeat(np.arange(len(batch)), lengths)
    at = np.concatenate([np.arange(length) for length in lengths])
    truth = np.zeros((len(batch), lengths.max()), np.intp)
    truth[of, at] = np.concatenate([row.tags for row in batch])
    there = np.arange(lengths.max())[None, :] < lengths[:, None]
    scores = np.zeros((*truth.shape, len(TAGS)))
    scores[of, at] = np.add.reduceat(weights[signs], np.concatenate([[0], np.cumsum(counts)[:-1]]), axis=0)
    worth = np.array([row.weight for row in batch])
    chance, pairs = _expected(scores, there, steps, begin, truth, worth)
    off = chance[of, at]
    off[np.arange(len(of)), truth[of, at]] -= 1
    off *= worth[of][:, None]
    used, where = np.unique(signs, return_inverse=True)
    change = np.zeros((len(used), len(TAGS)))
    np.add.at(change, where, np.repeat(off, counts, axis=0))
    first = chance[:, 0] * worth[:, None]
    np.subtract.at(first, (np.arange(len(batch)), truth[:, 0]), worth)
    return used, change / len(batch), pairs / len(batch), first.sum(axis=0) / len(batch)


def _expected(
    scores: _Floats, there: NDArray[np.bool_], steps: _Floats, begin: _Floats, truth: NDArray[np.intp], worth: _Floats
) -> tuple[_Floats, _Floats]:
    """How likely each word has each tag, and by how much steps are expected more often than they are there."""
    longest = scores.shape[1]
    forward, backward = np.zeros_like(scores), np.zeros_like(scores)
    forward[:, 0] = scores[:, 0] + begin
    for at in range(1, longest):
        ahead = scores[:, at] + _summed(forward[:, at - 1][:, :, None] + steps, axis=1)
        forward[:, at] = np.where(there[:, at][:, None], ahead, forward[:, at - 1])
    whole = _summed(forward[:, -1], axis=1)
    pairs = np.zeros_like(steps)
    for at in range(longest - 2, -1, -1):
        behind = steps + (scores[:, at + 1] + backward[:, at + 1])[:, None, :]
        backward[:, at] = np.where(there[:, at + 1][:, None], _summed(behind, axis=2), 0)
        both = np.exp(forward[:, at][:, :, None] + behind - whole[:, None, None])
        pairs += (both * (there[:, at + 1] * worth)[:, None, None]).sum(axis=0)
        rows = np.flatnonzero(there[:, at + 1])
        np.subtract.at(pairs, (truth[rows, at], truth[rows, at + 1]), worth[rows])
    return np.exp(forward + backward - whole[:, None, None]), pairs


def _summed(values: _Floats, axis: int) -> _Floats:
    most = values.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis))
