"""What a Dask worker does with a unit: hands it to a worker process of its own and waits.

The unit never runs in Dask's process. A unit that crashes ends its own process and is named for it, a deadline ends
what hangs, a cancelled unit is stopped, and what a process that has read hostile files says comes back as JSON, never
pickle.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import asdict

import orjson
from distributed import get_worker

from core.jobs.engine import Completed, Crashed, Errored, Event, Lost, Stage, Work
from core.jobs.local_pool import LocalPool
from core.jobs.views import Fault
from core.settings import settings

STAGES = "shinsa-stages"
"""Topic of Dask's events that says how far running units are."""
_LOOK_S = 0.2

Answer = tuple[bytes, bytes | None]
"""An event as JSON, and the result's bytes."""

_place = threading.local()
_stopped: deque[str] = deque(maxlen=10_000)


def do_unit(order: bytes, blob: bytes | None) -> Answer:
    """Do one attempt at a unit in the process that belongs to this thread.

    Args:
        order: the `Work` as JSON, without its bytes.
        blob: its bytes.
    """
    work = Work(**orjson.loads(order), blob=blob)
    pool: LocalPool | None = getattr(_place, "pool", None)
    if pool is None:
        pool = _place.pool = LocalPool(1, settings())
    pool.submit(work)
    while True:
        for event in pool.poll(_LOOK_S):
            if event.token != work.token:
                continue
            if not isinstance(event, Stage):
                return encoded(event)
            get_worker().log_event(STAGES, asdict(event))
        if work.token in _stopped:
            pool.cancel(work.unit_id, work.token)
            return encoded(Lost(work.unit_id, work.token))


def stop_unit(token: str) -> None:
    """Stop an attempt if it runs here; called beside Dask's own tasks."""
    _stopped.append(token)


def encoded(event: Event) -> Answer:
    """An event as it travels."""
    body = asdict(event)
    blob = body["result"].pop("blob", None) if isinstance(event, Completed) else None
    return orjson.dumps({"event": type(event).__name__, **body}), blob


def decoded(answer: Answer) -> Event:
    """The event that `encoded` was given.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    body, blob = answer
    told = orjson.loads(body)
    name = told.pop("event")
    if "fault" in told:
        told["fault"] = Fault.from_json(told["fault"])
    if blob is not None:
        told["result"]["blob"] = blob
    kinds: dict[str, type[Completed | Errored | Crashed | Lost]] = {
        kind.__name__: kind for kind in (Completed, Errored, Crashed, Lost)
    }
    return kinds[name](**told)
