"""A picture as GraphML, for other programs; no keys of ours, only words."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from core.graph.view.layout import Positions
from core.graph.view.picture import Picture


def graphml(picture: Picture, places: Positions, label_words: Mapping[str, str], type_words: Mapping[str, str]) -> str:
    """GraphML 1.0 with name, kind, schema label and place of each node, and the relation of each edge.

    Args:
        picture: what is shown.
        places: where its nodes lie.
        label_words: words for labels.
        type_words: words for relations.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    numbers = {node.ref: f"n{place}" for place, node in enumerate(picture.nodes, start=1)}
    for node, (x, y) in zip(picture.nodes, places, strict=True):
        graph.add_node(
            numbers[node.ref],
            name=node.name,
            kind=label_words.get(node.ref.label, node.ref.label),
            label=node.ref.label,
            x=x,
            y=y,
        )
    for edge in picture.edges:
        words = type_words.get(edge.type, edge.type)
        graph.add_edge(numbers[edge.source], numbers[edge.target], type=edge.type, relation=words)
    return "\n".join(nx.generate_graphml(graph)) + "\n"
