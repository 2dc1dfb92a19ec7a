"""Nodes and relations read from the graph, bounded; queries that the embedded store and Neo4j both understand.

A condition never stands on a relation's property together with a second hop: the embedded store loses it silently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from core.graph.store import GraphStore, Row
from core.graph.view.labels import name_of
from core.graph.view.node_kinds import KINDS, WAYS, Direction, Ref, Way, ways_of
from core.wording import Language

MOST_READ = 10_000
"""Most neighbours of one node over one relation that are looked at."""
MOST_EDGES = 1_500
"""Most relations of one type that a picture holds."""


@dataclass(frozen=True, slots=True)
class Named:
    """A node with its name."""

    ref: Ref
    name: str


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """A relation between two nodes of a picture, from source to target."""

    source: Ref
    target: Ref
    type: str


def named(graph: GraphStore, refs: Collection[Ref], language: Language) -> dict[Ref, str]:
    """Names of those of the nodes that are in the graph."""
    found: dict[Ref, str] = {}
    for label, keys in _by_label(refs).items():
        kind = KINDS[label]
        rows = graph.rows(
            f"MATCH (x:{label}) WHERE x.{kind.key} IN $keys RETURN {kind.columns('x')}", {"keys": sorted(keys)}
        )
        found |= {Ref(label, str(row["key"])): name_of(label, row, language) for row in rows}
    return found


def neighbours(
    graph: GraphStore, ref: Ref, *, labels: Collection[str], scope: frozenset[str] | None, language: Language
) -> list[Named]:
    """Neighbours of a node, contracts first, by name within a label.

    Args:
        graph: where to read.
        ref: the node.
        labels: labels of neighbours that are wanted.
        scope: contracts that are wanted, None for all; a neighbour of another label always is.
        language: of the names.
    """
    found: dict[Ref, str] = {}
    for way, direction in ways_of(ref.label):
        label = way.target if direction == "out" else way.source
        if label in labels:
            for row in _far_ends(graph, way, direction, ref, MOST_READ):
                far = Ref(label, str(row["key"]))
                if _wanted(far, scope):
                    found.setdefault(far, name_of(label, row, language))
    order = list(KINDS)
    ranked = sorted(found.items(), key=lambda item: (order.index(item[0].label), item[1], item[0].key))
    return [Named(far, name) for far, name in ranked]


def _far_ends(graph: GraphStore, way: Way, direction: Direction, ref: Ref, limit: int) -> list[Row]:
    near, far = ("x", "y") if direction == "out" else ("y", "x")
    own, kind = KINDS[ref.label], KINDS[way.target if direction == "out" else way.source]
    return graph.rows(
        f"MATCH {way.pattern} WHERE {way.where}{near}.{own.key} = $key RETURN DISTINCT {kind.columns(far)} "
        f"ORDER BY name_0, key LIMIT {limit:d}",
        {"key": ref.key},
    )


def _wanted(ref: Ref, scope: frozenset[str] | None) -> bool:
    return scope is None or ref.label != "Agreement" or ref.key in scope


def edges_among(graph: GraphStore, refs: Collection[Ref]) -> list[PictureEdge]:
    """Relations among nodes, in one order that depends on them alone; at most `MOST_EDGES` of a type."""
    keys = _by_label(refs)
    found = []
    for way in WAYS:
        if way.source not in keys or way.target not in keys:
            continue
        source, target = KINDS[way.source], KINDS[way.target]
        rows = graph.rows(
            f"MATCH {way.pattern} WHERE {way.where}x.{source.key} IN $sources AND y.{target.key} IN $targets "
            f"RETURN DISTINCT x.{source.key} AS source, y.{target.key} AS target "
            f"ORDER BY source, target LIMIT {MOST_EDGES:d}",
            {"sources": sorted(keys[way.source]), "targets": sorted(keys[way.target])},
        )
        found += [
            PictureEdge(Ref(way.source, str(row["source"])), Ref(way.target, str(row["target"])), way.type)
            for row in rows
        ]
    return found


_TYPES_USED = (
    "MATCH (x:ClauseType) WHERE x.kind = 'clause' AND EXISTS { MATCH (:ContractClause)-[:HAS_TYPE]->(x) } "
    "RETURN count(x) AS total"
)
_WITHIN = {
    "Organization": "MATCH (x:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE a.contract_id IN $scope "
    "RETURN count(DISTINCT x.id) AS total",
    "Country": "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(x:Country) WHERE a.contract_id IN $scope "
    "RETURN count(DISTINCT x.code) AS total",
    "ClauseType": "MATCH (a:Agreement)-[:HAS_CLAUSE]->(:ContractClause)-[:HAS_TYPE]->(x:ClauseType) "
    "WHERE a.contract_id IN $scope AND x.kind = 'clause' RETURN count(DISTINCT x.code) AS total",
}


def totals(graph: GraphStore, scope: frozenset[str] | None) -> dict[str, int]:
    """How many nodes of each label there are: contracts within the scope, their parties, laws and clause types.

    Labels that do not belong to single contracts, and excerpts, are counted in the whole graph.
    """
    counted = {}
    for label in KINDS:
        if scope is not None and label == "Agreement":
            counted[label] = len(scope)
        elif scope is not None and label in _WITHIN:
            counted[label] = _total(graph.rows(_WITHIN[label], {"scope": sorted(scope)}))
        elif label == "ClauseType":
            counted[label] = _total(graph.rows(_TYPES_USED))
        else:
            counted[label] = _total(graph.rows(f"MATCH (x:{label}) RETURN count(x) AS total"))
    return counted


def _total(rows: list[Row]) -> int:
    return int(str(rows[0]["total"]))


def _by_label(refs: Iterable[Ref]) -> Mapping[str, set[str]]:
    keys: dict[str, set[str]] = {}
    for ref in refs:
        keys.setdefault(ref.label, set()).add(ref.key)
    return keys
