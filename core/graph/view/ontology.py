"""The schema as a picture: which kinds of things there are, how they are related, and how many of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx

from core.graph.schema import NODES, RELATIONS
from core.graph.store import GraphStore

_NOT_SHOWN = frozenset({"Meta"})


@dataclass(frozen=True, slots=True)
class Ontology:
    """Labels with the number of their nodes; relations (type, source, target) with the number of each."""

    labels: tuple[tuple[str, int], ...]
    relations: tuple[tuple[str, str, str, int], ...]


def ontology(graph: GraphStore) -> Ontology:
    """The schema with what the graph holds of it."""
    with graph.snapshot():
        labels = tuple(
            (node.label, _count(graph, f"MATCH (x:{node.label}) RETURN count(x) AS total"))
            for node in NODES
            if node.label not in _NOT_SHOWN
        )
        relations = tuple(
            (
                relation.type,
                relation.source,
                relation.target,
                _count(
                    graph,
                    f"MATCH (x:{relation.source})-[r:{relation.type}]->(y:{relation.target}) RETURN count(r) AS total",
                ),
            )
            for relation in RELATIONS
        )
    return Ontology(labels, relations)


def _count(graph: GraphStore, query: str) -> int:
    return int(str(graph.rows(query)[0]["total"]))


def on_a_ring(labels: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[str, tuple[float, float]]:
    """Places for a small schema: the label with most relations in the middle, the others on an ellipse around it.

    What is related lies side by side on the ring, so that few lines cross.
    """
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(labels)
    graph.add_edges_from((first, other) for first, other in pairs if first != other)
    middle = max(labels, key=lambda label: (graph.degree[label], -labels.index(label)))
    graph.remove_node(middle)
    ring: list[str] = []
    for part in sorted(nx.connected_components(graph), key=lambda part: min(map(labels.index, part))):
        first = min(part, key=lambda label: (graph.degree[label], labels.index(label)))
        ring += nx.dfs_preorder_nodes(graph, first, sort_neighbors=lambda nodes: sorted(nodes, key=labels.index))
    places = {middle: (0.0, 0.0)}
    for number, label in enumerate(ring):
        angle = 2 * math.pi * (number + 0.5) / len(ring) - math.pi / 2
        places[label] = (round(1.25 * math.cos(angle), 4), round(math.sin(angle), 4))
    return places
