"""The statements that put a knowledge entry into the graph and take it out.

An entry is a node linked to the clause types and agreement types that it applies to.
"""

from __future__ import annotations

from core.graph.projection.entry import GraphEntry
from core.graph.projection.records import Properties, clean
from core.graph.projection.writing import Run
from core.graph.schema import NODES

_NAMES = [name for node in NODES if node.label == "KnowledgeEntry" for name, _ in node.properties]
_CREATE = f"CREATE (:KnowledgeEntry {{{', '.join(f'{name}: ${name}' for name in _NAMES)}}})"
_TYPE = "MERGE (t:AgreementType {code: $code}) SET t.name = $name, t.name_ja = $name_ja"
_ABOUT = "MATCH (k:KnowledgeEntry {id: $id}), (t:ClauseType {code: $code}) CREATE (k)-[:ABOUT_CLAUSE]->(t)"
_APPLIES = "MATCH (k:KnowledgeEntry {id: $id}), (t:AgreementType {code: $code}) CREATE (k)-[:APPLIES_TO]->(t)"
_UNUSED = (
    "MATCH (t:AgreementType {code: $code}) "
    "WHERE NOT EXISTS { MATCH (:KnowledgeEntry)-[:APPLIES_TO]->(t) } DETACH DELETE t"
)


def write_entry(run: Run, entry: GraphEntry) -> None:
    """Put an entry that is not in the graph into it, within the caller's transaction."""
    row: Properties = {
        "id": entry.id,
        "number": entry.number,
        "title": clean(entry.title),
        "severity": entry.severity,
        "problem": clean(entry.problem),
        "risk": clean(entry.risk),
        "recommended_clause": clean(entry.recommended_clause),
        "walk_away": clean(entry.walk_away),
        "fallback_positions": [clean(position) or "" for position, _ in entry.fallbacks],
        "fallback_clauses": [clean(clause) or "" for _, clause in entry.fallbacks],
    }
    run(_CREATE, row)
    for code in entry.clause_types:
        run(_ABOUT, {"id": entry.id, "code": code})
    for kind in entry.agreement_types:
        run(_TYPE, {"code": clean(kind.code), "name": clean(kind.name), "name_ja": clean(kind.name_ja)})
        run(_APPLIES, {"id": entry.id, "code": clean(kind.code)})


def erase_entry(run: Run, entry_id: str) -> bool:
    """Take an entry out of the graph, with the agreement types that nothing else needs; False when it was not there."""
    key = {"id": entry_id}
    if not run("MATCH (k:KnowledgeEntry {id: $id}) RETURN k.id AS id", key):
        return False
    kinds = run("MATCH (:KnowledgeEntry {id: $id})-[:APPLIES_TO]->(t:AgreementType) RETURN t.code AS code", key)
    run("MATCH (k:KnowledgeEntry {id: $id}) DETACH DELETE k", key)
    for kind in kinds:
        run(_UNUSED, {"code": kind["code"]})
    return True
