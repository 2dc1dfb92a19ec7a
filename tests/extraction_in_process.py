"""An engine of jobs that reads the lab's cases in the test's own process, without workers."""

from __future__ import annotations

import json

from core.errors import WorkbenchError
from core.extraction.runs import unit
from core.jobs.engine import Completed, Errored, Event, Work
from core.jobs.views import Fault
from core.jobs.worker import RETRYABLE
from core.settings import settings


class InProcess:
    """An engine of jobs that reads a case where it stands."""

    capacity = 4
    trouble = None

    def __init__(self) -> None:
        self._events: list[Event] = []

    def submit(self, work: Work) -> None:
        try:
            result = json.loads(json.dumps(unit.extract_case(work.payload, work.blob, lambda _stage: None)))
            self._events.append(Completed(work.unit_id, work.token, result))
        except WorkbenchError as error:
            fault = Fault(error.code, str(error), {})
            self._events.append(Errored(work.unit_id, work.token, fault, isinstance(error, RETRYABLE), wait_s=0.0))

    def poll(self, timeout_s: float) -> list[Event]:
        events, self._events = self._events, []
        return events

    def wake(self) -> None: ...

    def cancel(self, unit_id: str, token: str) -> None: ...

    def close(self) -> None: ...


def closed_stores() -> None:
    """Close what reading a case keeps open in this process."""
    if unit._store.cache_info().currsize:
        unit._store(settings()).close()
    unit._store.cache_clear()
