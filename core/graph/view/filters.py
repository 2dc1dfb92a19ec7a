"""Which contracts a picture is limited to: by type, law, clauses, parties, or by choice."""

from __future__ import annotations

from dataclasses import dataclass

from core.graph.store import GraphStore
from core.record import Presence


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that a contract must meet, all of them; an empty one asks for nothing.

    Attributes:
        types: codes of agreement types, any of them.
        laws: ISO 3166 codes of governing laws, any of them.
        clauses: clause types with what must hold of each, all of them.
        parties: ids of organizations, any of them.
        contracts: ids of contracts, any of them.
    """

    types: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    clauses: tuple[tuple[str, Presence], ...] = ()
    parties: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many conditions there are."""
        return sum(map(bool, (self.types, self.laws, self.parties, self.contracts))) + len(self.clauses)


_ONE_CONDITION = {
    "types": "MATCH (a:Agreement) WHERE a.agreement_type IN $values RETURN a.contract_id AS key",
    "laws": "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) WHERE c.code IN $values RETURN a.contract_id AS key",
    "parties": "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE o.id IN $values RETURN a.contract_id AS key",
    "contracts": "MATCH (a:Agreement) WHERE a.contract_id IN $values RETURN a.contract_id AS key",
}
_CLAUSE = (
    "MATCH (a:Agreement)-[r:CHECKED_FOR]->(t:ClauseType) WHERE t.code = $code AND r.presence = $presence "
    "RETURN a.contract_id AS key"
)


def scope_of(graph: GraphStore, filters: Filters) -> frozenset[str] | None:
    """Ids of the contracts that meet every condition; None where there is no condition."""
    found: list[set[str]] = []
    for name, query in _ONE_CONDITION.items():
        values = getattr(filters, name)
        if values:
            found.append({str(row["key"]) for row in graph.rows(query, {"values": list(values)})})
    for code, presence in filters.clauses:
        rows = graph.rows(_CLAUSE, {"code": code, "presence": presence})
        found.append({str(row["key"]) for row in rows})
    return frozenset(set.intersection(*found)) if found else None
