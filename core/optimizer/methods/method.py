"""What every duel method offers, and the record that all of ours share.

A method never asks anybody: it is told results and says which two arms should meet next. Its snapshot is the list of
what it was told and asked; random numbers are drawn from the seed and the place in that list, so that a method
restored from a snapshot continues exactly as the one that was killed would have.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Final, Literal, Protocol, TypedDict, cast

import numpy as np

from core.errors import BadArguments
from core.optimizer.space import Arm, Space

MethodName = Literal["tournament", "thompson", "ucb1", "elo", "bradley_terry", "halving", "featurised", "factored"]


MOST_OUTSTANDING: Final = 256
"""Duels remembered as on their way; a caller that never tells a result nor discards must not fill the memory."""


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """Settings of the methods; those that keep a population of arms use all but `budget`.

    Attributes:
        population: how many arms compete at a time.
        mutate_every: Thompson: matches between two replacements of the worst arm.
        tie_reward: what a tie is worth to each side; a win is worth 1.
        eval_batch: duels (examples) that make up one match, decided by majority.
        budget: duels that sequential halving divides among its rounds.
        start: the prompt's defaults; the first of the population.
    """

    population: int = 12
    mutate_every: int = 10
    tie_reward: float = 0.5
    eval_batch: int = 1
    budget: int = 400
    start: Arm | None = None

    def __post_init__(self) -> None:
        """Raise BadArguments for a setting out of its range."""
        smallest = {"population": 2, "mutate_every": 1, "eval_batch": 1, "budget": 1}
        for name, least in smallest.items():
            if getattr(self, name) < least:
                raise BadArguments(f"{name} must be at least {least}", setting=name)
        if not 0.0 <= self.tie_reward <= 1.0:
            raise BadArguments("tie_reward must lie between 0 and 1", setting="tie_reward")


class DuelFacts(TypedDict, total=False):
    """What is known of a duel beside its arms and outcome, by the names of `Duel`."""

    margin: float
    example: str | int
    a_first: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """One result as a method is told it.

    Attributes:
        a: first arm.
        b: second arm.
        outcome: 1.0 where `a` won, 0.5 for a tie, 0.0 where `b` won.
        margin: rubric total of `a` less that of `b`, each on a scale of 0 to 1; None where it is not known.
        example: which example both answered; None where it is not known.
        a_first: whether `a` was shown first; None where it is not known.
    """

    a: Arm
    b: Arm
    outcome: float
    margin: float | None = None
    example: str | int | None = None
    a_first: bool | None = None


class Method(Protocol):
    """Decides which duels are worth a judge call, and what they have shown."""

    @property
    def space(self) -> Space:
        """The arms; may grow in mid-run."""

    @property
    def duels(self) -> int:
        """Results so far."""

    def propose_pair(self, state: object = None) -> tuple[Arm, Arm]:
        """Two different arms that should meet next; may be called again before results come back.

        Args:
            state: what a caller knows of its run, such as the call's number; ours do not need it.
        """

    def observe(self, info: Mapping[str, object]) -> None:
        """Tell what else is known (`margin`, `example`, `a_shown_first`) of the duel whose update comes next.

        A caller that always tells it just after the update is understood as well.
        """

    def update(self, a: Arm, b: Arm, outcome: float) -> None:
        """Tell a result: 1.0 where `a` won, 0.5 for a tie, 0.0 where `b` won."""

    def discard(self, a: Arm, b: Arm) -> None:
        """Tell that a proposed duel will have no result; it counts neither as a loss nor as a tie."""

    def best(self) -> Arm:
        """The arm to recommend now."""

    def confidence(self) -> float:
        """How sure the method is of `best()`, 0 to 1; see each method for what it is the chance of."""

    def add_levels(self, knob: int, count: int = 1) -> None:
        """Give a knob new values at the end of its list."""

    def snapshot(self) -> dict[str, Any]:
        """Everything that `restore` needs, as JSON."""


class RecordedMethod(ABC):
    """A method whose state is the record of what it was told and asked.

    Subclasses choose in `_choose` and learn in `_learn`; both may draw from `_rng(purpose)`.
    """

    name: ClassVar[MethodName]

    def __init__(self, space: Space, seed: int, options: MethodOptions) -> None:
        self.space = space
        self.seed = seed
        self.options = options
        self.outstanding: list[tuple[Arm, Arm]] = []
        self._first_cards = space.cards
        self._record: list[list[Any]] = []
        self._unsettled: Duel | None = None
        self._pending: DuelFacts = {}
        self._told: Literal["before", "after"] | None = None
        self._duels = 0

    @property
    def duels(self) -> int:
        """Results so far."""
        return self._duels

    def propose_pair(self, state: object = None) -> tuple[Arm, Arm]:
        """Two different arms that should meet next."""
        self._settle()
        a, b = self._choose()
        self._record.append(["propose", list(a), list(b)])
        self.outstanding.append((a, b))
        del self.outstanding[:-MOST_OUTSTANDING]
        return a, b

    def observe(self, info: Mapping[str, object]) -> None:
        """Tell what else is known of the duel whose update comes next, or has just come."""
        known = _info(info)
        if self._told is None:
            self._told = "before" if self._unsettled is None else "after"
        if self._told == "after" and self._unsettled is not None:
            self._unsettled = replace(self._unsettled, **known)
        else:
            self._pending = known

    def update(self, a: Arm, b: Arm, outcome: float) -> None:
        """Tell a result.

        Raises:
            BadArguments: an arm that is not of the space, an arm against itself, or another outcome than 1, 0.5, 0.
        """
        pending, self._pending = self._pending, {}
        duel = Duel(self.space.checked(a), self.space.checked(b), float(outcome), **pending)
        if duel.a == duel.b:
            raise BadArguments("an arm cannot meet itself", arm=str(list(duel.a)))
        if duel.outcome not in (0.0, 0.5, 1.0):
            raise BadArguments(f"an outcome is 1, 0.5 or 0, not {outcome}", outcome=str(outcome))
        self._settle()
        self._take(duel)

    def discard(self, a: Arm, b: Arm) -> None:
        """Tell that a proposed duel will have no result."""
        self._settle()
        a, b = self.space.checked(a), self.space.checked(b)
        self._record.append(["discard", list(a), list(b)])
        if self._returned(a, b):
            self._dropped(a, b)

    def best(self) -> Arm:
        """The arm to recommend now."""
        self._settle()
        return self._leader()

    def confidence(self) -> float:
        """How sure the method is of `best()`, 0 to 1."""
        self._settle()
        return self._certainty()

    def add_levels(self, knob: int, count: int = 1) -> None:
        """Give a knob new values at the end of its list.

        Raises:
            BadArguments: there is no such knob, or the space grows too large.
        """
        self._settle()
        before = self.space
        self.space = before.grown(knob, count)
        self._record.append(["grow", knob, count])
        self._grew(before, knob)

    def snapshot(self) -> dict[str, Any]:
        """Everything that `restore` needs, as JSON."""
        return {
            "method": self.name,
            "cards": list(self._first_cards),
            "seed": self.seed,
            "options": asdict(self.options) | {"start": self.options.start and list(self.options.start)},
            "record": [list(entry) for entry in self._record],
            "unsettled": self._unsettled and _entry(self._unsettled),
            "pending": dict(self._pending),
            "told": self._told,
        }

    def replay(self, snapshot: Mapping[str, Any]) -> None:
        """Take in the record of a snapshot, on a method just made."""
        for kind, *values in snapshot["record"]:
            if kind == "propose":
                self._repropose(tuple(values[0]), tuple(values[1]))
            elif kind == "update":
                self._take(_duel(values))
                self._settle()
            elif kind == "discard":
                self.discard(tuple(values[0]), tuple(values[1]))
            else:
                self.add_levels(values[0], values[1])
        if snapshot["unsettled"] is not None:
            self._take(_duel(snapshot["unsettled"][1:]))
        self._pending = cast(DuelFacts, dict(snapshot["pending"]))
        self._told = snapshot["told"]

    def _repropose(self, a: Arm, b: Arm) -> None:
        """What a proposal changed, from the record: here by choosing again."""
        self.propose_pair()

    def _take(self, duel: Duel) -> None:
        self._unsettled = duel
        self._duels += 1
        self._returned(duel.a, duel.b)

    def _settle(self) -> None:
        """Learn the last result, now that nothing more will be told of it."""
        if self._unsettled is None:
            return
        duel, self._unsettled = self._unsettled, None
        self._record.append(_entry(duel))
        self._learn(duel)

    def _returned(self, a: Arm, b: Arm) -> bool:
        """Take the duel off the outstanding ones; whether it was one."""
        for pair in ((a, b), (b, a)):
            if pair in self.outstanding:
                self.outstanding.remove(pair)
                return True
        return False

    def _rng(self, purpose: int) -> np.random.Generator:
        """Random numbers that depend on the seed, the place in the record and the purpose alone."""
        return np.random.default_rng((self.seed, len(self._record), purpose))

    @abstractmethod
    def _choose(self) -> tuple[Arm, Arm]: ...

    @abstractmethod
    def _learn(self, duel: Duel) -> None: ...

    @abstractmethod
    def _leader(self) -> Arm: ...

    @abstractmethod
    def _certainty(self) -> float: ...

    @abstractmethod
    def _dropped(self, a: Arm, b: Arm) -> None:
        """A proposed duel came to nothing."""

    @abstractmethod
    def _grew(self, before: Space, knob: int) -> None:
        """A knob got new values."""


def _info(info: Mapping[str, object]) -> DuelFacts:
    """The facts that a method uses, by the names of `Duel`.

    Raises:
        BadArguments: a margin that is no finite number.
    """
    known: DuelFacts = {}
    margin, example, first = info.get("margin"), info.get("example"), info.get("a_shown_first")
    if margin is not None:
        if not isinstance(margin, int | float) or not np.isfinite(margin):
            raise BadArguments(f"a margin is a finite number, not {margin!r}", margin=str(margin))
        known["margin"] = float(margin)
    if example is not None:
        known["example"] = example if isinstance(example, str | int) else str(example)
    if first is not None:
        known["a_first"] = bool(first)
    return known


def _entry(duel: Duel) -> list[Any]:
    return ["update", list(duel.a), list(duel.b), duel.outcome, duel.margin, duel.example, duel.a_first]


def _duel(values: list[Any]) -> Duel:
    return Duel(tuple(values[0]), tuple(values[1]), *values[2:])
