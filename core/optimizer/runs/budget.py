"""A hard budget: what a match may cost at most is held back before it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict


class StoredSpending(TypedDict):
    """A spending as JSON."""

    calls: int
    tokens: int
    cost: float


@dataclass(frozen=True, slots=True)
class Spending:
    """Calls of endpoints, their tokens and their price."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Spending) -> Spending:
        return Spending(self.calls + other.calls, self.tokens + other.tokens, self.cost + other.cost)

    def as_json(self) -> StoredSpending:
        """The spending as it is stored."""
        return {"calls": self.calls, "tokens": self.tokens, "cost": self.cost}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Spending:
        """The spending as it was stored; nothing for None."""
        return cls() if stored is None else cls(int(stored["calls"]), int(stored["tokens"]), float(stored["cost"]))

    @classmethod
    def sum_of(cls, parts: Iterable[Spending]) -> Spending:
        """The sum of several."""
        total = cls()
        for part in parts:
            total += part
        return total


@dataclass(frozen=True, slots=True)
class RunBudget:
    """Limits; None is no limit."""

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None

    def allows(self, spent: Spending) -> bool:
        """Whether so much is within the limits."""
        limits = ((self.calls, spent.calls), (self.tokens, spent.tokens), (self.cost, spent.cost))
        return all(limit is None or used <= limit for limit, used in limits)

    def share(self, spent: Spending) -> float | None:
        """The largest share of a limit that is used, 0 to 1 and more; None without limits."""
        limits = ((self.calls, spent.calls), (self.tokens, spent.tokens), (self.cost, spent.cost))
        shares = [used / limit if limit else float(used > 0) for limit, used in limits if limit is not None]
        return max(shares, default=None)
