"""Round-robin tournament with elitism and one-knob mutation: the baseline."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from core.optimizer.methods.method import MethodName, MethodOptions
from core.optimizer.methods.population import PopulationMethod
from core.optimizer.space import Arm, Space


class TournamentMethod(PopulationMethod):
    """Everybody meets everybody; the best quarter stays, mutants of it take the other places, and so on.

    An arm that stays keeps its results; `best()` is the leader at the end of the last finished round.
    """

    name: ClassVar[MethodName] = "tournament"

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self.round = 0
        self._champion: Arm | None = None
        self._schedule: list[tuple[Arm, Arm]] = []
        self._open_round()

    def _open_round(self) -> None:
        pairs = list(combinations(self.population, 2))
        self._schedule = [pairs[place] for place in self._rng(4).permutation(len(pairs))]
        self._missing = {self._key(a, b) for a, b in pairs}

    @staticmethod
    def _key(a: Arm, b: Arm) -> frozenset[Arm]:
        return frozenset((a, b))

    def _match(self) -> tuple[Arm, Arm]:
        if self._schedule:
            return self._schedule.pop()
        # All pairs of the round are out and some have no result yet: the two that lead it meet once more.
        first, second = sorted(self.population, key=lambda arm: -self.tally(arm).rate)[:2]
        return first, second

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        self._missing.discard(self._key(a, b))
        if not self._missing:
            self._next_round()

    def _next_round(self) -> None:
        ranked = sorted(self.population, key=lambda arm: -self.tally(arm).rate)
        self._champion = ranked[0]
        rng = self._rng(5)
        elite = ranked[: max(2, len(ranked) // 4)]
        places = len(ranked)
        self.population = list(elite)
        for place in range(places - len(elite)):
            mutant = self._newcomer(elite[place % len(elite)], rng)
            # A small space runs out of mutants: then one that lost stays.
            losers = [arm for arm in ranked if arm not in self.population]
            self.population.append(mutant if mutant is not None else losers[0])
        self.round += 1
        self._open_round()

    def _leader(self) -> Arm:
        return super()._leader() if self._champion is None else self._champion

    def _certainty(self) -> float:
        if self._champion is not None and self._champion not in self.population:
            return 0.0
        return super()._certainty()

    def _grew(self, before: Space, knob: int) -> None:
        members = len(self.population)
        super()._grew(before, knob)
        for place in range(members, len(self.population)):
            newcomer = self.population[place]
            for other in self.population[:place]:
                self._schedule.append((newcomer, other))
                self._missing.add(self._key(newcomer, other))
