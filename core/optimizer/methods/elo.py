"""Elo ratings: the arm with the fewest matches meets the one rated closest to it."""

from __future__ import annotations

from typing import ClassVar, Final

from core.optimizer.methods.method import MethodName, MethodOptions
from core.optimizer.methods.population import PopulationMethod
from core.optimizer.space import Arm, Space

STEP: Final = 24.0
"""Points that a certain surprise moves (K)."""


class EloMethod(PopulationMethod):
    """Ratings on Elo's scale (1978): 400 points are odds of ten to one; everybody begins at 1500.

    Ratings never settle, since each match moves them by up to `STEP`; the leader is the highest rating.
    """

    name: ClassVar[MethodName] = "elo"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self.ratings: dict[Arm, float] = {}

    def rating(self, arm: Arm) -> float:
        """The arm's rating now."""
        return self.ratings.setdefault(arm, 1500.0)

    def _match(self) -> tuple[Arm, Arm]:
        waiting = {arm: sum(arm in pair for pair in self.outstanding) for arm in self.population}
        jitter = dict(zip(self.population, self._rng(6).random(len(self.population)), strict=True))
        first = min(self.population, key=lambda arm: (self.tally(arm).matches + waiting[arm], jitter[arm]))
        rivals = [arm for arm in self.population if arm != first]
        return first, min(rivals, key=lambda arm: (abs(self.rating(arm) - self.rating(first)), jitter[arm]))

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        expected = 1.0 / (1.0 + 10.0 ** ((self.rating(b) - self.rating(a)) / 400.0))
        worth = self.options.tie_reward if outcome == 0.5 else outcome
        self.ratings[a] += STEP * (worth - expected)
        self.ratings[b] -= STEP * (worth - expected)

    def _leader(self) -> Arm:
        return max(self.population, key=self.rating)
