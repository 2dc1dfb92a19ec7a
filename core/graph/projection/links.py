"""What the graph is given of people's decisions: organizations that are one party, agreements that change others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RelationKind = Literal["AMENDS", "SUPERSEDES"]


@dataclass(frozen=True, slots=True)
class GraphAlias:
    """An organization of a party, by its name as written; `approved_at` is ISO 8601 in UTC, `score` in 0–1."""

    name: str
    method: str
    score: float
    approved_by: str
    approved_at: str


@dataclass(frozen=True, slots=True)
class GraphParty:
    """Organizations that a person called one party, under one of their names."""

    id: str
    name: str
    members: tuple[GraphAlias, ...]


@dataclass(frozen=True, slots=True)
class GraphRelation:
    """An agreement (`source`) that amends or supersedes another (`target`), both by contract id, with its evidence.

    `page`, `start` and `end` place `quote` in the source's text; all None where a person stated the relation.
    """

    kind: RelationKind
    source: str
    target: str
    method: str
    score: float
    approved_by: str
    page: int | None = None
    start: int | None = None
    end: int | None = None
    quote: str | None = None
