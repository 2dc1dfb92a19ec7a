"""A graph's schema as data: all that the guard knows of a graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Backend = Literal["embedded", "neo4j"]
"""Where a query would run: in the embedded graph's dialect, or on a Neo4j server."""


@dataclass(frozen=True, slots=True)
class NodeLabel:
    """A label with its key and its properties (name, type)."""

    label: str
    key: str
    properties: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation type from one label to another, with its properties (name, type).

    `single` says where there is one only: "target" that a source leads to, "source" that leads to a target, or one
    relation between a "pair". Nothing means that two nodes may be joined by several.
    """

    type: str
    source: str
    target: str
    properties: tuple[tuple[str, str], ...] = ()
    single: Literal["source", "target", "pair"] | None = None


@dataclass(frozen=True)
class GraphSchema:
    """Labels and relation types of a graph, and which labels and properties no query may read."""

    nodes: tuple[NodeLabel, ...]
    relations: tuple[Relation, ...]
    hidden_labels: frozenset[str] = field(default=frozenset(), kw_only=True)
    hidden_properties: frozenset[str] = field(default=frozenset(), kw_only=True)

    @cached_property
    def node_properties(self) -> dict[str, frozenset[str]]:
        """Readable properties of each readable label, in the schema's order."""
        return {
            node.label: frozenset(name for name, _ in node.properties) - self.hidden_properties
            for node in self.nodes
            if node.label not in self.hidden_labels
        }

    @cached_property
    def relation_properties(self) -> dict[str, frozenset[str]]:
        """Readable properties of each relation type."""
        return {
            relation.type: frozenset(name for name, _ in relation.properties) - self.hidden_properties
            for relation in self.relations
        }

    @cached_property
    def property_types(self) -> tuple[tuple[str, str, str], ...]:
        """Label or relation type, property, type of its values: of all that may be read."""
        owned = [(node.label, node.properties) for node in self.nodes if node.label not in self.hidden_labels]
        owned += [(relation.type, relation.properties) for relation in self.relations]
        return tuple((owner, name, kind) for owner, properties in owned for name, kind in properties)
