"""The organizations of a graph, kept in memory until the graph changes: every search by name looks at all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from core.graph.kept import Kept
from core.graph.name_index import NameIndex
from core.graph.records import plain_name
from core.graph.store import Cell, GraphStore
from core.names import normal_name


@dataclass(frozen=True, slots=True)
class Organizations:
    """All organizations of one state of a graph: keys by name, the names as written, and what finds them."""

    keys: dict[str, Cell]
    names: tuple[str, ...]
    index: NameIndex


def organizations(graph: GraphStore) -> Organizations:
    """The organizations of a graph as it is now.

    Raises:
        GraphError: the graph refused.
    """
    return _KEPT.of(graph)


def _organizations(graph: GraphStore) -> Organizations:
    rows = graph.rows("MATCH (o:Organization) RETURN o.id AS id, o.name AS name")
    keys = {str(row["name"]): row["id"] for row in rows}
    return Organizations(keys, tuple(keys), NameIndex([compared(name) for name in keys]))


_KEPT = Kept(_organizations)


@lru_cache(maxsize=200_000)
def compared(name: str) -> str:
    """A name in the form in which names are compared."""
    return normal_name(plain_name(name))
