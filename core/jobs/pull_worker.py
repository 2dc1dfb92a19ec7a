"""A worker: takes units from the ledger on PostgreSQL, on any host, until it is told to end.

The same dispatcher and the same local pool as in the app: leases with tokens, extended while units run, one process
for each unit. Files travel in the database (`blobs`), so hosts need share no disk.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
from collections.abc import Callable

from core.jobs.dispatcher import Dispatcher
from core.jobs.ledger import Ledger
from core.jobs.local_pool import LocalPool
from core.jobs.news import Listener
from core.jobs.workers_elsewhere import require_postgresql
from core.logs import log
from core.settings import Settings

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def run_worker(ledger: Ledger, settings: Settings, *, on_ready: Callable[[], None] | None = None) -> None:
    """Work on the ledger's units until SIGTERM or SIGINT; call it from the main thread.

    Told to end, it begins nothing new and goes on for `drain_s` with what it has begun; what is then left goes back
    into the queue, uncharged. A second signal sends it back at once.

    Args:
        ledger: on PostgreSQL; the kinds of its units are registered.
        settings: `workers` units at the same time.
        on_ready: called once it takes units.

    Raises:
        ConfigError: the store is on SQLite.
    """
    require_postgresql(ledger.store)
    told: queue.SimpleQueue[int] = queue.SimpleQueue()  # the one that may be filled from a signal's handler
    before = {number: signal.signal(number, lambda came, _frame: told.put(came)) for number in _SIGNALS}
    listener = Listener(settings, ledger.submitted)
    dispatcher = Dispatcher(ledger, LocalPool(settings.workers, settings), settings)
    try:
        dispatcher.start()
        log(__name__).info("worker_works", slots=settings.workers)
        if on_ready is not None:
            on_ready()
        told.get()
        log(__name__).info("worker_drains", seconds=settings.drain_s)
        ending = threading.Thread(target=dispatcher.stop, kwargs={"drain_s": settings.drain_s}, name="job-drain")
        ending.start()
        while ending.is_alive():
            with contextlib.suppress(queue.Empty):
                told.get(timeout=0.1)
                dispatcher.hurry()
    finally:
        listener.stop()
        dispatcher.close()
        for number, handler in before.items():
            signal.signal(number, handler)
