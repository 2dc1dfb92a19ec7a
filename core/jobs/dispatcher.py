"""The dispatcher: the one loop that moves units between the ledger and an engine, whatever the engine is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from sqlalchemy import select

from core import logs
from core.errors import BadArguments, StoreError
from core.jobs import leases
from core.jobs.engine import Engine, Errored, Event, Lost, Stage, Work
from core.jobs.leases import Lease, LeaseTerms
from core.jobs.ledger import Ledger
from core.jobs.owner import this_owner
from core.jobs.registry import function_of, kinds
from core.jobs.settle import settle
from core.jobs.tables import BLOBS
from core.jobs.views import Fault, Progress
from core.settings import Settings

_BUSY_POLL_S = 0.2
_IDLE_POLL_S = 1.0
_WATCH_S = 0.5  # how soon a cancelled unit is stopped and a stage is shown
_SHOW_S = 0.2  # how often progress is counted
_GIVE_UP_S = 30.0  # how long `run_until_done` goes on while the store refuses

_log = logs.log(__name__)


class Dispatcher:
    """Runs the ledger's units on an engine. Several may work on one store, in one process or in many."""

    def __init__(self, ledger: Ledger, engine: Engine, settings: Settings) -> None:
        self._ledger = ledger
        self._store = ledger.store
        self._engine = engine
        self._settings = settings
        self._owner = this_owner()
        self._held: dict[str, str] = {}  # unit → token of the attempt that the engine has
        self._trouble: str | None = None
        self._told: str | None = None
        self._unsettled: list[Event] = []
        self._stages: dict[tuple[str, str], str] = {}
        self._extended_at = self._watched_at = float("-inf")
        self._stopping = threading.Event()
        self._drain_until = float("inf")
        self._thread: threading.Thread | None = None

    def run_until_done(self, batch_id: str, on_progress: Callable[[Progress], None] | None = None) -> Progress:
        """Run the units of one batch in this thread until none is queued or running, here or elsewhere.

        Args:
            batch_id: of the batch.
            on_progress: called in this thread with the progress, whenever it changed.

        Returns:
            The progress at the end.

        Raises:
            NotFound: no such batch.
            BadArguments: no function is registered for its kind, or the background thread runs.
            StoreError: the store refused for longer than we go on trying.
        """
        if self.running:
            raise BadArguments("This dispatcher runs in the background already; watch the batch's progress")
        function_of(self._ledger.progress(batch_id).kind)
        shown: Progress | None = None
        counted_at, well_at = float("-inf"), time.monotonic()
        try:
            while True:
                try:
                    self._step(batch_id)
                    if self._held and time.monotonic() - counted_at < _SHOW_S:
                        continue
                    progress = self._ledger.progress(batch_id)
                except StoreError as error:
                    _log.warning("store_refuses", code=error.code, reason=str(error))
                    if time.monotonic() - well_at > _GIVE_UP_S:
                        raise
                    time.sleep(_BUSY_POLL_S)
                    continue
                counted_at = well_at = time.monotonic()
                self._tell_of(self._engine.trouble)
                if on_progress is not None and progress != shown:
                    on_progress(progress)
                    shown = progress
                if progress.finished:
                    return progress
                self._rest(_BUSY_POLL_S)
        finally:
            self._let_go()

    def start(self) -> None:
        """Run all batches in a background thread, until `stop`. Starting twice is starting once."""
        if self.running:
            return
        self._stopping.clear()
        self._drain_until = float("inf")
        self._thread = threading.Thread(target=self._run, name="job-dispatcher", daemon=True)
        self._thread.start()

    def stop(self, *, drain_s: float = 0.0) -> None:
        """End the background thread; units that run are stopped and queued again, uncharged.

        Args:
            drain_s: how long units that have begun may go on, before that; no new ones begin.
        """
        self._drain_until = time.monotonic() + drain_s
        self._stopping.set()
        self._engine.wake()
        self._ledger.submitted.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def hurry(self) -> None:
        """Let a `stop` that still drains end now. May come from any thread."""
        self._drain_until = float("-inf")
        self._engine.wake()

    @property
    def trouble(self) -> str | None:
        """Code of the store's refusal or the engine's trouble for which nothing goes on; None while all is well."""
        return self._trouble if self.running else None

    def close(self) -> None:
        """Stop, and close the engine."""
        self.stop()
        self._engine.close()

    @property
    def running(self) -> bool:
        """Whether the background thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopping.is_set() or (self._held and time.monotonic() < self._drain_until):
            try:
                self._step(None)
                self._trouble = self._engine.trouble
                self._tell_of(self._trouble)
            except StoreError as error:
                self._trouble = error.code
                _log.warning("store_refuses", code=error.code, reason=str(error))
                self._pause()
            except Exception as error:  # noqa: BLE001  # the job runner must outlive whatever one step meets
                _log.exception("dispatcher_step_failed", reference=logs.new_reference(), error=type(error).__name__)
                self._pause()
            self._rest(_IDLE_POLL_S)
        self._let_go()

    def _pause(self) -> None:
        if self._stopping.wait(_IDLE_POLL_S):
            time.sleep(_BUSY_POLL_S)

    def _tell_of(self, trouble: str | None) -> None:
        """Log the engine's trouble when it comes, not all the time that it lasts."""
        if trouble is not None and trouble != self._told:
            _log.warning("engine_in_trouble", code=trouble)
        self._told = trouble

    def _rest(self, wait_s: float) -> None:
        if not self._held and not self._unsettled and self._ledger.submitted.wait(wait_s):
            self._ledger.submitted.clear()

    def _step(self, batch: str | None) -> None:
        """One turn of the loop. When the store refuses, nothing that the engine reported is lost."""
        if self._held:
            self._take_in(self._engine.poll(0.0 if self._unsettled else _BUSY_POLL_S))
        now = time.monotonic()
        if now - self._extended_at >= self._settings.lease_s / 5:
            with self._store.write() as session:
                valid = leases.extend(session, self._held.items(), self._settings.lease_s)
                freed = leases.reap(session, self._settings.lease_s)
            self._extended_at = now
            self._drop_all_but(valid)
            if freed:
                _log.warning("leases_taken_back", units=freed)
        if self._held and now - self._watched_at >= _WATCH_S:
            self._watch()
            self._watched_at = now
        self._exchange(batch)

    def _take_in(self, events: Iterable[Event]) -> None:
        for event in events:
            if self._held.get(event.unit_id) != event.token:
                continue
            if isinstance(event, Stage):
                self._stages[event.unit_id, event.token] = event.stage
            else:
                self._unsettled.append(event)

    def _watch(self) -> None:
        with self._store.read() as session:
            valid = leases.valid_tokens(session, self._held.items())
        self._drop_all_but(valid)
        if self._stages:
            with self._store.write() as session:
                leases.report_stages(session, self._stages)
            self._stages = {}

    def _drop_all_but(self, valid: set[str]) -> None:
        for unit_id, token in list(self._held.items()):
            if token not in valid:
                self._engine.cancel(unit_id, token)
                del self._held[unit_id]
                self._stages.pop((unit_id, token), None)
        self._unsettled = [event for event in self._unsettled if event.token in valid]

    def _exchange(self, batch: str | None) -> None:
        """Settle what ended and lease what fits, in one transaction; then hand the new units to the engine."""
        room = 0 if self._stopping.is_set() else self._engine.capacity - len(self._held) + len(self._unsettled)
        terms = LeaseTerms(self._owner, kinds(), self._settings.lease_s, self._settings.unit_deadline_s)
        if not self._unsettled:
            with self._store.read() as session:
                if room <= 0 or not leases.work_waits(session, terms.kinds, batch):
                    return
        with self._store.write() as session:
            settle(session, self._unsettled, self._settings.max_crashes)
            leased = leases.lease(session, terms, room, batch) if room > 0 else []
        for event in self._unsettled:
            self._held.pop(event.unit_id, None)
            self._stages.pop((event.unit_id, event.token), None)
        self._unsettled = []
        self._held.update((held.unit.id, held.token) for held in leased)
        self._hand_over(leased)

    def _hand_over(self, leased: list[Lease]) -> None:
        for held in leased:
            unit, token = held.unit, held.token
            blob = None
            if unit.blob_sha256 is not None:
                try:
                    with self._store.read() as session:
                        blob = session.scalar(select(BLOBS.c.body).where(BLOBS.c.sha256 == unit.blob_sha256))
                except StoreError:
                    self._unsettled.append(Lost(unit.id, token))
                    continue
                if blob is None:
                    fault = Fault("not_found", f"The file {unit.blob_sha256} is not in the store", {"kind": "file"})
                    self._unsettled.append(Errored(unit.id, token, fault, retryable=False))
                    continue
            function = function_of(unit.kind).dotted
            self._engine.submit(Work(unit.id, token, function, unit.payload, blob, self._settings.unit_deadline_s))

    def _let_go(self) -> None:
        """Stop what the engine still does and queue it again; keep what it has finished."""
        for unit_id, token in self._held.items():
            self._engine.cancel(unit_id, token)
        try:
            with self._store.write() as session:
                settle(session, self._unsettled, self._settings.max_crashes)
                leases.give_back(session, self._held.items())
        except StoreError as error:
            _log.warning("leases_left_to_run_out", units=len(self._held), reason=str(error))
        self._held, self._unsettled, self._stages = {}, [], {}
