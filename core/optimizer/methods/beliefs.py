"""What is believed of the arms' utilities: means, variances and joint draws, brought up to date duel by duel."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.methods.candidates import CandidateSet, promising
from core.optimizer.methods.features import Floats, Indices, KnobFeatures
from core.optimizer.methods.posterior import Fit
from core.optimizer.simulation import WITHIN

DRAWS: Final = 256
"""Joint draws of all utilities."""

PRIOR_FREEDOM: Final = 5.0
"""Results that what is believed of the noise beforehand is worth; its logarithm deviates by 1 / sqrt(2 * 5)."""
ROUNDING: Final = 1e-4
"""Utilities of draws this close are the same arm's, in single precision."""

Singles = NDArray[np.float32]


class Beliefs:
    """Normal beliefs about coefficients, seen at the candidate arms.

    Attributes:
        candidates: the arms.
        theta: mean of the coefficients.
        covariance: of the coefficients.
        means: of the candidates' utilities.
        variances: of the candidates' utilities.
        draws: joint draws of the candidates' utilities; (DRAWS, candidates).
    """

    def __init__(
        self, features: KnobFeatures, fit: Fit, rng: np.random.Generator, *, whole: CandidateSet | None
    ) -> None:
        self.theta: Floats = fit.theta.copy()
        self.covariance: Floats = fit.covariance.copy()
        half = rng.standard_normal((DRAWS, len(self.theta))) @ np.linalg.cholesky(self.covariance).T
        if math.isfinite(fit.independent):
            # Few examples leave the noise's size uncertain: the tails are Student's.
            freedom = PRIOR_FREEDOM + fit.independent
            half *= np.sqrt(freedom / rng.chisquare(freedom, size=(DRAWS, 1)))
        self._coefficients = (self.theta + half).astype(np.float32)
        self.candidates = whole or promising(features, self.theta, self.theta + half, rng)
        rows = self.candidates.rows
        self.means: Floats = rows @ self.theta
        self.variances: Floats = ((rows @ self.covariance) * rows).sum(axis=1)
        self.draws: Singles = self._coefficients @ self.candidates.singles.T

    def copy(self) -> Beliefs:
        """A copy that can learn on its own."""
        twin = object.__new__(Beliefs)
        twin.candidates = self.candidates
        for name in ("theta", "covariance", "_coefficients", "means", "variances", "draws"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def learn(self, row: Floats, response: float, variance: float, rng: np.random.Generator) -> None:
        """Take in one response, normal around `row @ theta`; exact for the mean, the covariance and every draw.

        Args:
            row: features of the first arm less those of the second.
            response: the difference of utilities that the result points to.
            variance: of the response.
            rng: noise of the draws.
        """
        gain = self.covariance @ row
        total = float(row @ gain) + variance
        change = (response - float(row @ self.theta)) / total
        direction = self.candidates.rows @ gain
        noise = np.sqrt(variance) * rng.standard_normal(len(self.draws))
        steps = ((response + noise - self._coefficients @ row.astype(np.float32)) / total).astype(np.float32)[:, None]
        self.theta += gain * change
        self.covariance -= np.outer(gain, gain / total)
        self.means += direction * change
        self.variances -= direction**2 / total
        self._coefficients += steps * gain.astype(np.float32)
        self.draws += steps * direction.astype(np.float32)

    def leader(self) -> int:
        """Place of the highest mean."""
        return int(self.means.argmax())

    def contenders(self, most: int) -> tuple[Indices, Floats]:
        """Places that lead some draw, the most frequent first, and how many draws each leads; always two at least."""
        counts = np.bincount(self.draws.argmax(axis=1), minlength=len(self.candidates))
        places = np.argsort(-counts, kind="stable")[:most]
        places = places[counts[places] > 0]
        if len(places) == 1:
            places = np.array([places[0], self._likeliest_rival(int(places[0]))])
        return places, np.maximum(counts[places], 1).astype(np.float64)

    def recommended(self) -> tuple[int, float]:
        """Place of the arm with the highest mean, and the chance that it is within `WITHIN` of the best."""
        leader = self.leader()
        return leader, self.within(leader)

    def within(self, place: int) -> float:
        """The chance that an arm is within `WITHIN` of the best."""
        return float((self.draws.max(axis=1) - self.draws[:, place] <= WITHIN).mean())

    def best_chances(self, rows: Floats) -> Floats:
        """For arms by their features, the share of draws in which no candidate is better."""
        values = self._coefficients @ rows.astype(np.float32).T
        return np.asarray((values >= self.draws.max(axis=1)[:, None] - ROUNDING).mean(axis=0))

    def _likeliest_rival(self, leader: int) -> int:
        """Place of the arm that is nearest to the leader, in units of what their difference is uncertain by."""
        gaps = self.candidates.rows - self.candidates.rows[leader]
        spread = np.sqrt(np.maximum(((gaps @ self.covariance) * gaps).sum(axis=1), 1e-18))
        distance = (self.means - self.means[leader]) / spread
        distance[leader] = -np.inf
        return int(distance.argmax())
