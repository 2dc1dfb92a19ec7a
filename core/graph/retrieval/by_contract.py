"""One contract, its excerpts, and all contracts."""

from __future__ import annotations

from core.errors import NotFound
from core.graph.cells import evidence, number, presence, text, whole
from core.graph.retrieval.agreements import excerpts, headers, widen
from core.graph.retrieval.arguments import Everything, Excerpts, NoArguments, OneContract
from core.graph.rows import (
    ContractDetail,
    ContractExcerpt,
    CountRow,
    ExcerptRow,
    FactRow,
    PartyRow,
    Result,
    RetrievedContract,
    VerdictRow,
)
from core.graph.store import GraphStore, Scope
from core.taxonomy import taxonomy

_SPAN = "page AS page, {0}.start_offset AS start_offset, {0}.end_offset AS end_offset, {0}.quote AS quote"
_FACT = f"{{0}}.evidence_state AS evidence_state, {{0}}.{_SPAN}"


def get_contract(graph: GraphStore, arguments: OneContract, scope: Scope) -> Result:
    """One `ContractDetail`.

    Raises:
        NotFound: the contract is not in the graph, or not in the scope.
    """
    base = _contract(graph, arguments.contract_id, scope)
    key = {"contract_id": base.contract_id}
    more = graph.rows(
        "MATCH (a:Agreement {contract_id: $contract_id}) "
        "RETURN a.sha256 AS sha256, a.engine AS engine, a.pages AS pages, a.unread_pages AS unread_pages",
        key,
    )[0]
    unread = more["unread_pages"]
    detail = widen(
        ContractDetail,
        base,
        sha256=text(more["sha256"]),
        engine=text(more["engine"]),
        pages=whole(more["pages"]) or 0,
        unread_pages=tuple(int(str(page)) for page in unread) if isinstance(unread, list) else (),
        party_details=_parties(graph, key),
        facts=_facts(graph, key),
        clauses=_verdicts(graph, key),
    )
    return Result((detail,), 1)


def get_contract_excerpts(graph: GraphStore, arguments: Excerpts, scope: Scope) -> Result:
    """`ContractExcerpt` rows of one contract in taxonomy order; findings before candidates within a type.

    Raises:
        NotFound: the contract is not in the graph, or not in the scope.
    """
    base = _contract(graph, arguments.contract_id, scope)
    types = None if arguments.clause_type is None else [arguments.clause_type]
    found: list[ExcerptRow] = excerpts(graph, [base.contract_id], types, "finding").get(base.contract_id, [])
    if arguments.candidates:
        found = found + excerpts(graph, [base.contract_id], types, "candidate").get(base.contract_id, [])
    order = {category.code: place for place, category in enumerate(taxonomy().categories)}
    found = sorted(found, key=lambda row: (order[row.type], row.kind == "candidate"))
    page = found[arguments.offset : arguments.offset + arguments.limit]
    return Result(tuple(_of_contract(row, base.contract_id, base.title) for row in page), len(found))


def list_contracts(graph: GraphStore, arguments: Everything, scope: Scope) -> Result:
    """`RetrievedContract` rows of all contracts by title."""
    listing = graph.lists().by_title(scope, arguments.portion)
    found = headers(graph, listing.page)
    return Result(tuple(found[key] for key in listing.page), listing.total)


def count_contracts(graph: GraphStore, arguments: NoArguments, scope: Scope) -> Result:
    """One `CountRow`: how many contracts there are."""
    return Result((CountRow(graph.lists().count(scope)),), 1)


def _contract(graph: GraphStore, contract_id: str, scope: Scope) -> RetrievedContract:
    found = headers(graph, [contract_id]) if scope is None or contract_id in scope else {}
    if contract_id not in found:
        raise NotFound(f"No contract {contract_id}", contract_id=contract_id)
    return found[contract_id]


def _of_contract(row: ExcerptRow, contract_id: str, title: str) -> ContractExcerpt:
    return ContractExcerpt(
        kind=row.kind,
        type=row.type,
        text=row.text,
        page=row.page,
        start=row.start,
        end=row.end,
        state=row.state,
        confidence=row.confidence,
        contract_id=contract_id,
        title=title,
    )


def _parties(graph: GraphStore, key: dict[str, str]) -> tuple[PartyRow, ...]:
    rows = graph.rows(
        "MATCH (o:Organization)-[p:IS_PARTY_TO]->(:Agreement {contract_id: $contract_id}) "
        "RETURN o.name AS name, p.role AS role, p.country AS country, p.state AS state, "
        f"p.confidence AS confidence, p.position AS position, {_FACT.format('p')} ORDER BY position",
        key,
    )
    return tuple(
        PartyRow(
            name=str(row["name"]),
            role=text(row["role"]),
            country=text(row["country"]),
            state=text(row["state"]),
            confidence=number(row["confidence"]),
            evidence=evidence(row),
        )
        for row in rows
    )


def _facts(graph: GraphStore, key: dict[str, str]) -> tuple[FactRow, ...]:
    rows = graph.rows(
        "MATCH (:Agreement {contract_id: $contract_id})-[:HAS_FACT]->(f:Fact) "
        "RETURN f.name AS name, f.value AS value, f.detail AS detail, f.confidence AS confidence, "
        f"f.position AS position, {_FACT.format('f')} ORDER BY position",
        key,
    )
    return tuple(
        FactRow(
            name=str(row["name"]),
            value=text(row["value"]),
            detail=text(row["detail"]),
            confidence=None if row["value"] is None else number(row["confidence"]),
            evidence=evidence(row),
        )
        for row in rows
    )


def _verdicts(graph: GraphStore, key: dict[str, str]) -> tuple[VerdictRow, ...]:
    counted = {
        str(row["type"]): whole(row["n"]) or 0
        for row in graph.rows(
            "MATCH (:Agreement {contract_id: $contract_id})-[:HAS_CLAUSE]->(c:ContractClause)-[:HAS_EXCERPT]->"
            "(e:Excerpt) RETURN c.type AS type, count(e) AS n",
            key,
        )
    }
    found = {
        str(row["type"]): row
        for row in graph.rows(
            "MATCH (:Agreement {contract_id: $contract_id})-[k:CHECKED_FOR]->(t:ClauseType) "
            "RETURN t.code AS type, k.presence AS presence, k.confidence AS confidence",
            key,
        )
    }
    # A type that was defined a moment ago may not have reached the graph.
    return tuple(
        VerdictRow(
            type=category.code,
            presence=(state := presence(found[category.code]["presence"])),
            confidence=number(found[category.code]["confidence"]) if state == "present" else None,
            excerpts=counted.get(category.code, 0),
        )
        for category in taxonomy().categories
        if category.code in found
    )
