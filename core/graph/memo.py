"""What was read from a graph and worked out, kept in memory until the graph changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from core.graph.store import GraphStore

_T = TypeVar("_T")


class GraphMemo(Generic[_T]):
    """One value for each graph, of its state as it is now. What is kept is shared by all callers: never change it."""

    def __init__(self, read: Callable[[GraphStore], _T]) -> None:
        """Nothing yet; `read` makes the value from a graph."""
        self._read = read
        self._held: WeakKeyDictionary[GraphStore, tuple[int, _T]] = WeakKeyDictionary()
        self._guard = threading.Lock()

    def of(self, graph: GraphStore) -> _T:
        """The value of a graph.

        Raises:
            GraphError: the graph refused.
        """
        # Asked before the reading: a change that comes in between makes the value old, and it is read again.
        change = graph.changes()
        with self._guard:
            held = self._held.get(graph)
        if held is not None and held[0] == change:
            return held[1]
        value = self._read(graph)
        with self._guard:
            self._held[graph] = change, value
        return value
