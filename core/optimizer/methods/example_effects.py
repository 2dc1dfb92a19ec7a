"""Results on the same example are not independent: what an example adds to several of them is not learned twice.

On one example an arm's answer is good or bad for reasons of its own (shared by all duels of that arm on that example),
a judge asked twice about the same two answers says much the same, an example prefers values of knobs, and it
discriminates more or less. Where examples repeat, these make a covariance of the results; without it a small data
set, asked often enough, would seem to settle everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from core.optimizer.methods.features import Floats, Indices, KnobFeatures
from core.optimizer.methods.likelihood import DISCRIMINATION, PREFERENCE, JudgeBelief, Slope, columns, slope
from core.optimizer.methods.method import Duel

FEWEST: Final = 20
"""Duels on repeated examples below which repetition is left out of account."""
INFORMATION: Final = 9.0 / np.pi**2
"""Variance of the response to a result (see `Fitter`) in units of the margin's variance."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """What share of the noise's variance is the same again on the same example.

    Attributes:
        arm: belongs to an arm on an example.
        pair: belongs to two arms on an example.
    """

    arm: float = 0.3
    pair: float = 0.0


GRID: Final = tuple(Repeats(arm, pair) for arm in (0.3, 0.0, 0.6, 0.9) for pair in (0.0, 0.4, 0.8) if arm + pair < 0.95)
"""Shares that are tried; where the results do not tell, the first is taken."""


@dataclass(frozen=True, slots=True)
class _Stack:
    """Examples that came about equally often, filled up to one size.

    Attributes:
        places: of each example's duels; (examples, size). A place past the last duel fills up.
        arms: half of what two duels have in common: 1 for the same two arms, 0.5 for one, with the sign of their sides.
        pairs: 1 or -1 where they are the same two arms.
        values: how much alike the knobs' values are in which the arms differ.
        own: the identity, of what fills up too.
    """

    places: Indices
    arms: Floats
    pairs: Floats
    values: Floats
    own: Floats


class RepeatedExamples:
    """The duels of each example that was used more than once."""

    def __init__(self, features: KnobFeatures, duels: Sequence[Duel], rows: Floats) -> None:
        by_example: dict[str | int, list[int]] = defaultdict(list)
        for place, duel in enumerate(duels):
            if duel.example is not None:
                by_example[duel.example].append(place)
        repeated = [places for places in by_example.values() if len(places) > 1]
        if sum(map(len, repeated)) < FEWEST:
            repeated = []
        by_size: dict[int, list[list[int]]] = defaultdict(list)
        for places in repeated:
            by_size[1 << (len(places) - 1).bit_length()].append(places)
        main = rows[:, features.of_one_knob]
        arms = _arms(features, duels)
        self._stacks = [_stack(examples, size, arms, main) for size, examples in sorted(by_size.items())]

    def __bool__(self) -> bool:
        return bool(self._stacks)

    def weighted(self, judge: JudgeBelief, repeats: Repeats, delta: Floats, weights: Floats, sides: Floats) -> Floats:
        """Right-hand sides, one number a result, times the inverse covariance of the responses.

        Args:
            judge: what is believed of the judge.
            repeats: the shares that repeat.
            delta: differences of utilities.
            weights: of results whose example came once.
            sides: (results, columns).
        """
        out = np.append(sides * weights[:, None], np.zeros((1, sides.shape[1])), axis=0)
        filled = np.append(sides, np.zeros((1, sides.shape[1])), axis=0)
        for stack in self._stacks:
            out[stack.places] = np.linalg.solve(_covariance(stack, judge, repeats, delta), filled[stack.places])
        return out[:-1]

    def independent(self, judge: JudgeBelief, repeats: Repeats, delta: Floats) -> float:
        """How many results on examples of their own would say as much of the noise as these do.

        Of each example, the squared number of its results by the sum of their squared correlations.
        """
        total = float(len(delta))
        for stack in self._stacks:
            covariance = _covariance(stack, judge, repeats, delta)
            deviation = np.sqrt(np.diagonal(covariance, axis1=1, axis2=2))
            present = (stack.places < len(delta)).astype(np.float64)
            correlation = covariance / (deviation[:, :, None] * deviation[:, None, :])
            squares = np.einsum("eij,ei,ej->e", correlation**2, present, present)
            counts = present.sum(axis=1)
            total += float((counts**2 / squares - counts).sum())
        return total

    def responses(self, judge: JudgeBelief, at: Slope, weights: Floats) -> Floats:
        """What each result exceeds its difference by, so that precision times response is the score."""
        response = np.append(at.score / np.maximum(weights, 1e-12), 0.0)
        repeated = np.append(at.score * _variance(judge, at.scale), 0.0)
        for stack in self._stacks:
            response[stack.places] = repeated[stack.places]
        return response[:-1]

    def learned(self, judge: JudgeBelief, at: Slope, delta: Floats, rows: Floats, precision: Floats) -> Repeats:
        """The shares to expect, given how probable the results are under each that is tried.

        The coefficients are integrated out: fitted ones have taken up part of what repeats, and would hide it.

        Args:
            judge: what is believed of the judge.
            at: slopes at the fitted differences.
            delta: the fitted differences.
            rows: features of the results; (results, dimension).
            precision: of the coefficients' prior; (dimension).
        """
        weights = 1.0 / (INFORMATION * _variance(judge, at.scale))
        told = (delta + at.score * _variance(judge, at.scale))[:, None]
        worth = np.array([self._log_density(judge, tried, delta, weights, told, rows, precision) for tried in GRID])
        chances = np.exp(worth - worth.max())
        chances /= chances.sum()
        arm, pair = (float(chances @ [getattr(repeats, part) for repeats in GRID]) for part in ("arm", "pair"))
        return Repeats(arm, pair)

    def _log_density(
        self,
        judge: JudgeBelief,
        repeats: Repeats,
        delta: Floats,
        weights: Floats,
        told: Floats,
        rows: Floats,
        precision: Floats,
    ) -> float:
        """Of the differences that the results point to, but for what is the same for all shares."""
        both = self.weighted(judge, repeats, delta, weights, np.append(rows, told, axis=1))
        weighted, response = both[:, :-1], both[:, -1:]
        hessian = rows.T @ weighted + np.diag(precision)
        gradient = rows.T @ response
        fitted = float((gradient * np.linalg.solve(hessian, gradient)).sum())
        total = -0.5 * (float((told * response).sum()) - fitted + float(np.linalg.slogdet(hessian)[1]))
        for stack in self._stacks:
            covariance = _covariance(stack, judge, repeats, delta)
            total -= 0.5 * float(np.linalg.slogdet(covariance)[1].sum())
        return total


def novelty(
    features: KnobFeatures, duels: Sequence[Duel], rows: Floats, judge: JudgeBelief, repeats: Repeats, theta: Floats
) -> tuple[Floats, float, float]:
    """What the last of an example's results says that the earlier ones have not said already.

    The part of it that the earlier ones predict is taken off, of its features as well; what is left has a noise of
    its own. So results taken in one by one teach what they teach together (Cholesky's factor, a row at a time).

    Args:
        features: of the space.
        duels: all on one example, in their order.
        rows: their features; (duels, dimension).
        judge: what is believed of the judge.
        repeats: the shares that repeat.
        theta: mean of the coefficients.

    Returns:
        Features, the difference of utilities that they point to, and its variance.
    """
    delta = rows @ theta
    at = slope(judge, columns(duels), delta)
    told = delta + at.score * _variance(judge, at.scale)
    covariance = _covariance(_example(features, duels, rows), judge, repeats, delta)[0]
    weights = np.linalg.solve(covariance[:-1, :-1], covariance[:-1, -1])
    variance = float(covariance[-1, -1] - weights @ covariance[:-1, -1])
    return rows[-1] - weights @ rows[:-1], float(told[-1] - weights @ told[:-1]), variance


def _variance(judge: JudgeBelief, scale: Floats) -> Floats:
    return np.asarray(3.0 * scale**2 / (1.0 - judge.first))


def _covariance(stack: _Stack, judge: JudgeBelief, repeats: Repeats, delta: Floats) -> Floats:
    """Of the responses of each example; the identity where a stack is filled up. (examples, size, size)."""
    own = np.append(delta, 0.0)[stack.places]
    noise = repeats.arm * stack.arms + repeats.pair * stack.pairs
    noise += (1.0 - noise) * stack.own
    margin = judge.sigma**2 * (noise + PREFERENCE * stack.values) + DISCRIMINATION * own[:, :, None] * own[:, None, :]
    filled = (stack.places == len(delta)).astype(np.float64)
    return np.asarray(INFORMATION / (1.0 - judge.first) * margin + filled[:, :, None] * stack.own)


def _arms(features: KnobFeatures, duels: Sequence[Duel]) -> tuple[Indices, Indices]:
    """Places of the first and of the second arms."""
    return features.space.places([duel.a for duel in duels]), features.space.places([duel.b for duel in duels])


def _example(features: KnobFeatures, duels: Sequence[Duel], rows: Floats) -> _Stack:
    """All of the duels as those of one example."""
    return _stack([list(range(len(duels)))], len(duels), _arms(features, duels), rows[:, features.of_one_knob])


def _stack(examples: list[list[int]], size: int, arms: tuple[Indices, Indices], main: Floats) -> _Stack:
    past = len(main)
    places = np.full((len(examples), size), past)
    for line, own in enumerate(examples):
        places[line, : len(own)] = own
    present = places < past
    both = present[:, :, None] & present[:, None, :]
    # What fills up has arms of its own.
    first, second = (np.append(side, place)[places] for place, side in zip((-1, -2), arms, strict=True))
    alike = (
        (first[:, :, None] == first[:, None, :]).astype(np.float64)
        + (second[:, :, None] == second[:, None, :])
        - (first[:, :, None] == second[:, None, :])
        - (second[:, :, None] == first[:, None, :])
    )
    shared = np.where(both, alike / 2.0, 0.0)
    own_main = np.append(main, np.zeros((1, main.shape[1])), axis=0)[places]
    return _Stack(
        places,
        shared,
        np.where(np.abs(shared) > 0.75, np.sign(shared), 0.0),
        own_main @ own_main.transpose(0, 2, 1) / 2.0,
        np.broadcast_to(np.eye(size), both.shape),
    )
