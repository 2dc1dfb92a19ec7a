"""What does the units' work: anything that takes work, tells what became of it and can be stopped.

An engine keeps no truth. It may lose everything at any moment; the ledger's leases and tokens make up for it.
"""

from __future__ import annotations

import queue
from dataclasses import dataclass
from typing import Any, Protocol

from core.jobs.views import Fault


@dataclass(frozen=True)
class Work:
    """One attempt at a unit. `token` names the attempt; `deadline_s` is the longest it may run."""

    unit_id: str
    token: str
    function: str
    payload: dict[str, Any]
    blob: bytes | None
    deadline_s: float


@dataclass(frozen=True)
class Completed:
    """The function returned; `result` may hold bytes under "blob"."""

    unit_id: str
    token: str
    result: dict[str, Any]


@dataclass(frozen=True)
class Errored:
    """The function raised. `wait_s` is how long the raiser asked to wait before another attempt."""

    unit_id: str
    token: str
    fault: Fault
    retryable: bool
    wait_s: float | None = None


@dataclass(frozen=True)
class Crashed:
    """The process that did this unit died or had to be ended because of it."""

    unit_id: str
    token: str
    fault: Fault


@dataclass(frozen=True)
class Lost:
    """The engine lost the unit through no fault of the unit."""

    unit_id: str
    token: str


@dataclass(frozen=True)
class Stage:
    """How far a running unit is."""

    unit_id: str
    token: str
    stage: str


Event = Completed | Errored | Crashed | Lost | Stage


def drained(events: queue.SimpleQueue[Event | None], timeout_s: float) -> list[Event]:
    """All that is in a queue of events; waits up to `timeout_s` for the first. None in it only ends the wait."""
    found: list[Event] = []
    try:
        first = events.get(timeout=timeout_s) if timeout_s > 0 else events.get_nowait()
        found += [] if first is None else [first]
        while True:
            event = events.get_nowait()
            found += [] if event is None else [event]
    except queue.Empty:
        return found


class Engine(Protocol):
    """A place where units are done. One dispatcher uses it, from one thread; `wake` may come from any thread."""

    @property
    def capacity(self) -> int:
        """Units that may be with the engine at once."""
        ...

    @property
    def trouble(self) -> str | None:
        """Key of the wording for why nothing can be done at present, `no_workers` or `cluster_away`; None if well."""
        ...

    def submit(self, work: Work) -> None:
        """Take a unit; never blocks on the unit."""
        ...

    def poll(self, timeout_s: float) -> list[Event]:
        """What happened since the last call; waits up to `timeout_s` for something to happen."""
        ...

    def wake(self) -> None:
        """End a `poll` that waits."""
        ...

    def cancel(self, unit_id: str, token: str) -> None:
        """Stop an attempt where possible; nothing of it is reported any more after this returns."""
        ...

    def close(self) -> None:
        """Stop all work and free everything."""
        ...
