"""Methods that know arms only by their results: a population of arms, and matches of one or more duels."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

import numpy as np

from core.optimizer.methods.method import Duel, MethodOptions, RecordedMethod
from core.optimizer.space import Arm, Space

CHANCE_DRAWS = 2000
"""Draws behind a chance to be best: a standard error of about 0.01."""


@dataclass(slots=True)
class Tally:
    """What an arm has shown: matches played, and their worth (a win is 1, a tie `tie_reward`)."""

    matches: int = 0
    worth: float = 0.0

    @property
    def rate(self) -> float:
        """Mean of the Beta posterior of the win rate, from an even prior."""
        return (self.worth + 1.0) / (self.matches + 2.0)


@dataclass(slots=True)
class _OpenMatch:
    """A match of which some duels have come back: their outcomes for the arm of smaller indices."""

    outcomes: list[float] = field(default_factory=list)


class PopulationMethod(RecordedMethod):
    """Keeps `options.population` arms and lets pairs of them meet `eval_batch` times a match.

    Confidence is the chance that the leader has the highest win rate of the population, by draws from Beta posteriors:
    nothing is said about arms outside, and the 0.02 of utility is not known to such a method.
    """

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        super().__init__(space, seed, options)
        self.tallies: dict[Arm, Tally] = {}
        self._open: dict[tuple[Arm, Arm], _OpenMatch] = {}
        self._due: list[tuple[Arm, Arm]] = []
        self.population = self._first_population(min(options.population, space.size))

    def _first_population(self, count: int) -> list[Arm]:
        rng = self._rng(0)
        chosen: dict[Arm, None] = {}
        if self.options.start is not None:
            chosen[self.space.checked(self.options.start)] = None
        while len(chosen) < count:
            chosen[self.space.random_arm(rng)] = None
        return list(chosen)

    def tally(self, arm: Arm) -> Tally:
        """The arm's results so far."""
        return self.tallies.setdefault(arm, Tally())

    def _choose(self) -> tuple[Arm, Arm]:
        if not self._due:
            self._due = [self._match()] * self.options.eval_batch
        return self._due.pop()

    def _learn(self, duel: Duel) -> None:
        swapped = duel.b < duel.a
        pair = (duel.b, duel.a) if swapped else (duel.a, duel.b)
        match = self._open.setdefault(pair, _OpenMatch())
        match.outcomes.append(1.0 - duel.outcome if swapped else duel.outcome)
        if len(match.outcomes) < self.options.eval_batch:
            return
        del self._open[pair]
        balance = sum(match.outcomes) - len(match.outcomes) / 2.0
        outcome = 0.5 + 0.5 * float(np.sign(balance))
        for arm, result in ((pair[0], outcome), (pair[1], 1.0 - outcome)):
            tally = self.tally(arm)
            tally.matches += 1
            tally.worth += self.options.tie_reward if result == 0.5 else result
        self._match_over(pair[0], pair[1], outcome)

    def _dropped(self, a: Arm, b: Arm) -> None:
        self._due.append((a, b))

    def _leader(self) -> Arm:
        return max(self.population, key=lambda arm: (self.tally(arm).rate, self.tally(arm).matches))

    def _certainty(self) -> float:
        rates = self._rates(CHANCE_DRAWS, purpose=1)
        return float(np.mean(rates.argmax(axis=1) == self.population.index(self._leader())))

    def _rates(self, draws: int, *, purpose: int) -> np.ndarray:
        """Draws of the population's win rates from their Beta posteriors; (draws, population)."""
        tallies = [self.tally(arm) for arm in self.population]
        won = np.array([tally.worth for tally in tallies])
        played = np.array([tally.matches for tally in tallies])
        return self._rng(purpose).beta(1.0 + won, 1.0 + played - won, size=(draws, len(tallies)))

    def _newcomer(self, parent: Arm, rng: np.random.Generator) -> Arm | None:
        """A mutant of the parent in one knob that is not in the population; None where all its mutants are."""
        mutants = [
            (*parent[:knob], level, *parent[knob + 1 :])
            for knob, card in enumerate(self.space.cards)
            for level in range(card)
            if level != parent[knob]
        ]
        fresh = [arm for arm in mutants if arm not in self.population]
        return fresh[int(rng.integers(len(fresh)))] if fresh else None

    def _grew(self, before: Space, knob: int) -> None:
        """Let the leader with each new value compete: an arm without results, so with the even prior of all others."""
        leader = self._leader()
        for level in range(before.cards[knob], self.space.cards[knob]):
            self.population.append((*leader[:knob], level, *leader[knob + 1 :]))

    @abstractmethod
    def _match(self) -> tuple[Arm, Arm]:
        """The next two of the population to meet."""

    def _match_over(self, a: Arm, b: Arm, outcome: float) -> None:
        """A match has its result."""
