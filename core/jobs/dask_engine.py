"""An engine on a Dask cluster, used as a remote process pool only: the ledger decides what runs, and how often.

Dask neither retries nor schedules ahead: as many units are with it as it has threads, and each runs in a process of
its own beside the thread (`core.jobs.dask_task`). Whatever the cluster loses, a worker or its scheduler, is told as
lost, and the ledger queues it again; a thread of ours connects again for as long as it takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import queue
import threading
import time
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

import orjson

from core.errors import ConfigError
from core.jobs.engine import Errored, Event, Lost, Stage, Work, drained
from core.jobs.views import Fault
from core.logs import log
from core.settings import Settings

INSTALL = 'pip install "distributed==2026.8.0"'
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_CONNECT_S = 5.0
_COUNT_S = 1.0
_FETCH_S = 10.0

_log = log(__name__)


class DaskEngine:
    """An `Engine` that sends units to a Dask scheduler."""

    def __init__(self, settings: Settings) -> None:
        """Begins to connect in the background; `trouble` says whether it has.

        Raises:
            ConfigError: Dask is not installed, or the scheduler's address is missing, unreadable or open to others.
        """
        self._address = scheduler_address(settings)
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._running: dict[str, tuple[Work, Any]] = {}
        self._to_stop: queue.SimpleQueue[tuple[Work, Any] | None] = queue.SimpleQueue()
        self._client: Any = None
        self._threads = 0
        self._tried = False
        self._closing = threading.Event()
        self._keeper = threading.Thread(target=self._keep_connected, name="dask-keeper", daemon=True)
        self._keeper.start()

    @property
    def capacity(self) -> int:
        """Threads of the cluster's workers; 0 while it is away."""
        return self._threads

    @property
    def trouble(self) -> str | None:
        """`cluster_away` while the scheduler cannot be reached or has no worker; None before the first attempt."""
        return "cluster_away" if self._tried and not self._threads else None

    def submit(self, work: Work) -> None:
        """Send a unit."""
        from core.jobs.dask_task import do_unit

        client = self._client
        order = {name: value for name, value in asdict(work).items() if name != "blob"}
        try:
            if client is None:
                raise RuntimeError("not connected")
            future = client.submit(
                do_unit,
                orjson.dumps(order),
                work.blob,
                key=f"shinsa-{work.unit_id}-{work.token}",
                pure=False,
                retries=0,
            )
        except Exception as error:  # noqa: BLE001  # a client that is closing raises Exception itself
            _log.info("unit_not_sent", unit=work.unit_id, error=type(error).__name__)
            self._events.put(Lost(work.unit_id, work.token))
            return
        with self._lock:
            self._running[work.token] = (work, future)
        future.add_done_callback(lambda ended: self._report(work, ended))

    def poll(self, timeout_s: float) -> list[Event]:
        """What happened since the last call."""
        return drained(self._events, timeout_s)

    def wake(self) -> None:
        """End a `poll` that waits."""
        self._events.put(None)

    def cancel(self, unit_id: str, token: str) -> None:
        """Forget an attempt; its process is ended as soon as its worker hears of it."""
        with self._lock:
            running = self._running.pop(token, None)
        if running is not None:
            self._to_stop.put(running)

    def close(self) -> None:
        """Stop what runs on the cluster and disconnect."""
        with self._lock:
            tokens = list(self._running)
        for token in tokens:
            self.cancel("", token)
        self._closing.set()
        self._to_stop.put(None)
        self._keeper.join()

    def _report(self, work: Work, future: Any) -> None:
        """Tell how a unit ended; runs in a thread of Dask's client."""
        from distributed import KilledWorker

        from core.jobs.dask_task import decoded

        event: Event
        try:
            event = decoded(future.result(timeout=_FETCH_S))
        except (asyncio.CancelledError, TimeoutError, KilledWorker, OSError) as error:
            _log.info("unit_lost_by_dask", unit=work.unit_id, error=type(error).__name__)
            event = Lost(work.unit_id, work.token)
        except Exception as error:  # noqa: BLE001  # Dask hands on whatever went wrong in its workers
            # Such as a cluster that lacks this package: charged, so that it ends.
            _log.warning("unit_refused_by_dask", unit=work.unit_id, error=type(error).__name__)
            fault = Fault("unit_lost", f"The cluster could not do it: {type(error).__name__}", {})
            event = Errored(work.unit_id, work.token, fault, retryable=True)
        with self._lock:
            known = self._running.pop(work.token, None)
        if known is not None:
            self._events.put(event)

    def _keep_connected(self) -> None:
        """Connect, count the threads and stop what was cancelled, again and again; the keeper's thread."""
        counted_at = float("-inf")
        while True:
            try:
                if self._client is None and not self._closing.is_set():
                    self._connect()
                if self._client is not None and time.monotonic() - counted_at >= _COUNT_S:
                    self._threads = sum(self._client.nthreads().values())
                    counted_at = time.monotonic()
                    self._tried = True
                self._stop_cancelled()
            except Exception as error:  # noqa: BLE001  # a cluster may be away in every way that a network allows
                _log.info("dask_away", error=type(error).__name__)
                self._disconnect()
                self._tried = True
                self._closing.wait(_COUNT_S)
            if self._closing.is_set() and self._to_stop.empty():
                break
        self._disconnect()

    def _connect(self) -> None:
        import dask
        from distributed import Client

        from core.jobs.dask_task import STAGES

        # A file travels with its unit; Dask would say of each larger one that it should not.
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"})
        client = Client(self._address, timeout=_CONNECT_S, set_as_default=False, name="shinsa")
        client.subscribe_topic(STAGES, self._note_stage)
        self._client = client
        _log.info("dask_connected")

    def _disconnect(self) -> None:
        client, self._client, self._threads = self._client, None, 0
        with self._lock:
            lost, self._running = self._running, {}
        for work, _ in lost.values():
            self._events.put(Lost(work.unit_id, work.token))
        if client is not None:
            with contextlib.suppress(OSError, TimeoutError):
                client.close(timeout=_CONNECT_S)

    def _stop_cancelled(self) -> None:
        """End cancelled attempts on their workers; waits a little for the next one."""
        from core.jobs.dask_task import stop_unit

        with contextlib.suppress(queue.Empty):
            while (cancelled := self._to_stop.get(timeout=_COUNT_S)) is not None:
                work, future = cancelled
                if self._client is not None:
                    self._client.run(stop_unit, work.token, on_error="ignore")
                    future.cancel()

    def _note_stage(self, event: tuple[float, dict[str, str]]) -> None:
        told = event[1]  # Dask adds the worker's address
        with self._lock:
            known = told.get("token") in self._running
        if known:
            self._events.put(Stage(told["unit_id"], told["token"], told["stage"]))


def scheduler_address(settings: Settings) -> str:
    """The scheduler's address, fit to be used.

    Raises:
        ConfigError: Dask is not installed, or the address is missing, unreadable or open to others.
    """
    if importlib.util.find_spec("distributed") is None:
        raise ConfigError(
            f"JOBS_ENGINE=dask needs Dask's scheduler client. Install it: {INSTALL}",
            name="JOBS_ENGINE",
            command=INSTALL,
        )
    address = settings.dask_scheduler or ""
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("tcp", "tls") and parts.hostname and parts.port
    except ValueError:
        known = None
    if not known:
        raise ConfigError(
            "JOBS_ENGINE=dask needs DASK_SCHEDULER, such as tls://scheduler.example:8786 or tcp://127.0.0.1:8786",
            name="DASK_SCHEDULER",
        )
    if parts.scheme != "tls" and parts.hostname not in _LOOPBACK:
        raise ConfigError(
            "DASK_SCHEDULER: contracts travel to another machine, so its address must begin with tls:// (the "
            "certificates stand in Dask's own configuration, DASK_DISTRIBUTED__COMM__TLS__…)",
            name="DASK_SCHEDULER",
        )
    return address
