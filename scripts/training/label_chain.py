"""Linear chains over sparse rows: conditional random fields, by L-BFGS.

Lafferty, McCallum, Pereira, "Conditional Random Fields" (ICML 2001); Nocedal and Wright, "Numerical Optimization", 7.2.
A row is a sentence, a chain a case; what lies between two rows is of one of several kinds, each with its own weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

_KEPT, _LEAST_STEP, _STILL = 8, 1e-4, 1e-4


@dataclass(frozen=True)
class Rows:
    """Sparse rows in the order of their chains.

    Attributes:
        begin, places, values: of each row in compressed form; `begin` has one entry more than rows.
        labels: the truth of each row.
        weights: of each row in the loss.
        starts: whether a row begins a chain.
        links: which kind of link leads to a row.
        dense: features that every row has, rows × their number, behind the sparse ones; None for none.
    """

    begin: NDArray[np.int64]
    places: NDArray[np.int32]
    values: NDArray[np.float32]
    labels: NDArray[np.int64]
    weights: NDArray[np.float64]
    starts: NDArray[np.bool_]
    links: NDArray[np.int64]
    dense: NDArray[np.float32] | None = None


@dataclass(frozen=True)
class Chain:
    """Weights: features (sparse ones first) × labels, labels, and kinds of links × labels × labels."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    follows: NDArray[np.float32]


@numba.njit(fastmath=True, cache=False)
def _score(begin, places, values, weights, bias, found):  # type: ignore[no-untyped-def]
    for row in range(len(begin) - 1):
        for label in range(weights.shape[1]):
            found[row, label] = bias[label]
        for k in range(begin[row], begin[row + 1]):
            for label in range(weights.shape[1]):
                found[row, label] += values[k] * weights[places[k], label]


@numba.njit(fastmath=True, cache=False)
def _spread(begin, places, values, off, slope):  # type: ignore[no-untyped-def]
    for row in range(len(begin) - 1):
        for k in range(begin[row], begin[row + 1]):
            for label in range(off.shape[1]):
                slope[places[k], label] += values[k] * off[row, label]


@numba.njit(fastmath=True, cache=False)
def _chains(score, follows, starts, links, truth, weights, off, slope):  # type: ignore[no-untyped-def]
    """The loss; `off` takes what each row's chances are off by, `slope` the slope of the links.

    Chances forward and backward are scaled to the sum 1 at each row, so that none runs out of digits.
    """
    rows, count = score.shape
    paths = np.exp(follows)
    own, forward, backward = np.empty((rows, count)), np.empty((rows, count)), np.ones((rows, count))
    sums = np.empty(rows)
    loss, first = 0.0, 0
    while first < rows:
        last = first + 1
        while last < rows and not starts[last]:
            last += 1
        total = 0.0
        for row in range(first, last):
            most = score[row].max()
            sums[row] = 0.0
            for label in range(count):
                own[row, label] = np.exp(score[row, label] - most)
                reached = 1.0
                if row > first:
                    reached = 0.0
                    for before in range(count):
                        reached += forward[row - 1, before] * paths[links[row], before, label]
                forward[row, label] = own[row, label] * reached
                sums[row] += forward[row, label]
            for label in range(count):
                forward[row, label] /= sums[row]
            total += most + np.log(sums[row])
        for row in range(last - 2, first - 1, -1):
            for before in range(count):
                ahead = 0.0
                for label in range(count):
                    ahead += paths[links[row + 1], before, label] * own[row + 1, label] * backward[row + 1, label]
                backward[row, before] = ahead / sums[row + 1]
        loss += weights[first] * total
        for row in range(first, last):
            for label in range(count):
                off[row, label] = weights[row] * forward[row, label] * backward[row, label]
            off[row, truth[row]] -= weights[row]
            loss -= weights[row] * score[row, truth[row]]
            if row > first:
                link, told = links[row], truth[row - 1]
                loss -= weights[row] * follows[link, told, truth[row]]
                slope[link, told, truth[row]] -= weights[row]
                for before in range(count):
                    come = weights[row] * forward[row - 1, before] / sums[row]
                    for label in range(count):
                        way = paths[link, before, label] * own[row, label] * backward[row, label]
                        slope[link, before, label] += come * way
        first = last
    return loss


def trained(rows: Rows, *, features: int, labels: int, penalty: float, penalty_of_links: float, steps: int) -> Chain:
    """The chain that fits the rows, with the squares of its weights as the penalty; `features` are all."""
    kinds = int(rows.links.max()) + 1
    sparse = features - (0 if rows.dense is None else rows.dense.shape[1])
    score = np.zeros((len(rows.labels), labels), np.float32)
    off = np.zeros((len(rows.labels), labels))

    def loss(x: NDArray[np.float32]) -> tuple[float, NDArray[np.float32]]:
        weights, bias = x[:features], x[features]
        follows = x[features + 1 :].reshape(kinds, labels, labels).astype(np.float64)
        _score(rows.begin, rows.places, rows.values, weights, bias, score)
        scores = score if rows.dense is None else score + rows.dense @ weights[sparse:]
        of_links = np.zeros_like(follows)
        found = _chains(
            scores.astype(np.float64), follows, rows.starts, rows.links, rows.labels, rows.weights, off, of_links
        )
        found += penalty / 2 * float((weights.astype(np.float64) ** 2).sum())
        found += penalty_of_links / 2 * float((follows**2).sum())
        slope = np.zeros_like(x)
        _spread(rows.begin, rows.places, rows.values, off.astype(np.float32), slope[:sparse])
        if rows.dense is not None:
            slope[sparse:features] = rows.dense.T @ off.astype(np.float32)
        slope[:features] += penalty * weights
        slope[features] = off.sum(axis=0)
        slope[features + 1 :] = (of_links + penalty_of_links * follows).reshape(-1, labels)
        return found, slope

    best = _least(loss, np.zeros((features + 1 + kinds * labels, labels), np.float32), steps)
    return Chain(best[:features], best[features], best[features + 1 :].reshape(kinds, labels, labels))


def _least(
    loss: Callable[[NDArray[np.float32]], tuple[float, NDArray[np.float32]]], x: NDArray[np.float32], steps: int
) -> NDArray[np.float32]:
    """Where the loss is least, by L-BFGS with steps halved until the loss falls."""
    value, slope = loss(x)
    kept: list[tuple[NDArray[np.float64], NDArray[np.float64], float]] = []
    for _ in range(steps):
        way = -_curved(slope.astype(np.float64), kept).astype(np.float32)
        falls, length = float((slope * way).sum()), 1.0
        while True:
            there = x + np.float32(length) * way
            value_there, slope_there = loss(there)
            if value_there <= value + 1e-4 * length * falls or length < _LEAST_STEP:
                break
            length /= 2
        moved, turned = (there - x).astype(np.float64), (slope_there - slope).astype(np.float64)
        if (product := float((moved * turned).sum())) > 1e-10:
            kept = [*kept, (moved, turned, 1 / product)][-_KEPT:]
        still = abs(value - value_there) < _STILL * abs(value)
        x, value, slope = there, value_there, slope_there
        if still:
            break
    return x


def _curved(
    way: NDArray[np.float64], kept: list[tuple[NDArray[np.float64], NDArray[np.float64], float]]
) -> NDArray[np.float64]:
    """The slope times what is known of the inverse curvature."""
    shares = []
    for moved, turned, inverse in reversed(kept):
        shares.append(inverse * float((moved * way).sum()))
        way = way - shares[-1] * turned
    if kept:
        moved, turned, _ = kept[-1]
        way = way * (float((moved * turned).sum()) / float((turned * turned).sum()))
    else:
        way = way / max(float(np.abs(way).sum()) / 50, 1.0)
    for (moved, turned, inverse), share in zip(kept, reversed(shares), strict=True):
        way = way + (share - inverse * float((turned * way).sum())) * moved
    return way
