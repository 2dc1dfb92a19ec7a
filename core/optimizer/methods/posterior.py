"""The posterior of the knobs' effects: Laplace's approximation, with the prior's scales and the judge learned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from core.optimizer.methods.features import Floats, KnobFeatures
from core.optimizer.methods.likelihood import Judge, Results, log_likelihood, slope

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


@dataclass(frozen=True, slots=True)
class Fit:
    """What the results say.

    Attributes:
        theta: posterior mean of the coefficients.
        covariance: of the coefficients.
        judge: what is believed of the judge.
        variances: prior variance of each group's coefficients.
        orders: prior variance of the coefficients of one knob and of pairs.
    """

    theta: Floats
    covariance: Floats
    judge: Judge
    variances: Floats
    orders: Floats


def prior(features: KnobFeatures) -> Fit:
    """What is believed before any result."""
    variances = features.prior_variances()
    of_order = np.array([len(group.knobs) for group in features.groups])
    orders = np.array([float(variances[of_order == order].mean()) if order in of_order else 0.0 for order in (1, 2)])
    return Fit(np.zeros(features.dimension), np.diag(features.spread(variances)), Judge(SIGMA), variances, orders)


class Fitter:
    """Fits results, from where the last fit ended."""

    def __init__(self, features: KnobFeatures, rows: Floats, results: Results, start: Fit) -> None:
        self.features = features
        self.rows = rows
        self.results = results
        self.fit = start
        self._central = features.prior_variances()
        self._orders = np.array([len(group.knobs) for group in features.groups])
        self._firsts = np.array([group.first for group in features.groups])
        self._sizes = np.array([group.size for group in features.groups])

    def run(self) -> Fit:
        """The posterior given all results."""
        self._newton(3)
        if len(self.rows) >= 20:
            if len(self.rows) >= 30:
                self._learn_judge()
            for _ in range(3):
                self._learn_variances()
                self._newton(1)
            self._newton(2)
        return self.fit

    def _newton(self, steps: int) -> None:
        """Climb towards the mode; the covariance is that of the curvature where the climb ends."""
        theta = self.fit.theta
        precision = 1.0 / self.features.spread(self.fit.variances)
        for _ in range(steps):
            at = slope(self.fit.judge, self.results, self.rows @ theta)
            gradient = self.rows.T @ at.score - theta * precision
            theta = theta + np.linalg.solve(self._hessian(at.step, precision), gradient)
        at = slope(self.fit.judge, self.results, self.rows @ theta)
        covariance = np.asarray(np.linalg.inv(self._hessian(at.weight, precision)), dtype=np.float64)
        self.fit = replace(self.fit, theta=theta, covariance=covariance)

    def _hessian(self, weights: Floats, precision: Floats) -> Floats:
        hessian = (self.rows * weights[:, None]).T @ self.rows
        hessian[np.diag_indices_from(hessian)] += precision
        return np.asarray(hessian)

    def _learn_judge(self) -> None:
        delta = self.rows @ self.fit.theta
        judge = self.fit.judge
        # The fitted differences follow the noise; what they are uncertain by is taken off again.
        unsure = float(((self.rows @ self.fit.covariance) * self.rows).sum(axis=1).mean())
        shrink = 1.0 / np.sqrt(1.0 + unsure / judge.sigma**2)
        tried = [replace(judge, sigma=judge.sigma * float(np.exp(0.06 * step))) for step in range(-2, 3)]
        worth = [
            log_likelihood(each, self.results, delta, shrink=shrink)
            - 0.5 * (np.log(each.sigma / SIGMA) / SIGMA_SPREAD) ** 2
            for each in tried
        ]
        judge = tried[int(np.argmax(worth))]
        tried = [replace(judge, first=float(first)) for first in FIRST_GRID]
        worth = [
            log_likelihood(each, self.results, delta, shrink=shrink)
            + 2.0 * np.log(each.first)
            + 18.0 * np.log1p(-each.first)
            for each in tried
        ]
        self.fit = replace(self.fit, judge=tried[int(np.argmax(worth))])

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
