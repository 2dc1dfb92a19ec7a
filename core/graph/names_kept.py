"""The organizations of a graph, kept in memory until the graph changes: every search by name looks at all of them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from weakref import WeakKeyDictionary

from core.graph.records import plain_name
from core.graph.store import Cell, GraphStore
from core.names import normal_name


@dataclass(frozen=True, slots=True)
class Organizations:
    """All organizations of one state of a graph: keys by name, and the names as written and for comparing."""

    change: int
    keys: dict[str, Cell]
    names: tuple[str, ...]
    normal: tuple[str, ...]


_KEPT: WeakKeyDictionary[GraphStore, Organizations] = WeakKeyDictionary()
_GUARD = threading.Lock()


def organizations(graph: GraphStore) -> Organizations:
    """The organizations of a graph as it is now.

    Raises:
        GraphError: the graph refused.
    """
    change = graph.changes()
    with _GUARD:
        kept = _KEPT.get(graph)
    if kept is not None and kept.change == change:
        return kept
    keys = {
        str(row["name"]): row["id"] for row in graph.rows("MATCH (o:Organization) RETURN o.id AS id, o.name AS name")
    }
    made = Organizations(change, keys, tuple(keys), tuple(map(compared, keys)))
    with _GUARD:
        _KEPT[graph] = made
    return made


@lru_cache(maxsize=200_000)
def compared(name: str) -> str:
    """A name in the form in which names are compared."""
    return normal_name(plain_name(name))
