"""Cells of rows that a graph gave, as values of one type; conditions and counts that our queries share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import cast, get_args

from core.errors import GraphError
from core.graph.lists import PartyEdge
from core.graph.rows import EvidenceRow
from core.graph.store import Cell, Parameters, Row, Scope
from core.record import Presence

Rows = Callable[[str, Parameters], list[Row]]
"""How one of our reading queries is run."""

PARTY_COLUMNS = "RETURN a.contract_id AS contract_id, a.title AS title, o.name AS name, p.role AS role"
_PRESENCES = frozenset(get_args(Presence))


def text(cell: Cell) -> str | None:
    """A cell as text: days in ISO form, None for nothing."""
    if cell is None:
        return None
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def whole(cell: Cell) -> int | None:
    """A cell as a whole number, None for nothing."""
    return cell if cell is None or type(cell) is int else int(str(cell))


def number(cell: Cell) -> float:
    """A cell as a number, 0 for nothing."""
    return cell if type(cell) is float else float(str(cell)) if cell is not None else 0.0


def presence(cell: Cell) -> Presence:
    """A cell as presence.

    Raises:
        GraphError: the graph holds something else.
    """
    if cell in _PRESENCES:
        return cast(Presence, cell)
    raise GraphError(f"No presence: {cell!r}")


def evidence(row: Mapping[str, Cell]) -> EvidenceRow | None:
    """Evidence from the columns of a query, None where there is none."""
    state = text(row["evidence_state"])
    if state is None:
        return None
    return EvidenceRow(
        state=state,
        page=whole(row["page"]),
        start=whole(row["start_offset"]),
        end=whole(row["end_offset"]),
        quote=text(row["quote"]),
    )


def scoped(scope: Scope, variable: str = "a") -> tuple[str, dict[str, object]]:
    """Condition that limits a query to the scope, to be joined by AND, with its parameters."""
    if scope is None:
        return "true", {}
    return f"{variable}.contract_id IN $scope", {"scope": list(dict.fromkeys(scope))}


def total(rows: Rows, query: str, parameters: Parameters) -> int:
    """The number in column `n` of a counting query's one row."""
    return whole(rows(query, parameters)[0]["n"]) or 0


def party_groups(rows: Rows) -> list[list[str]]:
    """The names of each party that a person has put together, in alphabetical order."""
    groups: dict[str, list[str]] = {}
    for row in rows(
        "MATCH (o:Organization)-[:ALIAS_OF]->(p:Party) RETURN p.id AS id, o.name AS name ORDER BY id, name", {}
    ):
        groups.setdefault(str(row["id"]), []).append(str(row["name"]))
    return list(groups.values())


def party_edge(row: Row) -> PartyEdge:
    """A party of an agreement from `PARTY_COLUMNS`."""
    return PartyEdge(str(row["contract_id"]), text(row["title"]) or "", str(row["name"]), text(row["role"]))


def party_edges(rows: Rows, organizations: Sequence[str]) -> list[PartyEdge]:
    """Agreements of some organizations, by one query."""
    query = f"MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement) WHERE o.id IN $ids {PARTY_COLUMNS}"
    return [party_edge(row) for row in rows(query, {"ids": list(organizations)})]
