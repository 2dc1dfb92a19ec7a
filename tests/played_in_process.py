"""An engine that plays the optimizer's matches in the test's own process, without workers."""

from __future__ import annotations

import json

from core.errors import WorkbenchError
from core.jobs.engine import Completed, Errored, Event, Work
from core.jobs.views import Fault
from core.jobs.worker import RETRYABLE
from core.optimizer.runs.play import _store, play_match
from core.settings import settings


class Inline:
    """An engine that does a unit where it stands, so that a test can look at every step."""

    capacity = 4
    trouble = None

    def __init__(self) -> None:
        self._events: list[Event] = []

    def submit(self, work: Work) -> None:
        try:
            result = json.loads(json.dumps(play_match(work.payload, work.blob, lambda _stage: None)))
            self._events.append(Completed(work.unit_id, work.token, result))
        except WorkbenchError as error:
            fault = Fault(error.code, str(error), {})
            retryable = isinstance(error, RETRYABLE)
            self._events.append(Errored(work.unit_id, work.token, fault, retryable, wait_s=0.0))

    def poll(self, timeout_s: float) -> list[Event]:
        events, self._events = self._events, []
        return events

    def wake(self) -> None: ...

    def cancel(self, unit_id: str, token: str) -> None: ...

    def close(self) -> None: ...


def closed_stores() -> None:
    """Close what `play_match` keeps open in this process."""
    if _store.cache_info().currsize:
        _store(settings()).close()
    _store.cache_clear()
