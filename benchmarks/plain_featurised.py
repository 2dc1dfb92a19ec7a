"""A second reference for `optimizer.py`: Thompson sampling on knobs and pairs as one would write it down first.

One indicator for each value of a knob and for each pair of values, all coefficients with the same normal prior,
margins with normal noise of a fixed size. It is told nothing of how worlds are drawn, learns no scale, knows nothing of
a preferred place. Two draws of the coefficients; the best arm of each meet.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer import Arm, Space

Floats = NDArray[np.float64]

PRIOR_SD: Final = 0.1
"""Standard deviation of every coefficient; as large as the noise, so the mean is that of ridge with penalty 1."""
NOISE: Final = 0.1
"""Standard deviation of a margin: the scale of the judge's noise, 1 / kappa, taken for its deviation."""
ANY: Final = 0.1
"""Where two draws have the same best arm: chance that any arm meets it; else another draw is made."""


class PlainFeaturised:
    """Bayesian linear regression, brought up to date duel by duel (Potter 1963).

    Attributes:
        root: a square root of the coefficients' covariance.
    """

    def __init__(self, space: Space, seed: int) -> None:
        self._arms = np.stack(np.unravel_index(np.arange(space.size), space.cards), axis=1)
        self._space = space
        self._rng = np.random.default_rng((seed, 6))
        alone = [np.eye(card)[self._arms[:, knob]] for knob, card in enumerate(space.cards)]
        pairs = [
            (left[:, :, None] * right[:, None, :]).reshape(space.size, -1) for left, right in combinations(alone, 2)
        ]
        self._rows: Floats = np.hstack([*alone, *pairs])
        self._theta: Floats = np.zeros(self._rows.shape[1])
        self.root: Floats = PRIOR_SD * np.eye(len(self._theta))
        self._margin = 0.0

    def propose_pair(self) -> tuple[Arm, Arm]:
        """The best arms of two draws."""
        first, second = self._drawn(), self._drawn()
        while second == first:
            second = int(self._rng.integers(len(self._arms))) if self._rng.random() < ANY else self._drawn()
        return self._arm(first), self._arm(second)

    def observe(self, info: Mapping[str, object]) -> None:
        """Tell the margin of the duel whose update comes next."""
        margin = info["margin"]
        if not isinstance(margin, float):
            raise TypeError("this reference learns from margins alone")
        self._margin = margin

    def update(self, a: Arm, b: Arm, outcome: float) -> None:
        """Take in the margin; the verdict, which follows from it, says nothing more."""
        first, second = self._space.places([a, b])
        row = self._rows[first] - self._rows[second]
        toward = self.root.T @ row
        total = float(toward @ toward) + NOISE**2
        gain = self.root @ toward / total
        self._theta += gain * (self._margin - float(row @ self._theta))
        self.root -= np.outer(gain / (1.0 + NOISE / np.sqrt(total)), toward)

    def best(self) -> Arm:
        """The arm with the highest mean."""
        return self._arm(int((self._rows @ self._theta).argmax()))

    def _drawn(self) -> int:
        draw = self._theta + self.root @ self._rng.standard_normal(len(self._theta))
        return int((self._rows @ draw).argmax())

    def _arm(self, place: int) -> Arm:
        return tuple(int(level) for level in self._arms[place])
