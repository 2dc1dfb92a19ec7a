"""How many contracts a list cannot speak of: nothing was found of what it goes by, which proves nothing.

Where a person or an endpoint said that a contract has no such date, law or party, it is known to have none.
"""

from __future__ import annotations

from typing import Literal

from core.graph.cells import whole
from core.graph.lists import Portion
from core.graph.store import GraphStore, Scope

_ONE = Portion(0, 1)
_STATED = ("agreement_date", "effective_date", "expiration_date")
_WITHOUT = {
    "governing_law": "NOT EXISTS { MATCH (a)-[:GOVERNED_BY_LAW]->(:Country) }",
    "parties": "NOT EXISTS { MATCH (:Organization)-[:IS_PARTY_TO]->(a) }",
} | {field: f"a.{field} IS NULL" for field in _STATED}
_KNOWN = "EXISTS { MATCH (a)-[k:CHECKED_FOR]->(t:ClauseType) WHERE t.code = $code AND k.presence = 'absent' }"


def without_day(graph: GraphStore, field: str, scope: Scope) -> int:
    """How many contracts have no day of a kind that was found."""
    if field in _STATED:
        return _count(graph, field, scope)
    lists = graph.lists()
    return lists.count(scope) - lists.by_day(field, None, None, scope, _ONE).total


def without(graph: GraphStore, what: Literal["governing_law", "parties"], scope: Scope) -> int:
    """How many contracts have no governing law, or no party, that was found."""
    return _count(graph, what, scope)


def _count(graph: GraphStore, code: str, scope: Scope) -> int:
    limited = "" if scope is None else " AND a.contract_id IN $ids"
    query = f"MATCH (a:Agreement) WHERE {_WITHOUT[code]} AND NOT {_KNOWN}{limited} RETURN count(a) AS n"
    parameters: dict[str, object] = {"code": code} | ({} if scope is None else {"ids": list(scope)})
    (row,) = graph.rows(query, parameters)
    return whole(row["n"]) or 0
