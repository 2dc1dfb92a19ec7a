"""Thompson sampling on Beta posteriors of win rates: the top two of one draw meet."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from core.optimizer.methods.method import MethodName
from core.optimizer.methods.population import PopulationMethod
from core.optimizer.space import Arm


class ThompsonMethod(PopulationMethod):
    """One draw of every arm's win rate; the two highest meet (Thompson 1933; top-two rule as in Russo 2016).

    Every `mutate_every` matches the arm with the lowest mean is replaced by a mutant of the best in one knob.
    """

    name: ClassVar[MethodName] = "thompson"

    def _match(self) -> tuple[Arm, Arm]:
        order = np.argsort(-self._rates(1, purpose=2)[0], kind="stable")
        return self.population[order[0]], self.population[order[1]]

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        matches = sum(tally.matches for tally in self.tallies.values()) // 2
        if matches % self.options.mutate_every:
            return
        leader = self._leader()
        worst = min((arm for arm in self.population if arm != leader), key=lambda arm: self.tally(arm).rate)
        mutant = self._newcomer(leader, self._rng(3))
        if mutant is not None:
            self.population[self.population.index(worst)] = mutant
