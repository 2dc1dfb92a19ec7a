"""What a graph on Neo4j knows of itself, and how its writers, in however many processes, keep out of each other's way.

One node, `Meta {key: 'state'}`, is locked by every writing transaction, so writers come one after the other. Its value
counts those transactions. A process that follows the store first takes the lease on that node: it reads the store only
while it holds it, so no older state of a contract can overwrite a newer one. A lease that its holder cannot renew,
because it was killed, runs out.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from core.errors import GraphBusy
from core.graph.neo4j.connection import Neo4jConnection
from core.graph.projection.writing import Run

LEASE_MS = 120_000
WAIT_S = 60.0
"""How long a writer waits for another program's lease."""
_POLL_S = 0.2
_TOUCH = (
    "MERGE (m:Meta {key: 'state'}) SET m.value = toString(coalesce(toInteger(m.value), 0) + 1) "
    "SET m.until = CASE WHEN m.holder = $me THEN timestamp() + $lease ELSE m.until END "
    "RETURN m.holder AS holder, m.until > timestamp() AS held"
)
_TAKE = (
    "MERGE (m:Meta {key: 'state'}) SET m.touched = timestamp() WITH m "
    "WHERE m.holder IS NULL OR m.holder = $me OR m.until IS NULL OR m.until < timestamp() "
    "SET m.holder = $me, m.until = timestamp() + $lease RETURN m.holder AS holder"
)
_GIVE = "MATCH (m:Meta {key: 'state', holder: $me}) REMOVE m.holder, m.until"

_T = TypeVar("_T")


class _HeldElsewhere(Exception):
    """Another program holds the lease."""


class Writers:
    """This process's place among the writers of one graph."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection
        self._me = uuid.uuid4().hex
        self._lock = threading.RLock()
        self._depth = 0

    def write(self, work: Callable[[Run], _T]) -> _T:
        """Do some writing in one transaction that no other writer can come between.

        Raises:
            GraphBusy: another program kept the graph for too long.
            GraphError: the server refused.
        """

        def locked(run: Run) -> _T:
            state = run(_TOUCH, {"me": self._me, "lease": LEASE_MS})[0]
            if (state["holder"] != self._me and state["held"]) or (self._depth and state["holder"] != self._me):
                raise _HeldElsewhere
            return work(run)

        with self._lock:
            deadline = time.monotonic() + WAIT_S
            while True:
                try:
                    return self._connection.write(locked)
                except _HeldElsewhere:
                    if self._depth or time.monotonic() > deadline:
                        raise _busy() from None
                time.sleep(_POLL_S)

    @contextmanager
    def lease(self) -> Iterator[None]:
        """While held, no other program writes.

        Raises:
            GraphBusy: another program kept the graph for too long.
        """
        with self._lock:
            if not self._depth:
                self._take()
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if not self._depth:
                    self._connection.write(lambda run: run(_GIVE, {"me": self._me}))

    def _take(self) -> None:
        deadline = time.monotonic() + WAIT_S
        while not self._connection.write(lambda run: run(_TAKE, {"me": self._me, "lease": LEASE_MS})):
            if time.monotonic() > deadline:
                raise _busy()
            time.sleep(_POLL_S)

    @contextmanager
    def still(self) -> Iterator[None]:
        """While held, nobody writes, neither this process nor another; readers go on."""
        with self._lock, self._connection.session(access="WRITE") as session, session.begin_transaction() as opened:
            # Rolled back at the end: the lock is all that is wanted.
            opened.run("MERGE (m:Meta {key: 'state'}) SET m.touched = timestamp()").consume()
            yield

    def changes(self) -> int:
        """How many writing transactions the graph has seen."""
        query = "MATCH (m:Meta {key: 'state'}) RETURN m.value AS value"
        rows = self._connection.read(lambda run: run(query, {}))
        return int(str(rows[0]["value"] or 0)) if rows else 0


def _busy() -> GraphBusy:
    return GraphBusy("Another program is bringing the graph up to date", reason="following")
