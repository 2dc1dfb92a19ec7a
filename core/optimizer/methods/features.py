"""Arms as numbers: orthonormal contrasts of each knob and of each pair of knobs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.space import Arm, Space

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

PRIOR_VARIANCE: Final = 0.08**2
"""Of utility over the arms of a space, on the rubric's scale of 0 to 1."""
PAIR_SHARE: Final = 0.2
"""Share of the prior variance in pairwise interactions."""


def helmert(card: int) -> Floats:
    """Orthonormal centred contrasts of `card` levels: row v is level v; the columns are orthonormal and sum to zero.

    The contrasts of fewer levels are the first columns and rows of those of more, so that a level added later
    leaves what is known of the others as it is.
    """
    contrasts = np.zeros((card, card - 1))
    for column in range(card - 1):
        contrasts[: column + 1, column] = -1.0
        contrasts[column + 1, column] = column + 1.0
        contrasts[:, column] /= np.sqrt((column + 1.0) * (column + 2.0))
    return contrasts


@dataclass(frozen=True, slots=True)
class KnobGroup:
    """The coefficients of some knobs together: of one, of a pair, of more.

    Attributes:
        knobs: their places in `space.cards`.
        first: index of the first coefficient.
        size: how many there are.
    """

    knobs: tuple[int, ...]
    first: int
    size: int

    @property
    def coefficients(self) -> slice:
        """Where the group's coefficients are."""
        return slice(self.first, self.first + self.size)


class KnobFeatures:
    """Rows of features for arms: the utility of an arm is its row times the coefficients.

    Those of fewer knobs come first. With `together` as many as there are knobs, every utility can be written so.
    """

    def __init__(self, space: Space, *, together: int = 2) -> None:
        self.space = space
        self._contrasts = [helmert(card) for card in space.cards]
        self.groups: list[KnobGroup] = []
        self.dimension = 0
        free = [knob for knob, card in enumerate(space.cards) if card > 1]
        for knobs in [knobs for order in range(1, together + 1) for knobs in combinations(free, order)]:
            size = int(np.prod([space.cards[knob] - 1 for knob in knobs]))
            self.groups.append(KnobGroup(knobs, self.dimension, size))
            self.dimension += size

    @property
    def of_one_knob(self) -> slice:
        """Where the coefficients of single knobs are; those of pairs come after."""
        return slice(0, sum(group.size for group in self.groups if len(group.knobs) == 1))

    def rows(self, arms: Indices) -> Floats:
        """Features of arms; (arms, knobs) levels in, (arms, dimension) out."""
        parts = [contrasts[arms[:, knob]] for knob, contrasts in enumerate(self._contrasts)]
        out = np.empty((len(arms), self.dimension))
        for group in self.groups:
            product = parts[group.knobs[0]]
            for knob in group.knobs[1:]:
                product = (product[:, :, None] * parts[knob][:, None, :]).reshape(len(arms), -1)
            out[:, group.coefficients] = product
        return out

    def row(self, arm: Arm) -> Floats:
        """Features of one arm."""
        return np.asarray(self.rows(np.array([arm]))[0])

    def level_rows(self) -> list[tuple[int, int, Floats]]:
        """Each value of each knob, with features that leave all other knobs at their average."""
        rows = []
        for group in self.groups:
            if len(group.knobs) == 1:
                for level, contrast in enumerate(self._contrasts[group.knobs[0]]):
                    row = np.zeros(self.dimension)
                    row[group.coefficients] = contrast
                    rows.append((group.knobs[0], level, row))
        return rows

    def tables(self, coefficients: Floats) -> tuple[dict[int, Floats], dict[tuple[int, int], Floats]]:
        """Effects of each knob, (count, card), and of each pair, (count, card, card), for several coefficients."""
        alone: dict[int, Floats] = {}
        together: dict[tuple[int, int], Floats] = {}
        for group in self.groups:
            own = coefficients[:, group.coefficients]
            left = self._contrasts[group.knobs[0]]
            if len(group.knobs) == 1:
                alone[group.knobs[0]] = own @ left.T
            else:
                right = self._contrasts[group.knobs[1]]
                shaped = own.reshape(len(own), left.shape[1], right.shape[1])
                together[group.knobs[0], group.knobs[1]] = left @ shaped @ right.T
        return alone, together

    def every_arm(self) -> Indices:
        """All arms of the space in their order; (size, knobs)."""
        return np.stack(np.unravel_index(np.arange(self.space.size), self.space.cards), axis=1)

    def prior_variances(self) -> Floats:
        """Prior variance of a coefficient of each group; over the arms they give `PRIOR_VARIANCE`, a part by pairs."""
        spreads = [
            float(np.prod([1.0 - 1.0 / self.space.cards[knob] for knob in group.knobs])) for group in self.groups
        ]
        orders = [len(group.knobs) for group in self.groups]
        totals = {order: sum(s for s, o in zip(spreads, orders, strict=True) if o == order) for order in (1, 2)}
        shares = {1: 1.0 - PAIR_SHARE if 2 in orders else 1.0, 2: PAIR_SHARE}
        return np.array([shares[order] * PRIOR_VARIANCE / totals[order] if order <= 2 else 0.0 for order in orders])

    def spread(self, values: Floats) -> Floats:
        """One value a group as one value a coefficient."""
        return np.repeat(values, [group.size for group in self.groups])
