"""What three knobs and more do together: how far the results refute a model of knobs and pairs, and what is then sure.

The factored method knows knobs and pairs. Where arms differ in ways that these do not describe, its confidence would
overstate. Here a second model, with every coefficient that the space has, stands beside the first one, with the chance
that the prior and the results give it. A few hundred duels hardly tell the two apart, so much of that chance is the
prior's; a thousand do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from core.optimizer.methods.beliefs import Beliefs
from core.optimizer.methods.candidates import CandidateSet
from core.optimizer.methods.features import PRIOR_VARIANCE, Floats, Indices, KnobFeatures
from core.optimizer.methods.method import Duel
from core.optimizer.methods.posterior import Fit, Fitter
from core.optimizer.space import Space

LARGEST: Final = 700
"""Most arms of a space for which this is reckoned; the work grows with their third power."""
CHANCE: Final = 0.25
"""Prior chance that three knobs and more matter together."""
SHARE: Final = 0.3
"""Share of the prior's variance that they then have."""
THREES: Final = 0.5
"""Part of that chance for three knobs that do something together; the rest is for arms that differ each by itself."""


class BeyondPairs:
    """The model with every coefficient of a space."""

    def __init__(self, space: Space) -> None:
        self._features = KnobFeatures(space, together=len(space.cards))
        self._whole = CandidateSet(self._features, self._features.every_arm())
        groups = self._features.groups
        self._higher = np.array([place for place, group in enumerate(groups) if len(group.knobs) > 2])
        self._first = groups[self._higher[0]].first
        self._tried, self._prior = self._hypotheses()

    @classmethod
    def of(cls, space: Space) -> BeyondPairs | None:
        """The model, where the space has three knobs and few enough arms."""
        return cls(space) if space.size <= LARGEST and sum(card > 1 for card in space.cards) > 2 else None

    def doubt(self, duels: Sequence[Duel], fit: Fit, leader: int, rng: np.random.Generator) -> tuple[float, float]:
        """The chance that three knobs and more matter, and the leader's chance to be near enough to the best if so.

        Args:
            duels: the results.
            fit: what they say if only knobs and pairs matter.
            leader: its place among all arms.
            rng: joint draws of the arms' utilities.
        """
        first, second = (self._features.space.places(side) for side in zip(*((d.a, d.b) for d in duels), strict=True))
        theta = np.append(fit.theta, np.zeros(self._features.dimension - self._first))
        variances = np.append(fit.variances, np.zeros(len(self._higher)))
        start = replace(fit, theta=theta, variances=variances)
        rows = self._whole.rows[first] - self._whole.rows[second]
        information, score = Fitter(self._features, rows, duels, start).information()
        known = 1.0 / self._features.spread(np.append(fit.variances, np.ones(len(self._higher))))
        weights, chance = self._weighed(information, score, known[: self._first], fit.theta)
        variances[self._higher] = (weights @ self._tried)[self._higher]
        precision = 1.0 / self._features.spread(variances)
        covariance = np.linalg.inv(information + np.diag(precision))
        covariance = (covariance + covariance.T) / 2.0
        told = replace(start, theta=theta + covariance @ (score - precision * theta), covariance=covariance)
        return chance, Beliefs(self._features, told, rng, whole=self._whole).within(leader)

    def _weighed(self, information: Floats, score: Floats, precision: Floats, theta: Floats) -> tuple[Floats, float]:
        """How likely each hypothesis is if one of them holds, and that one holds: Laplace's approximation."""
        first = self._first
        cross = information[:first, first:]
        # What the results say of the others once the coefficients of knobs and pairs have taken up what they can.
        taken = np.linalg.solve(information[:first, :first] + np.diag(precision), cross)
        apart = information[first:, first:] - cross.T @ taken
        told = score[first:] - taken.T @ (score[:first] - precision * theta)
        worth = np.array([_log_worth(apart, told, self._features.spread(line)[first:]) for line in self._tried])
        most = max(float(worth.max()), 0.0)
        likely = self._prior * np.exp(worth - most)
        total = float(likely.sum())
        return likely / total, total / (total + (1.0 - CHANCE) * float(np.exp(-most)))

    def _hypotheses(self) -> tuple[Floats, Floats]:
        """Prior variances of the groups' coefficients, a line for each hypothesis, and the chance of each."""
        groups, cards = self._features.groups, np.array(self._features.space.cards)
        every = np.zeros(len(groups))
        every[self._higher] = SHARE * PRIOR_VARIANCE * each_by_itself(self._features)[self._higher]
        threes: Indices = np.array([place for place in self._higher if len(groups[place].knobs) == 3])
        lines = np.zeros((len(threes), len(groups)))
        for line, place in enumerate(threes):
            lines[line, place] = SHARE * PRIOR_VARIANCE / float(np.prod(1.0 - 1.0 / cards[list(groups[place].knobs)]))
        chances = np.full(len(threes), CHANCE * THREES / len(threes))
        return np.vstack([every, lines]), np.append(CHANCE * (1.0 - THREES), chances)


def each_by_itself(features: KnobFeatures) -> Floats:
    """Variance of a coefficient of each group where the arms' utilities are independent, each of variance 1."""
    cards = np.array(features.space.cards)
    return np.array([float(np.prod(cards[list(group.knobs)]) / cards.prod()) for group in features.groups])


def _log_worth(information: Floats, score: Floats, variances: Floats) -> float:
    """Log of how much more probable the results are if coefficients have these prior variances, not all nothing."""
    own = np.flatnonzero(variances)
    root = np.sqrt(variances[own])
    factor = np.linalg.cholesky(np.eye(len(own)) + root[:, None] * information[np.ix_(own, own)] * root)
    half = np.linalg.solve(factor, root * score[own])
    return 0.5 * float(half @ half) - float(np.log(np.diag(factor)).sum())
