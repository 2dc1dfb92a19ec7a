"""Value types of what people decided on relations between agreements."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.graph.projection import RelationKind

Status = Literal["approved", "rejected"]
Method = Literal["stated", "person"]
DecisionKind = Literal["approve", "reject", "withdraw"]


@dataclass(frozen=True, slots=True)
class RelationEvidence:
    """The words of the amending or superseding agreement, placed by page and offsets of its text."""

    page: int | None
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class DecidedRelation:
    """A person's present decision: `source` amends or supersedes `target`, or does not (rejected)."""

    kind: RelationKind
    source: str
    target: str
    status: Status
    method: Method
    score: float
    evidence: RelationEvidence | None
    decided_by: str
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class RelationDecisionRow:
    """One decision of the history."""

    id: str
    kind: RelationKind
    source: str
    target: str
    decision: DecisionKind
    method: Method
    note: str | None
    decided_by: str
    decided_at: datetime
