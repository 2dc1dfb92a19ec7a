"""Contracts and excerpts read from the graph by their ids, in one query a kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Literal, TypeVar, cast, get_args

from core.errors import GraphError
from core.graph.records import clause_key
from core.graph.rows import ContractHit, EvidenceRow, ExcerptRow
from core.graph.store import Cell, GraphStore, Parameters, Row, Scope
from core.record import Presence
from core.taxonomy import taxonomy

_HEADER = (
    "a.contract_id AS contract_id, a.title AS title, a.file_name AS file_name, a.language AS language, "
    "a.agreement_type AS agreement_type, a.agreement_date AS agreement_date, a.effective_date AS effective_date, "
    "a.expiration_date AS expiration_date, a.renewal_term AS renewal_term, a.notice_period AS notice_period, "
    "a.last_notice_day AS last_notice_day, a.most_favored_country AS governing_law"
)
_EXCERPT = (
    "e.contract_id AS contract_id, e.type AS type, e.text AS text, e.state AS state, e.page AS page, "
    "e.start_offset AS start_offset, e.end_offset AS end_offset, e.confidence AS confidence, e.position AS position"
)


_Row = TypeVar("_Row", bound=ContractHit)


def widen(kind: Callable[..., _Row], base: ContractHit, **more: object) -> _Row:
    """A row of a richer kind from a contract's common columns and `more`."""
    return kind(**{field.name: getattr(base, field.name) for field in fields(ContractHit)}, **more)


def text(cell: Cell) -> str | None:
    """A cell as text: days in ISO form, None for nothing."""
    if cell is None:
        return None
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def whole(cell: Cell) -> int | None:
    """A cell as a whole number, None for nothing."""
    return int(str(cell)) if cell is not None else None


def number(cell: Cell) -> float:
    """A cell as a number, 0 for nothing."""
    return float(str(cell)) if cell is not None else 0.0


def presence(cell: Cell) -> Presence:
    """A cell as presence.

    Raises:
        GraphError: the graph holds something else.
    """
    for known in get_args(Presence):
        if cell == known:
            return cast(Presence, known)
    raise GraphError(f"No presence: {cell!r}")


def scoped(scope: Scope, variable: str = "a") -> tuple[str, dict[str, object]]:
    """Condition that limits a query to the scope, to be joined by AND, with its parameters."""
    if scope is None:
        return "true", {}
    return f"{variable}.contract_id IN $scope", {"scope": list(dict.fromkeys(scope))}


def total(graph: GraphStore, query: str, parameters: Parameters) -> int:
    """The number in column `n` of a counting query's one row."""
    return whole(graph.rows(query, parameters)[0]["n"]) or 0


def headers(graph: GraphStore, ids: Sequence[str]) -> dict[str, ContractHit]:
    """Contracts by id; an id that is not in the graph is left out."""
    if not ids:
        return {}
    found = graph.rows(f"MATCH (a:Agreement) WHERE a.contract_id IN $ids RETURN {_HEADER}", {"ids": list(ids)})
    parties: dict[str, list[str]] = defaultdict(list)
    for row in graph.rows(
        "MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement) WHERE a.contract_id IN $ids "
        "RETURN a.contract_id AS contract_id, o.name AS name, p.position AS position ORDER BY position",
        {"ids": list(ids)},
    ):
        names = parties[str(row["contract_id"])]
        if row["name"] not in names:
            names.append(str(row["name"]))
    return {
        str(row["contract_id"]): ContractHit(
            contract_id=str(row["contract_id"]),
            title=text(row["title"]) or "",
            file_name=text(row["file_name"]) or "",
            language=text(row["language"]) or "",
            agreement_type=text(row["agreement_type"]),
            agreement_date=text(row["agreement_date"]),
            effective_date=text(row["effective_date"]),
            expiration_date=text(row["expiration_date"]),
            renewal_term=text(row["renewal_term"]),
            notice_period=text(row["notice_period"]),
            last_notice_day=text(row["last_notice_day"]),
            governing_law=text(row["governing_law"]),
            parties=tuple(parties[str(row["contract_id"])]),
        )
        for row in found
    }


def excerpts(
    graph: GraphStore, ids: Sequence[str], types: Sequence[str] | None, kind: Literal["finding", "candidate"]
) -> dict[str, list[ExcerptRow]]:
    """Findings or candidates of contracts by contract id, in the order of the extraction.

    Args:
        graph: where to look.
        ids: contracts.
        types: clause types, None for all.
        kind: findings or candidates.
    """
    if not ids or (types is not None and not types):
        return {}
    # One hop, filtered by properties of nodes alone: ladybug 0.22 loses a filter on a relation's property when the
    # path goes on to another node and its start is filtered too, and gives rows of other types without an error.
    parameters: dict[str, object]
    if kind == "finding":
        codes = [category.code for category in taxonomy().categories] if types is None else types
        path = "(c:ContractClause)-[:HAS_EXCERPT]->(e:Excerpt) WHERE c.id IN $keys"
        parameters = {"keys": [clause_key(contract_id, code) for contract_id in ids for code in codes]}
    else:
        path = "(a:Agreement)-[:HAS_CANDIDATE]->(e:Candidate) WHERE a.contract_id IN $ids"
        parameters = {"ids": list(ids)}
    wanted = None if types is None else frozenset(types)
    found: dict[str, list[ExcerptRow]] = defaultdict(list)
    for row in graph.rows(f"MATCH {path} RETURN {_EXCERPT} ORDER BY contract_id, type, position", parameters):
        if wanted is None or row["type"] in wanted:
            found[str(row["contract_id"])].append(excerpt_row(row, kind))
    return found


def excerpt_row(row: Row, kind: Literal["finding", "candidate"]) -> ExcerptRow:
    """An excerpt from the columns of a query."""
    return ExcerptRow(
        kind=kind,
        type=str(row["type"]),
        text=text(row["text"]) or "",
        page=whole(row["page"]),
        start=whole(row["start_offset"]),
        end=whole(row["end_offset"]),
        state=str(row["state"]),
        confidence=number(row["confidence"]),
    )


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
