"""What the graph is given of one approved knowledge entry."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphAgreementType:
    """An agreement type that entries apply to, with its names."""

    code: str
    name: str
    name_ja: str


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """What the graph is given of one approved entry. No `agreement_types` means that it applies to every type.

    `fallbacks` are the fallback positions in order, each its position and its clause.
    """

    id: str
    number: int
    title: str
    severity: str | None
    problem: str
    risk: str
    recommended_clause: str
    walk_away: str | None
    fallbacks: tuple[tuple[str, str], ...]
    clause_types: tuple[str, ...]
    agreement_types: tuple[GraphAgreementType, ...]
