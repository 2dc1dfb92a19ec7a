"""The engine of a program that does no work itself: `python -m core worker`, here or on other hosts, takes the units.

A worker leases from the ledger on its own and settles what it did, as every dispatcher does. What remains for the
program that submits is to take back the leases of workers that are gone, and to say when there is no worker at all.
"""

from __future__ import annotations

import queue
import time

from core.errors import ConfigError, StoreError
from core.jobs.engine import Event, Lost, Work, drained
from core.jobs.news import workers_present
from core.store import Store

_COUNTED_FOR_S = 3.0


class WorkersElsewhere:
    """An `Engine` that takes nothing."""

    def __init__(self, store: Store) -> None:
        """Raises:
        ConfigError: the store is on SQLite, which workers of other processes and hosts do not share.
        """
        require_postgresql(store)
        self._store = store
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._counted_at = float("-inf")
        self._trouble: str | None = None

    @property
    def capacity(self) -> int:
        """None of its own."""
        return 0

    @property
    def trouble(self) -> str | None:
        """`no_workers` while no worker is connected to the database; counted every few seconds."""
        if time.monotonic() - self._counted_at >= _COUNTED_FOR_S:
            try:
                with self._store.read() as session:
                    self._trouble = None if workers_present(session) else "no_workers"
            except StoreError as error:
                self._trouble = error.code
            self._counted_at = time.monotonic()
        return self._trouble

    def submit(self, work: Work) -> None:
        """Give a unit back at once."""
        self._events.put(Lost(work.unit_id, work.token))

    def poll(self, timeout_s: float) -> list[Event]:
        """Units that were given back."""
        return drained(self._events, timeout_s)

    def wake(self) -> None:
        """End a `poll` that waits."""
        self._events.put(None)

    def cancel(self, unit_id: str, token: str) -> None:
        """Nothing of it is here: its worker sees in the ledger that it was cancelled."""

    def close(self) -> None:
        """Nothing to free."""


def require_postgresql(store: Store) -> None:
    """Refuse a store that several hosts cannot share.

    Raises:
        ConfigError: it is on SQLite.
    """
    if store.dialect != "postgresql":
        raise ConfigError(
            "Workers take their units from PostgreSQL, and the store is an SQLite file, which one program at a time "
            "works on. Set DATABASE_URL to a PostgreSQL server, for the app and for every worker; on one machine "
            "JOBS_ENGINE=local needs no worker",
            name="DATABASE_URL",
        )
