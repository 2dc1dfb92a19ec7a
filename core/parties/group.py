"""Value types of what people decided about names of parties."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

DecisionKind = Literal["approve", "reject", "ask_again", "detach", "undo"]


@dataclass(frozen=True, slots=True)
class Member:
    """A name of a group, with how it came there: `method` is same_name, also_known_as or person."""

    organization_id: str
    name: str
    method: str
    score: float
    approved_by: str
    approved_at: datetime


@dataclass(frozen=True, slots=True)
class JoinedParty:
    """Names that are one party; `name` is the one that stands for them."""

    id: str
    name: str
    members: tuple[Member, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Its names, in alphabetical order."""
        return tuple(member.name for member in self.members)


@dataclass(frozen=True, slots=True)
class Rejection:
    """Two names that a person called different."""

    first_id: str
    second_id: str
    first: str
    second: str
    rejected_by: str
    rejected_at: datetime

    @property
    def key(self) -> tuple[str, str]:
        """The keys of the two names, the smaller first."""
        return self.first_id, self.second_id


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the history. `can_be_undone` for an approval or a detachment that has not been undone."""

    id: str
    decision: DecisionKind
    names: tuple[str, ...]
    method: str | None
    score: float | None
    note: str | None
    undone: bool
    decided_by: str
    decided_at: datetime

    @property
    def can_be_undone(self) -> bool:
        """Whether there is something to undo; that nobody changed the names since is checked when it is undone."""
        return not self.undone and self.decision in ("approve", "detach")
