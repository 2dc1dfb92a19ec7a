"""Bradley–Terry strengths, and Thompson duels on their posterior."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.methods.method import Duel, MethodName, MethodOptions
from core.optimizer.methods.population import CHANCE_DRAWS, PopulationMethod
from core.optimizer.space import Arm, Space

PRIOR_SD: Final = 1.0
"""Of a strength, in units of log odds."""


class BradleyTerryMethod(PopulationMethod):
    """P(a beats b) = logistic(strength_a - strength_b) (Bradley and Terry 1952), a tie as half a win of each.

    Strengths have a normal prior; their posterior is Laplace's. The two that meet are the highest of two draws (double
    Thompson sampling, Wu and Liu 2016). Confidence: the chance that the leader is the strongest of the population.
    """

    name: ClassVar[MethodName] = "bradley_terry"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        count = len(self.population)
        self._strengths = np.zeros(count)
        self._wins = np.zeros((count, count))

    def _learn(self, duel: Duel) -> None:
        # A result from elsewhere (a cache, another run) may bring an arm that is not in the population yet.
        for arm in (duel.a, duel.b):
            if arm not in self.population:
                self.population.append(arm)
        super()._learn(duel)

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        self._widen()
        i, j = self.population.index(a), self.population.index(b)
        self._wins[i, j] += outcome
        self._wins[j, i] += 1.0 - outcome
        for _ in range(4):
            gradient, precision = self._derivatives()
            self._strengths += np.linalg.solve(precision, gradient)

    def _widen(self) -> None:
        missing = len(self.population) - len(self._strengths)
        if missing:
            self._strengths = np.pad(self._strengths, (0, missing))
            self._wins = np.pad(self._wins, ((0, missing), (0, missing)))

    def _derivatives(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Gradient of the log posterior and its negative Hessian."""
        chance = 1.0 / (1.0 + np.exp(self._strengths[None, :] - self._strengths[:, None]))
        met = self._wins + self._wins.T
        gradient = (self._wins - met * chance).sum(axis=1) - self._strengths / PRIOR_SD**2
        weight = met * chance * (1.0 - chance)
        return gradient, np.diag(weight.sum(axis=1) + 1.0 / PRIOR_SD**2) - weight

    def _draws(self, count: int, purpose: int) -> NDArray[np.float64]:
        """Draws of the strengths; (count, population)."""
        self._widen()
        factor = np.linalg.cholesky(self._derivatives()[1])
        noise = self._rng(purpose).standard_normal((len(self._strengths), count))
        return self._strengths + np.linalg.solve(factor.T, noise).T

    def _match(self) -> tuple[Arm, Arm]:
        draws = self._draws(2, purpose=7)
        first = int(draws[0].argmax())
        second = int(np.where(np.arange(draws.shape[1]) == first, -np.inf, draws[1]).argmax())
        return self.population[first], self.population[second]

    def _leader(self) -> Arm:
        self._widen()
        return self.population[int(self._strengths.argmax())]

    def _certainty(self) -> float:
        best = self._draws(CHANCE_DRAWS, purpose=8).argmax(axis=1)
        return float(np.mean(best == self._strengths.argmax()))
