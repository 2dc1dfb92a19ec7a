"""Values of the Neo4j driver as plain values."""

from __future__ import annotations

from datetime import date

import neo4j.graph
import neo4j.spatial
import neo4j.time

from core.graph.store import Cell

HIDDEN = frozenset({"embedding", "terms"})
"""Properties that are never shown as part of a node: they are large, and say nothing to a person."""


def plain(value: object) -> Cell:
    """A value without anything of the driver in it: days as `datetime.date`, other times and unknown types as text.

    A node or relation is its properties without those that are hidden, a path the list of its nodes and relations.
    """
    if isinstance(value, neo4j.graph.Path):
        steps: list[Cell] = [plain(value.nodes[0])] if value.nodes else []
        for relation, node in zip(value.relationships, value.nodes[1:], strict=True):
            steps += [plain(relation), plain(node)]
        return steps
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        return {name: plain(each) for name, each in sorted(value.items()) if name not in HIDDEN}
    if isinstance(value, neo4j.time.Date):
        return value.to_native()
    if isinstance(value, neo4j.time.DateTime | neo4j.time.Time | neo4j.time.Duration):
        return value.iso_format()
    if value is None or isinstance(value, str | bool | int | float | date):
        return value
    if isinstance(value, list | tuple) and not isinstance(value, neo4j.spatial.Point):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    return str(value)
