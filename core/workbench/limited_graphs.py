"""Graphs for people who may not see every contract: each is made of what its people may see, and of nothing else.

Names, counts, neighbours, what supersedes what, queries that a model wrote: all of it is right for them because nothing
else is there, on the embedded store and beside a Neo4j server alike. People of the same matters share one. They are
private files that follow the store, a few at a time, and are gone with the process.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from core.graph import Embedder, GraphStore, filled_graph
from core.graph.projection import organization_id
from core.parties import JoinedParty
from core.settings import Settings

_MOST = 4
_STILL_ASKED_S = 60.0
"""How long a graph that others took the place of stays open: somebody may be in the middle of an answer."""


@dataclass
class _Limited:
    graph: GraphStore | None = None
    closing: ExitStack = field(default_factory=ExitStack)
    turn: threading.RLock = field(default_factory=threading.RLock)
    left_at: float = 0.0

    def close(self) -> None:
        with self.turn:
            self.graph = None
            self.closing.close()


class LimitedGraphs:
    """The limited graphs of one process, by the matters that their people are members of."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings.model_copy(update={"neo4j_uri": None})
        self._open: OrderedDict[frozenset[str], _Limited] = OrderedDict()
        self._leaving: deque[_Limited] = deque()
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
        now = time.monotonic()
        with self._lock:
            known = self._open.setdefault(matters, _Limited())
            self._open.move_to_end(matters)
            for _ in range(len(self._open) - _MOST):
                leaving = self._open.popitem(last=False)[1]
                leaving.left_at = now
                self._leaving.append(leaving)
            gone = []
            while self._leaving and self._leaving[0].left_at <= now - _STILL_ASKED_S:
                gone.append(self._leaving.popleft())
        for limited in gone:
            limited.close()
        with known.turn:
            if known.graph is None:
                made = filled_graph(self._settings, follow, embedder=embedder())
                known.graph = known.closing.enter_context(made)
            else:
                follow(known.graph)
            return known.graph

    def close(self) -> None:
        """Let go of all of them."""
        with self._lock:
            closing = [*self._open.values(), *self._leaving]
            self._open.clear()
            self._leaving.clear()
        for limited in closing:
            limited.close()


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
