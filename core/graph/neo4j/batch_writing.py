"""The statements that put many contracts into Neo4j at once and take them out; the result is that of `writing`.

A statement stands for a kind of node or relation, its rows for those of all contracts of the batch: a server is far
away, so what counts is the number of statements. Every look-up goes through a uniqueness constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.graph.projection.records import Properties, Records, clean
from core.graph.projection.writing import Run
from core.graph.schema import DATES, NODES, RELATIONS
from core.graph.text.passages import Passage
from core.graph.text.terms import terms

_NODE = {node.label: [name for name, _ in node.properties if name != "embedding"] for node in NODES}
_EDGE = {relation.type: [name for name, _ in relation.properties] for relation in RELATIONS}


@dataclass(frozen=True, slots=True)
class Prepared:
    """A contract ready to be written: its records, the vectors of its excerpts and its passages."""

    records: Records
    vectors: Sequence[Sequence[float]]
    passages: Sequence[Properties]

    @property
    def contract_id(self) -> str:
        """Id of the contract."""
        return str(self.records.agreement["contract_id"])

    @property
    def terms(self) -> int:
        """Number of terms in its passages."""
        return sum(int(str(row["length"])) for row in self.passages)


def passage_rows(contract_id: str, passages: Sequence[Passage]) -> list[Properties]:
    """Nodes of a contract's passages, with the terms that they are searched by."""
    rows: list[Properties] = []
    for place, passage in enumerate(passages):
        words = terms(passage.text)
        rows.append(
            {
                "id": f"{contract_id}:passage:{place}",
                "contract_id": contract_id,
                "page": passage.page,
                "start_offset": passage.start,
                "end_offset": passage.end,
                "text": clean(passage.text),
                "terms": " ".join(words),
                "length": len(words),
            }
        )
    return rows


def _map(names: Sequence[str]) -> str:
    return ", ".join(f"{name}: date(row.{name})" if name in DATES else f"{name}: row.{name}" for name in names)


def _edge(kind: str, source: str, target: str) -> str:
    return f"UNWIND $rows AS row MATCH {source} MATCH {target} CREATE (x)-[:{kind} {{{_map(_EDGE[kind])}}}]->(y)"


def _child(kind: str, label: str, parent: str) -> str:
    edge = f" {{{_map(_EDGE[kind])}}}" if _EDGE[kind] else ""
    return f"UNWIND $rows AS row MATCH {parent} CREATE (x)-[:{kind}{edge}]->(y:{label} {{{_map(_NODE[label])}}})"


_AGREEMENT = "(x:Agreement {contract_id: row.contract_id})"
_STATEMENTS = {
    "agreement": f"UNWIND $rows AS row CREATE (:Agreement {{{_map(_NODE['Agreement'])}}})",
    "organizations": "UNWIND $rows AS row MERGE (o:Organization {id: row.id}) ON CREATE SET o.name = row.name",
    "countries": "UNWIND $rows AS row MERGE (c:Country {code: row.code}) ON CREATE SET c.name = row.name",
    "parties": _edge(
        "IS_PARTY_TO", "(x:Organization {id: row.organization})", "(y:Agreement {contract_id: row.contract_id})"
    ),
    "incorporations": _edge(
        "INCORPORATED_IN", "(x:Organization {id: row.organization})", "(y:Country {code: row.country_code})"
    ),
    "laws": _edge("GOVERNED_BY_LAW", _AGREEMENT, "(y:Country {code: row.country_code})"),
    "verdicts": _edge("CHECKED_FOR", _AGREEMENT, "(y:ClauseType {code: row.type})"),
    "clauses": _child("HAS_CLAUSE", "ContractClause", f"{_AGREEMENT} MATCH (t:ClauseType {{code: row.type}})")
    + " CREATE (y)-[:HAS_TYPE]->(t)",
    # A vector of zeros has no cosine: the search must know it beforehand.
    "excerpts": _child("HAS_EXCERPT", "Excerpt", "(x:ContractClause {id: row.clause})")
    + " SET y.blank = row.blank WITH y, row CALL db.create.setNodeVectorProperty(y, 'embedding', row.embedding)",
    "candidates": _child("HAS_CANDIDATE", "Candidate", _AGREEMENT),
    "facts": _child("HAS_FACT", "Fact", _AGREEMENT),
    "passages": "UNWIND $rows AS row CREATE (p:Passage) SET p = row",
}


def write_batch(run: Run, batch: Sequence[Prepared]) -> None:
    """Put contracts that are not in the graph into it, within the caller's transaction."""
    for kind, statement in _STATEMENTS.items():
        rows = [row for prepared in batch for row in _rows(prepared, kind)]
        if rows:
            run(statement, {"rows": rows})


def _rows(prepared: Prepared, kind: str) -> Iterator[Mapping[str, object]]:
    key = {"contract_id": prepared.contract_id}
    if kind == "agreement":
        yield prepared.records.agreement
    elif kind == "passages":
        yield from prepared.passages
    elif kind == "excerpts":
        for row, vector in zip(prepared.records.excerpts, prepared.vectors, strict=True):
            yield {**row, "embedding": list(vector), "blank": None if any(vector) else True}
    else:
        for row in getattr(prepared.records, kind):
            yield {**row, **key}


def erase_batch(run: Run, ids: Sequence[str]) -> None:
    """Take contracts out of the graph, with the organizations and countries that nothing else needs."""
    key = {"ids": list(ids)}
    organizations = [
        row["id"]
        for row in run(
            "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE a.contract_id IN $ids "
            "RETURN DISTINCT o.id AS id",
            key,
        )
    ]
    countries = {
        str(row["code"])
        for row in run(
            "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) WHERE a.contract_id IN $ids "
            "RETURN DISTINCT c.code AS code",
            key,
        )
    }
    path = (
        "UNWIND $organizations AS id MATCH (:Organization {id: id})-[r:INCORPORATED_IN]->(c:Country) "
        "WHERE r.contract_id IN $ids "
    )
    more = {**key, "organizations": organizations}
    countries |= {str(row["code"]) for row in run(f"{path} RETURN DISTINCT c.code AS code", more)}
    run(f"{path} DELETE r", more)
    for label in ("Excerpt", "ContractClause", "Candidate", "Fact", "Passage", "Agreement"):
        run(f"MATCH (n:{label}) WHERE n.contract_id IN $ids DETACH DELETE n", key)
    run(
        "UNWIND $organizations AS id MATCH (o:Organization {id: id}) "
        "WHERE NOT EXISTS { MATCH (o)-[:IS_PARTY_TO]->(:Agreement) } DETACH DELETE o",
        more,
    )
    run(
        "UNWIND $codes AS code MATCH (c:Country {code: code}) "
        "WHERE NOT EXISTS { MATCH (:Agreement)-[:GOVERNED_BY_LAW]->(c) } "
        "AND NOT EXISTS { MATCH (:Organization)-[:INCORPORATED_IN]->(c) } DETACH DELETE c",
        {"codes": sorted(countries)},
    )
