"""Lists of agreements: which ones, in which order, one page of them, and how many there are in all.

The functions of `core.graph.retrieval` are written once against `AgreementLists`. The embedded graph answers from
columns in memory, a Neo4j server is asked by queries; `tests/graph/test_backends_agree.py` holds both to one answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, Protocol, TypeVar

from core.graph.rows import EvidenceRow
from core.graph.scope import Scope
from core.record import Presence

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Portion:
    """Which part of a list is wanted: at most `limit` entries behind the first `offset`."""

    offset: int
    limit: int


@dataclass(frozen=True, slots=True)
class Listing(Generic[_T]):
    """One portion of a list, and how many entries the whole list has."""

    page: Sequence[_T]
    total: int


@dataclass(frozen=True, slots=True)
class ListedPresence:
    """Whether an agreement has a clause type, and how sure that is in 0–1."""

    contract_id: str
    presence: Presence
    confidence: float


@dataclass(frozen=True, slots=True)
class ListedCombination:
    """An agreement with all types that should be there; `unknown` are types that should be lacking and may be there."""

    contract_id: str
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedDay:
    """An agreement with its day of some kind."""

    contract_id: str
    day: date


@dataclass(frozen=True, slots=True)
class GoverningLaw:
    """A law that governs an agreement, with the words that say so."""

    country: str
    country_name: str
    state: str | None
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class ListedLaw:
    """An agreement with one of the laws that govern it."""

    contract_id: str
    law: GoverningLaw


@dataclass(frozen=True, slots=True)
class PartyEdge:
    """An organization as a party to an agreement."""

    contract_id: str
    title: str
    name: str
    role: str | None


class AgreementLists(Protocol):
    """Lists of agreements of one state of a graph. Every method takes a scope, and orders ties by title, then id.

    Raises:
        GraphError: the backend refused or took too long.
    """

    def count(self, scope: Scope) -> int:
        """How many agreements there are."""

    def by_title(self, scope: Scope, portion: Portion) -> Listing[str]:
        """Ids of the agreements by title."""

    def by_presence(
        self, code: str, wanted: Sequence[Presence], scope: Scope, portion: Portion
    ) -> Listing[ListedPresence]:
        """Agreements whose presence of a clause type is one of those wanted, in the order of the presences' names."""

    def by_clauses(
        self, present: Sequence[str], lacking: Sequence[str], scope: Scope, portion: Portion
    ) -> Listing[ListedCombination]:
        """Agreements with all of some types and, for all that is known, none of others; certain ones first."""

    def by_day(
        self, field: str, first: date | None, last: date | None, scope: Scope, portion: Portion
    ) -> Listing[ListedDay]:
        """Agreements whose day of a kind (`core.graph.schema.DATES`) lies in a closed window, earliest first."""

    def by_law(self, country: str | None, state: str | None, scope: Scope, portion: Portion) -> Listing[ListedLaw]:
        """Agreements under a country's law, a state's (in any case) or both; one entry for each such law."""

    def silent(self, field: str, scope: Scope) -> int:
        """How many agreements nothing was found of: no such day (`core.graph.schema.DATES`), `governing_law` or
        `parties`. Those of which a person or an endpoint said that they have none are not among them."""

    def presences(self, code: str, ids: Sequence[str]) -> Mapping[str, Presence]:
        """Presence of a clause type in some agreements, by id; those that the graph does not know are left out."""

    def of_organizations(self, ids: Sequence[str]) -> Sequence[PartyEdge]:
        """All agreements that some organizations are party to, in no order."""
