"""Contracts and excerpts read from the graph by their ids, in one query a kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Literal, TypeVar

from core.graph.cells import evidence, number, text, whole
from core.graph.projection.records import fact_key
from core.graph.rows import EvidenceRow, ExcerptRow, RetrievedContract
from core.graph.store import GraphStore, Row

_HEADER = (
    "a.contract_id AS contract_id, a.title AS title, a.file_name AS file_name, a.language AS language, "
    "a.agreement_type AS agreement_type, a.agreement_date AS agreement_date, a.effective_date AS effective_date, "
    "a.expiration_date AS expiration_date, a.current_end_date AS current_end_date, "
    "a.renewal_term AS renewal_term, a.notice_period AS notice_period, "
    "a.last_notice_day AS last_notice_day, a.most_favored_country AS governing_law, a.parties AS parties"
)
_EXCERPT = (
    "e.contract_id AS contract_id, e.type AS type, e.text AS text, e.state AS state, e.page AS page, "
    "e.start_offset AS start_offset, e.end_offset AS end_offset, e.confidence AS confidence, e.position AS position"
)
_FACT = (
    "e.contract_id AS contract_id, e.name AS name, e.value AS value, "
    "e.evidence_state AS evidence_state, e.page AS page, e.start_offset AS start_offset, e.end_offset AS end_offset, "
    "e.quote AS quote"
)
_ALL = {
    "finding": "MATCH (:Agreement {contract_id: $id})-[:HAS_CLAUSE]->(:ContractClause)-[:HAS_EXCERPT]->(e:Excerpt) "
    f"RETURN {_EXCERPT}",
    "candidate": f"MATCH (:Agreement {{contract_id: $id}})-[:HAS_CANDIDATE]->(e:Candidate) RETURN {_EXCERPT}",
}
_COMMON = tuple(field.name for field in fields(RetrievedContract))
_FIRST = 2
_MOST_KEYS = 2_000
_Row = TypeVar("_Row", bound=RetrievedContract)


def widen(kind: Callable[..., _Row], base: RetrievedContract, **more: object) -> _Row:
    """A row of a richer kind from a contract's common columns and `more`."""
    return kind(**{name: getattr(base, name) for name in _COMMON}, **more)


def headers(graph: GraphStore, ids: Sequence[str]) -> dict[str, RetrievedContract]:
    """Contracts by id; an id that is not in the graph is left out."""
    if not ids:
        return {}
    # One look-up by key for each: a condition such as `IN $ids` would read all contracts.
    found = graph.rows(
        f"UNWIND $ids AS key MATCH (a:Agreement {{contract_id: key}}) RETURN {_HEADER}",
        {"ids": list(dict.fromkeys(ids))},
    )
    return {
        str(row["contract_id"]): RetrievedContract(
            contract_id=str(row["contract_id"]),
            title=text(row["title"]) or "",
            file_name=text(row["file_name"]) or "",
            language=text(row["language"]) or "",
            agreement_type=text(row["agreement_type"]),
            agreement_date=text(row["agreement_date"]),
            effective_date=text(row["effective_date"]),
            expiration_date=text(row["expiration_date"]),
            current_end_date=text(row["current_end_date"]),
            renewal_term=text(row["renewal_term"]),
            notice_period=text(row["notice_period"]),
            last_notice_day=text(row["last_notice_day"]),
            governing_law=text(row["governing_law"]),
            parties=tuple(str(name) for name in row["parties"]) if isinstance(row["parties"], list) else (),
        )
        for row in found
    }


def excerpts(
    graph: GraphStore,
    ids: Sequence[str],
    types: Sequence[str] | None,
    kind: Literal["finding", "candidate"],
    *,
    most: int | None = None,
) -> dict[str, list[ExcerptRow]]:
    """Findings or candidates of contracts by contract id, in the order of the extraction within a type.

    Args:
        graph: where to look.
        ids: contracts.
        types: clause types, None for all.
        kind: findings or candidates.
        most: how many of a contract and type are wanted, None for all.
    """
    ids = list(dict.fromkeys(ids))
    if types is None:
        rows = [row for contract_id in ids for row in graph.rows(_ALL[kind], {"id": contract_id})]
    else:
        rows = _by_keys(
            graph, [f"{contract_id}:{code}" for contract_id in ids for code in dict.fromkeys(types)], kind, most
        )
    found: dict[str, list[ExcerptRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (str(row["contract_id"]), str(row["type"]), whole(row["position"]) or 0)):
        if most is None or (whole(row["position"]) or 0) < most:
            found[str(row["contract_id"])].append(excerpt_row(row, kind))
    return found


def _by_keys(
    graph: GraphStore, clauses: Sequence[str], kind: Literal["finding", "candidate"], most: int | None
) -> list[Row]:
    """Excerpts of clauses (`contract:type`) by their own keys, which end in their positions, counted from 0.

    Keys are looked up, so the time depends on what is asked for and not on the size of the graph. Where the last
    position that was looked for is there, more are looked for.
    """
    label, part = ("Excerpt", "excerpt") if kind == "finding" else ("Candidate", "candidate")
    found: list[Row] = []
    waiting = list(clauses)
    begin, end = 0, _FIRST if most is None else most
    while waiting:
        keys = [f"{clause}:{part}:{position}" for clause in waiting for position in range(begin, end)]
        rows = _looked_up(graph, f"MATCH (e:{label} {{id: key}}) RETURN {_EXCERPT}", keys)
        found += rows
        if most is not None:
            break
        full = {f"{row['contract_id']}:{row['type']}" for row in rows if whole(row["position"]) == end - 1}
        waiting = [clause for clause in waiting if clause in full]
        begin, end = end, end * 4
    return found


def fact_words(graph: GraphStore, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], EvidenceRow]:
    """Where the words for facts stand, by contract id and name: of several facts of a name the first with a value.

    Facts are looked up by their keys, which end in their numbers among a contract's facts of a name, counted from 0.
    """
    chosen: dict[tuple[str, str], Row] = {}
    waiting = list(dict.fromkeys(wanted))
    number = 0
    while waiting:
        keys = [fact_key(*fact, number) for fact in waiting]
        without = []
        for row in _looked_up(graph, f"MATCH (e:Fact {{id: key}}) RETURN {_FACT}", keys):
            fact = str(row["contract_id"]), str(row["name"])
            if row["value"] is not None:
                chosen[fact] = row
            else:
                chosen.setdefault(fact, row)
                without.append(fact)
        waiting, number = without, number + 1
    return {fact: words for fact, row in chosen.items() if (words := evidence(row)) is not None}


def _looked_up(graph: GraphStore, query: str, keys: Sequence[str]) -> list[Row]:
    """Rows of a query for each of some keys, so many at a time."""
    rows: list[Row] = []
    for at in range(0, len(keys), _MOST_KEYS):
        rows += graph.rows(f"UNWIND $keys AS key {query}", {"keys": keys[at : at + _MOST_KEYS]})
    return rows


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
