"""The posterior of the knobs' effects: Laplace's approximation, with the prior's scales and the judge learned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from core.optimizer.methods.example_effects import RepeatedExamples, Repeats
from core.optimizer.methods.features import Floats, KnobFeatures
from core.optimizer.methods.likelihood import JudgeBelief, Slope, columns, log_likelihood, slope
from core.optimizer.methods.method import Duel

SIGMA: Final = 0.2
"""Prior median of the judge's noise."""
SIGMA_SPREAD: Final = 0.316
"""Prior standard deviation of its logarithm."""
FIRST_GRID: Final = np.array([0.005, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55])
"""Values tried for the probability that the first place decides."""
SCALE_STRENGTH: Final = {1: 4.0, 2: 3.0}
"""Degrees of freedom that hold a group's prior variance to that of its order (one knob, two knobs)."""
ORDER_STRENGTH: Final = 2.0
"""Degrees of freedom that hold the variance of an order to the prior's."""
MOST_SCALE: Final = 40.0
"""Most by which a variance may exceed the prior's: utility lies between 0 and 1, so its deviation is below 0.5."""
LEARN_SCALES: Final = 20
"""Results from which on the prior's variances are learned."""
LEARN_JUDGE: Final = 30
"""Results from which on the judge is."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What the results say.

    Attributes:
        theta: posterior mean of the coefficients.
        covariance: of the coefficients.
        judge: what is believed of the judge.
        repeats: share of its noise that is the same again on the same example.
        independent: how many results on examples of their own these are worth; infinite where none comes twice.
        variances: prior variance of each group's coefficients.
        orders: prior variance of the coefficients of one knob and of pairs.
    """

    theta: Floats
    covariance: Floats
    judge: JudgeBelief
    repeats: Repeats
    independent: float
    variances: Floats
    orders: Floats


def prior(features: KnobFeatures) -> Fit:
    """What is believed before any result."""
    variances = features.prior_variances()
    of_order = np.array([len(group.knobs) for group in features.groups])
    orders = np.array([float(variances[of_order == order].mean()) if order in of_order else 0.0 for order in (1, 2)])
    covariance = np.diag(features.spread(variances))
    return Fit(np.zeros(features.dimension), covariance, JudgeBelief(SIGMA), Repeats(), math.inf, variances, orders)


class Fitter:
    """Fits results, from where the last fit ended."""

    def __init__(self, features: KnobFeatures, rows: Floats, duels: Sequence[Duel], start: Fit) -> None:
        self.features = features
        self.rows = rows
        self.results = columns(duels)
        self.examples = RepeatedExamples(features, duels, rows)
        self.fit = start
        self._central = features.prior_variances()
        self._orders = np.array([len(group.knobs) for group in features.groups])
        self._firsts = np.array([group.first for group in features.groups])
        self._sizes = np.array([group.size for group in features.groups])

    def run(self) -> Fit:
        """The posterior given all results."""
        self._climb(3)
        if len(self.rows) >= LEARN_SCALES:
            if len(self.rows) >= LEARN_JUDGE:
                self._learn_judge()
            for _ in range(3):
                self._learn_variances()
                self._climb(1)
            self._climb(2)
        return self.fit

    def information(self) -> tuple[Floats, Floats]:
        """Information of the results about the coefficients of the start, and the score, both without the prior."""
        theta = self.fit.theta
        at = self._slope(theta)
        return self._normal_equations(at, at.weight, theta, np.zeros(len(theta)))

    def _climb(self, steps: int) -> None:
        """Newton steps towards the mode; the covariance is that of the curvature where they end."""
        theta = self.fit.theta
        precision = 1.0 / self.features.spread(self.fit.variances)
        for _ in range(steps):
            at = self._slope(theta)
            hessian, gradient = self._normal_equations(at, at.step, theta, precision)
            theta = theta + np.linalg.solve(hessian, gradient)
        at = self._slope(theta)
        hessian, _ = self._normal_equations(at, at.weight, theta, precision)
        covariance = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
        self.fit = replace(self.fit, theta=theta, covariance=(covariance + covariance.T) / 2.0)

    def _slope(self, theta: Floats) -> Slope:
        return slope(self.fit.judge, self.results, self.rows @ theta)

    def _normal_equations(self, at: Slope, weights: Floats, theta: Floats, precision: Floats) -> tuple[Floats, Floats]:
        """Negative Hessian and gradient of the log posterior."""
        if self.examples:
            judge, delta = self.fit.judge, self.rows @ theta
            weighted = self.examples.weighted(judge, self.fit.repeats, delta, weights, self.rows)
            hessian = self.rows.T @ weighted
            gradient = weighted.T @ self.examples.responses(judge, at, weights) - theta * precision
        else:
            hessian = (self.rows * weights[:, None]).T @ self.rows
            gradient = self.rows.T @ at.score - theta * precision
        hessian[np.diag_indices_from(hessian)] += precision
        return np.asarray(hessian), np.asarray(gradient)

    def _learn_judge(self) -> None:
        delta = self.rows @ self.fit.theta
        judge = self.fit.judge
        # The fitted differences follow the noise; what they are uncertain by is taken off again.
        unsure = float(((self.rows @ self.fit.covariance) * self.rows).sum(axis=1).mean())
        shrink = 1.0 / np.sqrt(1.0 + unsure / judge.sigma**2)
        told = self._told(delta)
        tried = [replace(judge, sigma=judge.sigma * float(np.exp(0.06 * step))) for step in range(-2, 3)]
        worth = [
            told * log_likelihood(each, self.results, delta, shrink=shrink)
            - 0.5 * (np.log(each.sigma / SIGMA) / SIGMA_SPREAD) ** 2
            for each in tried
        ]
        judge = tried[int(np.argmax(worth))]
        tried = [replace(judge, first=float(first)) for first in FIRST_GRID]
        worth = [
            told * log_likelihood(each, self.results, delta, shrink=shrink)
            + 2.0 * np.log(each.first)
            + 18.0 * np.log1p(-each.first)
            for each in tried
        ]
        judge = tried[int(np.argmax(worth))]
        repeats = self.fit.repeats
        if self.examples:
            precision = 1.0 / self.features.spread(self.fit.variances)
            repeats = self.examples.learned(judge, slope(judge, self.results, delta), delta, self.rows, precision)
        self.fit = replace(self.fit, judge=judge, repeats=repeats)

    def _told(self, delta: Floats) -> float:
        """Share of the results that tell something new of the noise."""
        if not self.examples:
            return 1.0
        independent = self.examples.independent(self.fit.judge, self.fit.repeats, delta)
        self.fit = replace(self.fit, independent=independent)
        return independent / len(delta)

    def _learn_variances(self) -> None:
        spread = np.add.reduceat(self.fit.theta**2 + np.diag(self.fit.covariance), self._firsts)
        variances, orders = self.fit.variances.copy(), self.fit.orders.copy()
        for order, strength in SCALE_STRENGTH.items():
            own = self._orders == order
            if not own.any():
                continue
            central = self._central[own][0]
            orders[order - 1] = (ORDER_STRENGTH * central + variances[own].sum()) / (ORDER_STRENGTH + own.sum())
            learned = (strength * orders[order - 1] + spread[own]) / (strength + self._sizes[own])
            variances[own] = np.minimum(learned, MOST_SCALE * central)
        self.fit = replace(self.fit, variances=variances, orders=orders)
