"""Graphs for people who may not see every contract: each is made of what its people may see, and of nothing else.

Names, counts, neighbours, what supersedes what, queries that a model wrote: all of it is right for them because nothing
else is there, on the embedded store and beside a Neo4j server alike. People of the same matters share one. They are
private files that follow the store, a few at a time, and are gone with the process.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from core.graph import Embedder, GraphStore, temporary_graph
from core.graph.projection import organization_id
from core.parties import JoinedParty
from core.settings import Settings

_MOST = 4


@dataclass
class _Limited:
    graph: GraphStore
    closing: ExitStack
    turn: threading.RLock = field(default_factory=threading.RLock)


class LimitedGraphs:
    """The limited graphs of one process, by the matters that their people are members of."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings.model_copy(update={"neo4j_uri": None})
        self._open: OrderedDict[frozenset[str], _Limited] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self, matters: frozenset[str], embedder: Callable[[], Embedder], follow: Callable[[GraphStore], None]
    ) -> GraphStore:
        """The graph of the members of some matters, up to date.

        Args:
            matters: all matters that they are members of.
            embedder: gives the vectors' maker.
            follow: brings a graph up to what whoever acts may see.

        Raises:
            GraphError: it could not be made or brought up to date.
        """
        with self._lock:
            known = self._open.get(matters)
            if known is None:
                closing = ExitStack()
                graph = closing.enter_context(temporary_graph(self._settings, embedder=embedder()))
                known = self._open[matters] = _Limited(graph, closing)
            self._open.move_to_end(matters)
            gone = [self._open.popitem(last=False)[1] for _ in range(len(self._open) - _MOST)]
        for limited in gone:
            with limited.turn:
                limited.closing.close()
        with known.turn:
            follow(known.graph)
        return known.graph

    def close(self) -> None:
        """Let go of all of them."""
        with self._lock:
            closing, self._open = list(self._open.values()), OrderedDict()
        for limited in closing:
            with limited.turn:
                limited.closing.close()


def joined_within(groups: list[JoinedParty], graph: GraphStore) -> list[JoinedParty]:
    """Names that a person joined into one party, as far as they are names of a graph's contracts; of two or more."""
    there = {str(row["id"]) for row in graph.rows("MATCH (o:Organization) RETURN o.id AS id")}
    found = []
    for group in groups:
        members = tuple(member for member in group.members if member.organization_id in there)
        if len(members) > 1:
            name = group.name if organization_id(group.name) in there else members[0].name
            found.append(replace(group, name=name, members=members))
    return found
