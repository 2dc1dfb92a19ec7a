"""The statements that put a contract into the graph and take it out, one text for every backend.

Each step runs inside the caller's transaction. Look-ups go by one key a statement: a join over a list of keys makes
the embedded store scan whole tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.graph.projection.records import Records, clause_types, own_types
from core.graph.schema import DATES, NODES, RELATIONS
from core.graph.store import Row

Run = Callable[[str, Mapping[str, object]], list[Row]]

_PROPERTIES = {node.label: [name for name, _ in node.properties] for node in NODES}
_EDGE_PROPERTIES = {relation.type: [name for name, _ in relation.properties] for relation in RELATIONS}


def _map(names: Sequence[str], source: str) -> str:
    """Property map of a CREATE: `{title: row.title, …}`, days made dates."""
    return ", ".join(f"{name}: date({source}{name})" if name in DATES else f"{name}: {source}{name}" for name in names)


_CREATE_AGREEMENT = f"CREATE (:Agreement {{{_map(_PROPERTIES['Agreement'], '$')}}})"
_ORGANIZATION = "MERGE (o:Organization {id: $id}) ON CREATE SET o.name = $name"
_COUNTRY = "MERGE (c:Country {code: $code}) ON CREATE SET c.name = $name"
_CLAUSE_TYPE = (
    "MERGE (t:ClauseType {code: $code}) "
    "SET t.kind = $kind, t.name = $name, t.name_ja = $name_ja, t.group_code = $group_code"
)


def _edge(relation: str, source: str, target: str) -> str:
    # `source` and `target` are patterns such as `(x:Agreement {contract_id: $contract_id})`.
    return f"MATCH {source}, {target} CREATE (x)-[:{relation} {{{_map(_EDGE_PROPERTIES[relation], '$')}}}]->(y)"


_AGREEMENT = "(x:Agreement {contract_id: $contract_id})"
_TYPE = "(t:ClauseType {code: row.type})"
_PARTY = _edge("IS_PARTY_TO", "(x:Organization {id: $organization})", "(y:Agreement {contract_id: $contract_id})")
_INCORPORATED = _edge("INCORPORATED_IN", "(x:Organization {id: $organization})", "(y:Country {code: $country_code})")
_LAW = _edge("GOVERNED_BY_LAW", _AGREEMENT, "(y:Country {code: $country_code})")


def _child(relation: str, label: str) -> str:
    names = _EDGE_PROPERTIES[relation]
    edge = f" {{{_map(names, 'row.')}}}" if names else ""
    return f"CREATE (x)-[:{relation}{edge}]->(y:{label} {{{_map(_PROPERTIES[label], 'row.')}}})"


_EACH_TYPE = f"MATCH {_AGREEMENT} UNWIND $rows AS row MATCH {_TYPE} "
_VERDICTS = f"{_EACH_TYPE} CREATE (x)-[:CHECKED_FOR {{{_map(_EDGE_PROPERTIES['CHECKED_FOR'], 'row.')}}}]->(t)"
_CLAUSES = f"{_EACH_TYPE} {_child('HAS_CLAUSE', 'ContractClause')}-[:HAS_TYPE]->(t)"
_CANDIDATES = f"MATCH {_AGREEMENT} UNWIND $rows AS row {_child('HAS_CANDIDATE', 'Candidate')}"
_FACTS = f"MATCH {_AGREEMENT} UNWIND $rows AS row {_child('HAS_FACT', 'Fact')}"
# Every clause of the contract meets every excerpt of it: a few hundred pairs, cheaper than a statement a clause.
_EXCERPTS = (
    "MATCH (:Agreement {contract_id: $contract_id})-[:HAS_CLAUSE]->(x:ContractClause) "
    "UNWIND $rows AS row WITH x, row WHERE x.id = row.clause " + _child("HAS_EXCERPT", "Excerpt")
)


def write_clause_types(run: Run) -> None:
    """Put the categories into the graph."""
    for row in clause_types():
        run(_CLAUSE_TYPE, row)


def write(run: Run, records: Records, *, vector: str = "row.embedding", number: str = "row.confidence") -> None:
    """Put a contract that is not in the graph into it.

    Args:
        run: runs one statement.
        records: what to put in; its excerpts have an `embedding`.
        vector: the backend's expression that makes a vector of `row.embedding`.
        number: the backend's expression that makes a number of `row.confidence`, which may be nothing in every row.
    """
    contract_id = records.agreement["contract_id"]
    for own in own_types():
        run(_CLAUSE_TYPE, own)
    run(_CREATE_AGREEMENT, records.agreement)
    for row in records.organizations:
        run(_ORGANIZATION, row)
    for row in records.countries:
        run(_COUNTRY, row)
    for query, rows in ((_PARTY, records.parties), (_INCORPORATED, records.incorporations), (_LAW, records.laws)):
        for row in rows:
            run(query, {"contract_id": contract_id, **row})
    for query, rows in (
        (_VERDICTS.replace("row.confidence", number), records.verdicts),
        (_CLAUSES, records.clauses),
        (_CANDIDATES, records.candidates),
        (_FACTS, records.facts),
    ):
        if rows:
            run(query, {"contract_id": contract_id, "rows": rows})
    if records.excerpts:
        query = _EXCERPTS.replace("row.embedding", vector)
        run(query, {"contract_id": contract_id, "rows": records.excerpts})


def erase(run: Run, contract_id: str) -> None:
    """Take a contract out of the graph, with the organizations and countries that nothing else needs."""
    key = {"contract_id": contract_id}
    organizations = run(
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(:Agreement {contract_id: $contract_id}) RETURN DISTINCT o.id AS id",
        key,
    )
    countries = {
        str(row["code"])
        for row in run(
            "MATCH (:Agreement {contract_id: $contract_id})-[:GOVERNED_BY_LAW]->(c:Country) RETURN c.code AS code", key
        )
    }
    for row in organizations:
        found = {"id": row["id"], **key}
        path = "MATCH (:Organization {id: $id})-[r:INCORPORATED_IN {contract_id: $contract_id}]->(c:Country)"
        countries |= {str(edge["code"]) for edge in run(f"{path} RETURN c.code AS code", found)}
        run(f"{path} DELETE r", found)
    run(
        "MATCH (:Agreement {contract_id: $contract_id})-[:HAS_CLAUSE]->(:ContractClause)-[:HAS_EXCERPT]->(e:Excerpt) "
        "DETACH DELETE e",
        key,
    )
    for relation, label in (("HAS_CLAUSE", "ContractClause"), ("HAS_CANDIDATE", "Candidate"), ("HAS_FACT", "Fact")):
        run(
            f"MATCH (:Agreement {{contract_id: $contract_id}})-[:{relation}]->(n:{label}) DETACH DELETE n",
            key,
        )
    run("MATCH (a:Agreement {contract_id: $contract_id}) DETACH DELETE a", key)
    for row in organizations:
        run(
            "MATCH (o:Organization {id: $id}) WHERE NOT EXISTS { MATCH (o)-[:IS_PARTY_TO]->(:Agreement) } "
            "DETACH DELETE o",
            {"id": row["id"]},
        )
    for code in sorted(countries):
        run(
            "MATCH (c:Country {code: $code}) WHERE NOT EXISTS { MATCH (:Agreement)-[:GOVERNED_BY_LAW]->(c) } "
            "AND NOT EXISTS { MATCH (:Organization)-[:INCORPORATED_IN]->(c) } DETACH DELETE c",
            {"code": code},
        )
