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
from core.optimizer.methods.likelihood import DISCRIMINATION, PREFERENCE, JudgeBelief, Slope
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
class _Block:
    """Duels on one example: their places, and how they share arms, pairs and knob values."""

    places: Indices
    arms: Floats
    pairs: Floats
    values: Floats


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
        main = rows[:, features.of_one_knob]
        self._blocks = [_block(duels, main, np.array(places)) for places in repeated]

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def precision(self, judge: JudgeBelief, repeats: Repeats, delta: Floats, weights: Floats) -> Floats:
        """Inverse covariance of the responses; (results, results).

        Args:
            judge: what is believed of the judge.
            repeats: the shares that repeat.
            delta: differences of utilities.
            weights: of results whose example came once.
        """
        whole = np.diag(weights)
        for block in self._blocks:
            covariance = _covariance(block, judge, repeats, delta)
            whole[np.ix_(block.places, block.places)] = np.linalg.inv(covariance)
        return whole

    def responses(self, judge: JudgeBelief, at: Slope, weights: Floats) -> Floats:
        """What each result exceeds its difference by, so that precision times response is the score."""
        response = at.score / np.maximum(weights, 1e-12)
        for block in self._blocks:
            response[block.places] = at.score[block.places] * _variance(judge, at.scale[block.places])
        return response

    def learned(self, judge: JudgeBelief, at: Slope, delta: Floats) -> Repeats:
        """The shares under which the responses are most probable."""
        worth = [self._log_density(judge, repeats, at, delta) for repeats in GRID]
        return GRID[int(np.argmax(worth))]

    def _log_density(self, judge: JudgeBelief, repeats: Repeats, at: Slope, delta: Floats) -> float:
        total = 0.0
        for block in self._blocks:
            response = at.score[block.places] * _variance(judge, at.scale[block.places])
            covariance = _covariance(block, judge, repeats, delta)
            total -= 0.5 * float(response @ np.linalg.solve(covariance, response) + np.linalg.slogdet(covariance)[1])
        return total


def _variance(judge: JudgeBelief, scale: Floats) -> Floats:
    return np.asarray(3.0 * scale**2 / (1.0 - judge.first))


def _covariance(block: _Block, judge: JudgeBelief, repeats: Repeats, delta: Floats) -> Floats:
    own = delta[block.places]
    noise = repeats.arm * block.arms + repeats.pair * block.pairs
    noise[np.diag_indices_from(noise)] = 1.0
    margin = judge.sigma**2 * (noise + PREFERENCE * block.values) + DISCRIMINATION * np.outer(own, own)
    return np.asarray(INFORMATION / (1.0 - judge.first) * margin)


def _block(duels: Sequence[Duel], main: Floats, places: Indices) -> _Block:
    index: dict[tuple[int, ...], int] = {}
    for place in places:
        for arm in (duels[place].a, duels[place].b):
            index.setdefault(arm, len(index))
    signs = np.zeros((len(places), len(index)))
    for line, place in enumerate(places):
        signs[line, index[duels[place].a]] = 1.0
        signs[line, index[duels[place].b]] = -1.0
    # Half of what two duels have in common: 1 for the same two arms, 0.5 for one arm, with the sign of their sides.
    arms = signs @ signs.T / 2.0
    own = main[places]
    return _Block(places, arms, np.where(np.abs(arms) > 0.75, np.sign(arms), 0.0), own @ own.T / 2.0)
