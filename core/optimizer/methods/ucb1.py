"""UCB1: the two arms with the highest upper confidence bounds of their win rates meet."""

from __future__ import annotations

import math
from typing import ClassVar

from core.optimizer.methods.method import MethodName
from core.optimizer.methods.population import PopulationMethod
from core.optimizer.space import Arm


class Ucb1Method(PopulationMethod):
    """Mean worth of a match plus sqrt(2 ln N / n) (Auer, Cesa-Bianchi and Fischer 2002); arms without matches first."""

    name: ClassVar[MethodName] = "ucb1"

    def _match(self) -> tuple[Arm, Arm]:
        waiting = {arm: sum(arm in pair for pair in self.outstanding) for arm in self.population}
        total = max(1, sum(self.tally(arm).matches for arm in self.population))

        def bound(arm: Arm) -> float:
            # Duels on their way count as played, so that a batch does not ask the same pair again and again.
            played = self.tally(arm).matches + waiting[arm]
            if played == 0:
                return math.inf
            mean = self.tally(arm).worth / max(1, self.tally(arm).matches)
            return mean + math.sqrt(2.0 * math.log(total + 1) / played)

        first, second = sorted(self.population, key=lambda arm: -bound(arm))[:2]
        return first, second
