"""The reference of the benchmarks: Thompson sampling on a linear model of the knobs and their pairs, from margins."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from core.optimizer.methods.candidates import ascend, whole_space
from core.optimizer.methods.features import Floats, KnobFeatures
from core.optimizer.methods.method import Duel, MethodName, MethodOptions, RecordedMethod
from core.optimizer.simulation import WITHIN
from core.optimizer.space import Arm, Space

NOISE: Final = 0.2
"""Standard deviation of a margin, held fixed."""
VERDICT: Final = 0.15
"""Margin that a win without a margin counts as."""
DRAWS: Final = 512
"""Draws behind the confidence."""


class FeaturisedMethod(RecordedMethod):
    """Two draws of the coefficients; the best arm of each meet. Neither the judge nor the prior's scales are learned.

    Confidence is the posterior chance that `best()` is within `WITHIN` of the best arm.
    """

    name: ClassVar[MethodName] = "featurised"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self._results: list[Duel] = []
        self._begin()

    def _begin(self) -> None:
        self._features = KnobFeatures(self.space)
        self._candidates = whole_space(self._features)
        self._theta = np.zeros(self._features.dimension)
        self._covariance = np.diag(self._features.spread(self._features.prior_variances()))

    def _best_arm(self, theta: Floats, rng: np.random.Generator) -> Arm:
        if self._candidates is not None:
            levels = self._candidates.arms[int((self._candidates.rows @ theta).argmax())]
        else:
            starts = rng.integers(np.array(self.space.cards), size=(32, len(self.space.cards)))
            tops = ascend(self._features, np.repeat(theta[None, :], len(starts), axis=0), starts)
            levels = tops[int((self._features.rows(tops) @ theta).argmax())]
        return tuple(int(level) for level in levels)

    def _draws(self, count: int, rng: np.random.Generator) -> Floats:
        factor = np.linalg.cholesky(self._covariance)
        return np.asarray(self._theta + rng.standard_normal((count, len(self._theta))) @ factor.T)

    def _choose(self) -> tuple[Arm, Arm]:
        rng = self._rng(1)
        first, second = (self._best_arm(draw, rng) for draw in self._draws(2, rng))
        while second == first:
            second = self._best_arm(self._draws(1, rng)[0], rng) if rng.random() < 0.9 else self.space.random_arm(rng)
        return first, second

    def _learn(self, duel: Duel) -> None:
        self._results.append(duel)
        self._take_in(duel)

    def _take_in(self, duel: Duel) -> None:
        row = self._features.row(duel.a) - self._features.row(duel.b)
        margin = (2.0 * duel.outcome - 1.0) * VERDICT if duel.margin is None else duel.margin
        gain = self._covariance @ row
        total = float(row @ gain) + NOISE**2
        self._theta += gain * ((margin - float(row @ self._theta)) / total)
        self._covariance -= np.outer(gain, gain / total)

    def _leader(self) -> Arm:
        return self._best_arm(self._theta, self._rng(2))

    def _certainty(self) -> float:
        rng = self._rng(3)
        own = self._features.row(self._leader())
        lacks = [
            float((self._features.row(self._best_arm(draw, rng)) - own) @ draw) for draw in self._draws(DRAWS, rng)
        ]
        return float(np.mean(np.array(lacks) <= WITHIN))

    def _dropped(self, a: Arm, b: Arm) -> None:
        """Nothing depends on what is outstanding."""

    def _grew(self, before: Space, knob: int) -> None:
        self._begin()
        for duel in self._results:
            self._take_in(duel)
