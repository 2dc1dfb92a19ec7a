"""The arms that are looked at: all of a small space, the promising and some others of a large one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.methods.features import Floats, Indices, KnobFeatures

LARGEST_WHOLE: Final = 4096
"""Spaces of at most so many arms are looked at as a whole."""
LARGEST_TABLE: Final = 1024
"""Up to so many candidates, the number of knobs in which any two differ is counted once."""
OTHERS: Final = 512
"""Arms of a large space that are drawn evenly: partners from which a duel learns much."""
SWEEPS: Final = 8
"""Rounds of coordinate ascent over the knobs; it nearly always stands still after four."""


class CandidateSet:
    """Arms with their features.

    Attributes:
        arms: levels; (count, knobs).
        rows: features; (count, dimension).
        singles: the same in single precision.
    """

    def __init__(self, features: KnobFeatures, arms: Indices) -> None:
        self.arms = arms
        self.rows = features.rows(arms)
        self.singles = self.rows.astype(np.float32)
        self._differing: NDArray[np.float32] | None = None
        if len(arms) <= LARGEST_TABLE:
            self._differing = self._count_differing(np.arange(len(arms)))

    def __len__(self) -> int:
        return len(self.arms)

    def differing(self, places: Indices) -> NDArray[np.float32]:
        """In how many knobs each of some candidates differs from each of all; (places, count)."""
        return self._count_differing(places) if self._differing is None else self._differing[places]

    def _count_differing(self, places: Indices) -> NDArray[np.float32]:
        out = np.zeros((len(places), len(self.arms)), dtype=np.float32)
        for levels in self.arms.T:
            out += levels[places][:, None] != levels[None, :]
        return out


def whole_space(features: KnobFeatures) -> CandidateSet | None:
    """All arms, where they are few enough."""
    if features.space.size > LARGEST_WHOLE:
        return None
    return CandidateSet(features, features.every_arm())


def promising(features: KnobFeatures, theta: Floats, draws: Floats, rng: np.random.Generator) -> CandidateSet:
    """Candidates of a large space.

    The best arms of the posterior mean and of each draw, by coordinate ascent from the best arm of the mean and from
    random arms; what differs from the best in one knob; and arms drawn evenly.

    Args:
        features: of the space.
        theta: mean of the coefficients.
        draws: of the coefficients; (draws, dimension).
        rng: random starts and the evenly drawn arms.
    """
    cards = np.array(features.space.cards)
    starts = rng.integers(cards, size=(64, len(cards)))
    tops = ascend(features, np.repeat(theta[None, :], len(starts), axis=0), starts)
    values = features.rows(tops) @ theta
    best = tops[int(values.argmax())]
    of_draws = ascend(features, draws, np.repeat(best[None, :], len(draws), axis=0))
    again = ascend(features, draws, rng.integers(cards, size=(len(draws), len(cards))))
    neighbours = np.repeat(best[None, :], int(cards.sum()), axis=0)
    neighbours[np.arange(len(neighbours)), np.repeat(np.arange(len(cards)), cards)] = np.concatenate(
        [np.arange(card) for card in cards]
    )
    others = rng.integers(cards, size=(OTHERS, len(cards)))
    return CandidateSet(features, np.unique(np.concatenate([tops, of_draws, again, neighbours, others]), axis=0))


def ascend(features: KnobFeatures, coefficients: Floats, starts: Indices) -> Indices:
    """Arms that no change of one knob betters, each for its own coefficients.

    Args:
        features: of the space.
        coefficients: (count, dimension).
        starts: where each begins; (count, knobs).
    """
    arms = starts.copy()
    alone, together = features.tables(coefficients)
    every = np.arange(len(arms))
    for _ in range(SWEEPS):
        before = arms.copy()
        for knob, table in alone.items():
            score = table.copy()
            for (left, right), pair in together.items():
                if left == knob:
                    score += pair[every, :, arms[:, right]]
                elif right == knob:
                    score += pair[every, arms[:, left], :]
            arms[:, knob] = score.argmax(axis=1)
        if np.array_equal(arms, before):
            break
    return arms
