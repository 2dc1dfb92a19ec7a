"""Graphs for tests that run on every backend: an empty one, or one that holds given contracts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from core.graph import GraphContract, GraphStore, temporary_graph
from core.settings import Settings


class EmbeddedShelf:
    """Every graph has a folder of its own."""

    def __init__(self, settings: Settings, opened: ExitStack) -> None:
        self.settings = settings
        self._opened = opened
        self._held: dict[str, GraphStore] = {}

    def new(self) -> AbstractContextManager[GraphStore]:
        """An empty graph."""
        return temporary_graph(self.settings)

    def holding(self, name: str, contracts: Sequence[GraphContract]) -> GraphStore:
        """A graph of just these contracts, which is only read; the same for the same name."""
        if name not in self._held:
            self._held[name] = self._opened.enter_context(self.new())
            self._held[name].project_many(contracts)
        return self._held[name]


class ServerShelf:
    """The server's one graph, emptied as needed: only the graph that was asked for last is good."""

    def __init__(self, settings: Settings, graph: GraphStore) -> None:
        self.settings = settings
        self._graph = graph
        self._name = ""

    @contextmanager
    def new(self) -> Iterator[GraphStore]:
        """An empty graph."""
        self._name = ""
        self._graph.clear()
        yield self._graph

    def holding(self, name: str, contracts: Sequence[GraphContract]) -> GraphStore:
        """A graph of just these contracts, which is only read; the same for the same name."""
        if name != self._name:
            self._graph.clear()
            self._graph.project_many(contracts)
            self._name = name
        return self._graph


Shelf = EmbeddedShelf | ServerShelf
