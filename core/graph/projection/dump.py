"""The whole graph in one canonical form, the same for every backend."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from core.graph.projection.writing import Run
from core.graph.schema import NODES, RELATIONS

_IDENTITY = ("schema", "embedder", "dimension")


def dump(run: Run) -> dict[str, list[str]]:
    """Rows of every label and relation type as sorted JSON; equal graphs give equal dumps."""
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
    identity = {f'"{name}"' for name in _IDENTITY}
    found["Meta"] = [row for row in found["Meta"] if any(name in row for name in identity)]
    return found


def dump_of_passages(rows: Iterable[object]) -> list[str]:
    """Passages as `[contract, page, start, end, text]`, in the same form."""
    return _canonical(rows)


def _canonical(rows: Iterable[object]) -> list[str]:
    return sorted(orjson.dumps(row, option=orjson.OPT_SORT_KEYS).decode() for row in rows)
