"""A third reference for `optimizer.py`: the factored method as it was first written down, which the aims were set by.

Knobs and pairs of knobs with learned variances, a judge of logistic noise with a chance that the first place decides,
and duels that most reduce how unsure the contenders' gaps to the leader are. Where the description leaves a choice
open, the plainest is taken: pairs are bettered one knob at a time, all starts beside each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer import Arm, Space

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

VARIANCE: Final = 0.08**2
"""Of utility over the arms."""
SHARES: Final = {1: 0.8, 2: 0.2}
"""Share of it in single knobs and in pairs."""
STRENGTH: Final = {1: 4.0, 2: 3.0}
"""Degrees of freedom that hold a group's variance to that of its order."""
SIGMA: Final = 0.2
"""Noise at the beginning, and the median of its prior."""
FIRST: Final = 0.1
"""Chance that the first place decides, at the beginning."""
FIRSTS: Final = np.array([0.005, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55])
SAMPLES: Final = 512
MOST: Final = 60
"""Contenders reckoned with."""
SWEEPS: Final = 6
WITHIN: Final = 0.02


class FirstFactored:
    """The method as first described.

    Attributes:
        mean: of the arms' utilities.
        covariance: of the arms' utilities.
        samples: joint draws of them; (SAMPLES, arms).
        sigma: standard deviation of the noise, as learned so far.
    """

    def __init__(self, space: Space, seed: int) -> None:
        self._space = space
        self._rng = np.random.default_rng((seed, 8))
        self._arms: Indices = np.stack(np.unravel_index(np.arange(space.size), space.cards), axis=1)
        self._neighbours = [self._other_values(knob) for knob in range(len(space.cards))]
        self._wider = 1.0 + 0.07 * (self._arms[:, None] != self._arms[None, :]).sum(axis=2)
        contrasts = [_contrasts(card) for card in space.cards]
        alone = [contrasts[knob][self._arms[:, knob]] for knob in range(len(space.cards))]
        pairs = [
            (alone[j][:, :, None] * alone[k][:, None, :]).reshape(space.size, -1)
            for j, k in combinations(range(len(alone)), 2)
        ]
        self._rows: Floats = np.hstack([*alone, *pairs])
        self._sizes = np.array([part.shape[1] for part in (*alone, *pairs)])
        self._firsts = np.append(0, np.cumsum(self._sizes)[:-1])
        self._orders = np.array([1] * len(alone) + [2] * len(pairs))
        self._central = _central(space.cards)
        self._variances = self._central.copy()
        self._theta: Floats = np.zeros(self._rows.shape[1])
        self.sigma, self._first = SIGMA, FIRST
        self._duels: list[tuple[int, int, float, float]] = []
        self._next_fit = 10
        self._told: tuple[float, float] = (0.0, 0.0)
        self._draw(np.diag(1.0 / self._spread()))

    def propose_pair(self) -> tuple[Arm, Arm]:
        """The pair that most reduces how unsure the contenders' gaps to the leader are."""
        leader = int(self.mean.argmax())
        counts = np.bincount(self.samples.argmax(axis=1), minlength=len(self.mean))
        counts[leader] = 0
        order = np.argsort(-counts, kind="stable")[:MOST]
        contenders = order[counts[order] > 0]
        if len(contenders) == 0:
            contenders = np.array([self._rival(leader)])
        weights = np.sqrt(np.maximum(counts[contenders], 1.0))
        questions = (self.covariance[contenders] - self.covariance[leader]) * weights[:, None]
        tops = contenders[:3]
        starts = [(leader, int(top)) for top in tops]
        starts += [(int(tops[0]), int(tops[1]))] if len(tops) > 1 else []
        while len(starts) < 7:
            a, b = self._rng.integers(len(self.mean), size=2)
            starts += [(int(a), int(b))] if a != b else []
        a, b = self._bettered(np.array(starts), np.ascontiguousarray(questions.T))
        return self._arm(a), self._arm(b)

    def observe(self, info: Mapping[str, object]) -> None:
        """Tell the margin and the order of the duel whose update comes next."""
        margin = info["margin"]
        if not isinstance(margin, float):
            raise TypeError("this reference learns from margins alone")
        self._told = (margin, 1.0 if info["a_shown_first"] else -1.0)

    def update(self, a: Arm, b: Arm, outcome: float) -> None:
        """Take in the margin; the verdict, which follows from it, says nothing more."""
        first, second = (int(place) for place in self._space.places([a, b]))
        self._duels.append((first, second, *self._told))
        if len(self._duels) >= self._next_fit:
            self._refit()
            return
        delta = self.mean[first] - self.mean[second]
        differing = float((self._arms[first] != self._arms[second]).sum())
        columns = (np.array([value]) for value in (*self._told, delta, differing))
        score, _, scale = self._slope(*columns)
        variance = 3.0 * float(scale[0]) ** 2 / (1.0 - self._first)
        response = delta + float(score[0]) * variance
        gain = self.covariance[first] - self.covariance[second]
        total = float(gain[first] - gain[second]) + variance
        noise = np.sqrt(variance) * self._rng.standard_normal(SAMPLES)
        steps = (response + noise - (self.samples[:, first] - self.samples[:, second])) / total
        self.mean += gain * ((response - delta) / total)
        self.covariance -= np.outer(gain, gain / total)
        self.samples += steps[:, None] * gain

    def best(self) -> Arm:
        """Among the twelve best means the arm that is most surely near enough to the best."""
        return self._arm(self._recommended()[0])

    def confidence(self) -> float:
        """The share of the draws in which the recommended arm is near enough to the best."""
        return self._recommended()[1]

    def _recommended(self) -> tuple[int, float]:
        tops = np.argsort(-self.mean, kind="stable")[:12]
        shares = (self.samples.max(axis=1)[:, None] - self.samples[:, tops] <= WITHIN).mean(axis=0)
        at = int((shares + 0.001 * (self.mean[tops] - self.mean.max())).argmax())
        return int(tops[at]), float(shares[at])

    def _rival(self, leader: int) -> int:
        own = self.covariance[leader]
        spread = np.sqrt(np.maximum(np.diag(self.covariance) + own[leader] - 2.0 * own, 1e-18))
        distance = (self.mean - self.mean[leader]) / spread
        distance[leader] = -np.inf
        return int(distance.argmax())

    def _bettered(self, pairs: Indices, questions: Floats) -> tuple[int, int]:
        """The best pair that changes of one knob of one arm at a time lead to, from any of the starts."""
        lines = np.arange(len(pairs))
        own = np.diag(self.covariance)
        squares = np.einsum("ij,ij->i", questions, questions)
        most = np.full(len(pairs), -1.0)
        for _ in range(SWEEPS):
            before = pairs.copy()
            for side in (0, 1):
                still = pairs[:, 1 - side]
                gain = squares + squares[still][:, None] - 2.0 * (questions[still] @ questions.T)
                unsure = own + own[still][:, None] - 2.0 * self.covariance[still]
                gain /= np.maximum(unsure, 0.0) + self.sigma**2 * self._wider[still]
                gain[lines, still] = -1.0
                for neighbours in self._neighbours:
                    tried = neighbours[pairs[:, side]]
                    values = gain[lines[:, None], tried]
                    at = values.argmax(axis=1)
                    better = values[lines, at] > most
                    pairs[:, side] = np.where(better, tried[lines, at], pairs[:, side])
                    most = np.where(better, values[lines, at], most)
            if np.array_equal(pairs, before):
                break
        chosen = pairs[int(most.argmax())]
        return int(chosen[0]), int(chosen[1])

    def _refit(self) -> None:
        told = np.array(self._duels)
        first, second = told[:, 0].astype(np.int64), told[:, 1].astype(np.int64)
        margins, places = told[:, 2], told[:, 3]
        rows = self._rows[first] - self._rows[second]
        differing = (self._arms[first] != self._arms[second]).sum(axis=1) * 1.0
        data = (rows, margins, places, differing)
        precision = self._newton(3, *data)
        if len(told) >= 20:
            if len(told) >= 30:
                self._learn_judge(_inverse(precision), *data)
            for _ in range(3):
                self._learn_variances(_inverse(precision))
                precision = self._newton(1, *data)
            precision = self._newton(2, *data)
        self._next_fit = len(told) + max(10, len(told) // 10)
        self._draw(precision)

    def _newton(self, steps: int, rows: Floats, margins: Floats, places: Floats, differing: Floats) -> Floats:
        """Newton's steps; the Hessian of the last one."""
        prior = 1.0 / self._spread()
        hessian = np.diag(prior)
        for _ in range(steps):
            score, weight, _ = self._slope(margins, places, rows @ self._theta, differing)
            hessian = (rows * weight[:, None]).T @ rows + np.diag(prior)
            self._theta = self._theta + np.linalg.solve(hessian, rows.T @ score - self._theta * prior)
        return np.asarray(hessian)

    def _learn_judge(
        self, covariance: Floats, rows: Floats, margins: Floats, places: Floats, differing: Floats
    ) -> None:
        delta = rows @ self._theta
        unsure = float(((rows @ covariance) * rows).sum(axis=1).mean())
        shrink = 1.0 / np.sqrt(1.0 + unsure / self.sigma**2)
        tried = self.sigma * np.exp(0.06 * np.arange(-2, 3))
        worth = [
            self._likelihood(float(sigma), self._first, shrink, margins, places, delta, differing)
            - 5.0 * np.log(sigma / SIGMA) ** 2
            for sigma in tried
        ]
        self.sigma = float(tried[int(np.argmax(worth))])
        worth = [
            self._likelihood(self.sigma, float(first), shrink, margins, places, delta, differing)
            + 2.0 * np.log(first)
            + 18.0 * np.log1p(-first)
            for first in FIRSTS
        ]
        self._first = float(FIRSTS[int(np.argmax(worth))])

    def _learn_variances(self, covariance: Floats) -> None:
        spread = np.add.reduceat(self._theta**2 + np.diag(covariance), self._firsts)
        for order, strength in STRENGTH.items():
            own = self._orders == order
            if own.any():
                central = (2.0 * self._central[own][0] + self._variances[own].sum()) / (2.0 + own.sum())
                self._variances[own] = (strength * central + spread[own]) / (strength + self._sizes[own])

    def _slope(
        self, margins: Floats, places: Floats, delta: Floats, differing: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Score, weight and scale of each result."""
        scale = _scale(self.sigma, delta, differing)
        residual = margins - delta
        by_worth = (1.0 - self._first) * _density(residual, scale)
        by_place = self._first * 2.0 * (np.sign(margins) == places) * _density(margins, scale)
        share = by_worth / (by_worth + by_place)
        bend = np.tanh(residual / (2.0 * scale))
        weight = share * (1.0 - bend**2) / (2.0 * scale**2) - share * (1.0 - share) * bend**2 / scale**2
        return share * bend / scale, np.maximum(weight, 0.0), scale

    @staticmethod
    def _likelihood(
        sigma: float, first: float, shrink: float, margins: Floats, places: Floats, delta: Floats, differing: Floats
    ) -> float:
        scale = shrink * _scale(sigma, delta, differing)
        chance = (1.0 - first) * _density(margins - delta, scale)
        chance += first * 2.0 * (np.sign(margins) == places) * _density(margins, scale)
        return float(np.log(np.maximum(chance, 1e-300)).sum())

    def _draw(self, precision: Floats) -> None:
        """Means, covariance and joint draws of all arms' utilities."""
        covariance = _inverse(precision)
        self.mean: Floats = self._rows @ self._theta
        self.covariance: Floats = self._rows @ covariance @ self._rows.T
        factor = np.linalg.cholesky((precision + precision.T) / 2.0)
        noise = np.linalg.solve(factor.T, self._rng.standard_normal((len(self._theta), SAMPLES)))
        self.samples: Floats = np.ascontiguousarray((self._rows @ (self._theta[:, None] + noise)).T)

    def _other_values(self, knob: int) -> Indices:
        """For each arm the arms that have any value of one knob, and its own of the others."""
        card, step = self._space.cards[knob], int(np.prod(self._space.cards[knob + 1 :]))
        base = np.arange(len(self._arms)) - self._arms[:, knob] * step
        return np.asarray(base[:, None] + step * np.arange(card))

    def _spread(self) -> Floats:
        return np.repeat(self._variances, self._sizes)

    def _arm(self, place: int) -> Arm:
        return tuple(int(level) for level in self._arms[place])


def _inverse(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def _contrasts(card: int) -> Floats:
    """Helmert's: a row a level; the columns are orthonormal and sum to zero."""
    out = np.zeros((card, card - 1))
    for column in range(card - 1):
        out[: column + 1, column] = -1.0
        out[column + 1, column] = column + 1.0
        out[:, column] /= np.sqrt((column + 1.0) * (column + 2.0))
    return out


def _central(cards: tuple[int, ...]) -> Floats:
    """Prior variance of a coefficient of each group."""
    alone = np.array([1.0 - 1.0 / card for card in cards])
    pairs = np.array([alone[j] * alone[k] for j, k in combinations(range(len(cards)), 2)])
    return np.concatenate(
        [
            np.full(len(own), SHARES[order] * VARIANCE / own.sum()) if len(own) else own
            for order, own in ((1, alone), (2, pairs))
        ]
    )


def _scale(sigma: float, delta: Floats, differing: Floats) -> Floats:
    return np.asarray(np.sqrt(3.0 * (sigma**2 * (1.0 + 0.07 * differing) + 0.25 * delta**2)) / np.pi)


def _density(residual: Floats, scale: Floats) -> Floats:
    return np.asarray(1.0 / (4.0 * scale * np.cosh(np.minimum(np.abs(residual) / (2.0 * scale), 300.0)) ** 2))
