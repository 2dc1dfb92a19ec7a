"""Sequential halving: every round gets the same share of the budget, and the better half goes on."""

from __future__ import annotations

import math
from typing import ClassVar

from core.optimizer.methods.method import MethodName, MethodOptions
from core.optimizer.methods.population import PopulationMethod
from core.optimizer.space import Arm, Space


class HalvingMethod(PopulationMethod):
    """Rounds of budget / log2(population) duels in which all meet equally often (Karnin, Koren and Somekh 2013).

    When the budget is spent the last two go on meeting each other.
    """

    name: ClassVar[MethodName] = "halving"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self._schedule: list[tuple[Arm, Arm]] = []
        self._over = 0
        rounds = max(1, math.ceil(math.log2(len(self.population))))
        self._share = max(1, options.budget // (options.eval_batch * rounds))

    def _match(self) -> tuple[Arm, Arm]:
        if not self._schedule:
            order = [self.population[place] for place in self._rng(9).permutation(len(self.population))]
            self._schedule = list(zip(order[::2], order[1::2], strict=False))
            if len(order) % 2 and len(order) > 2:
                self._schedule.append((order[-1], order[0]))
        return self._schedule.pop()

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        self._over += 1
        if self._over < self._share or len(self.population) <= 2:
            return
        self._over = 0
        ranked = sorted(self.population, key=lambda arm: -self.tally(arm).rate)
        self.population = ranked[: max(2, len(ranked) // 2)]
        self._schedule = []
        self._due = []
