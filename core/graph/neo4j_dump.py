"""The whole graph on Neo4j in the same canonical form as the embedded one's."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from core.graph.schema import NODES, RELATIONS
from core.graph.writing import Run

_IDENTITY = ("schema", "embedder", "dimension")


def dump(run: Run) -> dict[str, list[str]]:
    """Rows of every label and relation type, and of the passages, as sorted JSON; equal graphs give equal dumps."""
    found: dict[str, list[str]] = {}
    for node in NODES:
        columns = ", ".join(f"n.{name} AS {name}" for name, _ in node.properties)
        found[node.label] = _canonical(run(f"MATCH (n:{node.label}) RETURN {columns}", {}))
    keys = {node.label: node.key for node in NODES}
    for relation in RELATIONS:
        columns = "".join(f", r.{name} AS {name}" for name, _ in relation.properties)
        ends = f"x.{keys[relation.source]} AS source_key, y.{keys[relation.target]} AS target_key"
        path = f"(x:{relation.source})-[r:{relation.type}]->(y:{relation.target})"
        found[relation.type] = _canonical(run(f"MATCH {path} RETURN {ends}{columns}", {}))
    passages = run(
        "MATCH (p:Passage) RETURN p.contract_id AS contract_id, p.page AS page, p.start_offset AS start_offset, "
        "p.end_offset AS end_offset, p.text AS text",
        {},
    )
    found["passages"] = _canonical(list(row.values()) for row in passages)
    meta = run("MATCH (m:Meta) WHERE m.key IN $keys RETURN m.key AS key, m.value AS value", {"keys": list(_IDENTITY)})
    found["Meta"] = _canonical(meta)
    return found


def _canonical(rows: Iterable[object]) -> list[str]:
    return sorted(orjson.dumps(row, option=orjson.OPT_SORT_KEYS).decode() for row in rows)
