"""The factored method: learns what each knob and each pair of knobs does from every duel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np

from core.optimizer.methods.beliefs import Beliefs
from core.optimizer.methods.beyond_pairs import BeyondPairs
from core.optimizer.methods.candidates import whole_space
from core.optimizer.methods.design import choose_pair
from core.optimizer.methods.example_effects import novelty
from core.optimizer.methods.features import Floats, KnobFeatures
from core.optimizer.methods.likelihood import columns, slope
from core.optimizer.methods.method import Duel, MethodName, MethodOptions, RecordedMethod
from core.optimizer.methods.posterior import Fit, Fitter, prior
from core.optimizer.space import Arm, Space

FIRST_FIT: Final = 10
"""Duels before the first fit, and the fewest between two; a tenth of all duels so far where that is more."""
MOST_AHEAD: Final = 64
"""Outstanding duels, the newest, that a proposal reckons with."""
AHEAD_NOISE: Final = 1.2
"""Variance of a result still to come, in units of sigma squared."""
DOUBTED: Final = 0.8
"""Confidence from which on the model itself is doubted: that takes longer than a duel, and below nobody stops."""
FEWEST_DOUBTED: Final = 30
"""Results before which it is not."""
NORMAL_95: Final = 1.96
"""Standard deviations each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class LevelEffect:
    """What one value of a knob does, averaged over the other knobs, against the average of the knob's values.

    Attributes:
        knob: place of the knob.
        level: index of its value.
        mean: posterior mean, in utility (rubric total, 0 to 1).
        low: lower end of the 95 % interval.
        high: upper end.
    """

    knob: int
    level: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ArmEstimate:
    """An arm's utility less the leader's.

    Attributes:
        arm: the arm.
        mean: posterior mean of the difference.
        low: lower end of the 95 % interval.
        high: upper end.
        best: chance that no arm is better.
    """

    arm: Arm
    mean: float
    low: float
    high: float
    best: float


class FactoredMethod(RecordedMethod):
    """Bayesian regression on knobs and pairs of knobs, and duels chosen for what they teach (see `design`).

    Confidence is the posterior chance that `best()` is within `WITHIN` of the best arm. From `DOUBTED` on it
    reckons with what three knobs and more may do together (see `beyond_pairs`).
    """

    name: ClassVar[MethodName] = "factored"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self._results: list[Duel] = []
        self._rows: list[Floats] = []
        self._begin(space)

    def effects(self) -> list[LevelEffect]:
        """What each value of each knob does, with intervals."""
        self._settle()
        effects = []
        for knob, level, row in self._features.level_rows():
            mean = float(row @ self._beliefs.theta)
            reach = NORMAL_95 * float(np.sqrt(row @ self._beliefs.covariance @ row))
            effects.append(LevelEffect(knob, level, mean, mean - reach, mean + reach))
        return effects

    def estimates(self, arms: Sequence[Arm]) -> list[ArmEstimate]:
        """Arms against the recommended one, with intervals and the chance that each is best."""
        leader = self.best()
        rows = self._features.rows(np.array([self.space.checked(arm) for arm in arms]))
        gaps = rows - self._features.row(leader)
        means = gaps @ self._beliefs.theta
        reach = NORMAL_95 * np.sqrt(((gaps @ self._beliefs.covariance) * gaps).sum(axis=1))
        chances = self._beliefs.best_chances(rows)
        return [
            ArmEstimate(arm, float(mean), float(mean - width), float(mean + width), float(chance))
            for arm, mean, width, chance in zip(arms, means, reach, chances, strict=True)
        ]

    def position_bias(self) -> float:
        """Share of duels that the first place decides, as learned so far."""
        self._settle()
        return self._fit.judge.first

    def _begin(self, space: Space) -> None:
        self._features = KnobFeatures(space)
        self._whole = whole_space(self._features)
        self._beyond: BeyondPairs | None = None
        self._refit(prior(self._features))

    def _refit(self, start: Fit) -> None:
        """Fit all results, and begin new beliefs from the fit."""
        self._fit = start
        if self._results:
            self._fit = Fitter(self._features, np.array(self._rows), self._results, start).run()
        self._beliefs = Beliefs(self._features, self._fit, self._rng(1), whole=self._whole)
        self._ahead: tuple[list[tuple[Arm, Arm]], Beliefs] = ([], self._beliefs)
        self._next_fit = len(self._results) + max(FIRST_FIT, len(self._results) // 10)

    def _learn(self, duel: Duel) -> None:
        row = self._row(duel.a, duel.b)
        self._results.append(duel)
        self._rows.append(row)
        if len(self._results) >= self._next_fit:
            self._refit(self._fit)
            return
        self._beliefs.learn(*self._novelty(duel, row), self._rng(2))
        self._ahead = ([], self._beliefs)

    def _novelty(self, duel: Duel, row: Floats) -> tuple[Floats, float, float]:
        """What the newest result says that no other did: features, a difference of utilities, and its variance."""
        judge, theta = self._fit.judge, self._beliefs.theta
        if duel.example is not None and math.isfinite(self._fit.independent):
            alike = [place for place, other in enumerate(self._results) if other.example == duel.example]
            if len(alike) > 1:
                duels, rows = [self._results[i] for i in alike], np.array([self._rows[i] for i in alike])
                return novelty(self._features, duels, rows, judge, self._fit.repeats, theta)
        expected = np.array([row @ theta])
        at = slope(judge, columns([duel]), expected)
        variance = 3.0 * float(at.scale[0]) ** 2 / (1.0 - judge.first)
        return row, float(expected[0]) + float(at.score[0]) * variance, variance

    def _choose(self) -> tuple[Arm, Arm]:
        rng = self._rng(3)
        a, b = choose_pair(self._looking_ahead(), self._fit.judge, rng)
        arms = self._beliefs.candidates.arms
        return self._plain(arms[a]), self._plain(arms[b])

    def _looking_ahead(self) -> Beliefs:
        """Beliefs as they will be when the outstanding duels are back: as sure, and with the same means."""
        pairs = self.outstanding[:MOST_AHEAD]
        reckoned, beliefs = self._ahead
        if reckoned != pairs[: len(reckoned)]:
            reckoned, beliefs = [], self._beliefs
        if len(pairs) > len(reckoned) == 0:
            beliefs = self._beliefs.copy()
        variance = AHEAD_NOISE * self._fit.judge.sigma**2
        for a, b in pairs[len(reckoned) :]:
            row = self._row(a, b)
            # Noise that depends on the duel alone: the same for a method that was restored in between.
            rng = np.random.default_rng((self.seed, len(self._results), 4, *a, *b))
            beliefs.learn(row, float(row @ beliefs.theta), variance, rng)
        self._ahead = (pairs, beliefs)
        return beliefs

    def _leader(self) -> Arm:
        return self._plain(self._beliefs.candidates.arms[self._beliefs.recommended()[0]])

    def _certainty(self) -> float:
        leader, sure = self._beliefs.recommended()
        if sure < DOUBTED or len(self._results) < FEWEST_DOUBTED:
            return sure
        self._beyond = self._beyond or BeyondPairs.of(self.space)
        if self._beyond is None:
            return sure
        fit = replace(self._fit, theta=self._beliefs.theta, covariance=self._beliefs.covariance)
        chance, other = self._beyond.doubt(self._results, fit, leader, self._rng(5))
        return (1.0 - chance) * sure + chance * other

    def _dropped(self, a: Arm, b: Arm) -> None:
        """Nothing: what is outstanding is looked up at the next proposal."""

    def _grew(self, before: Space, knob: int) -> None:
        """Fit again with the new value's coefficients, which begin at the prior of their group."""
        judge = self._fit.judge
        self._features = KnobFeatures(self.space)
        self._whole = whole_space(self._features)
        self._beyond = None
        self._rows = [self._row(duel.a, duel.b) for duel in self._results]
        self._refit(replace(prior(self._features), judge=judge))

    def _repropose(self, a: Arm, b: Arm) -> None:
        self._settle()
        self._record.append(["propose", list(a), list(b)])
        self.outstanding.append((a, b))

    def _row(self, a: Arm, b: Arm) -> Floats:
        """Features of `a` less those of `b`."""
        if self._whole is None:
            return self._features.row(a) - self._features.row(b)
        first, second = self.space.places([a, b])
        return np.asarray(self._whole.rows[first] - self._whole.rows[second])

    @staticmethod
    def _plain(levels: np.ndarray) -> Arm:
        return tuple(int(level) for level in levels)
