"""The default engine: worker processes of this host, one pipe and one driving thread each.

Not `ProcessPoolExecutor`: there one crash breaks the whole pool and says nothing about who caused it. Here a
process does one unit at a time, so its death, or its silence beyond the deadline, is that unit's.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from types import TracebackType
from typing import Literal, Self

from core.ipc import Message
from core.jobs.engine import Completed, Crashed, Errored, Event, Stage, Work, drained
from core.jobs.views import Fault
from core.jobs.worker_process import WorkerProcess
from core.logs import log
from core.settings import Settings

IDLE_S = 120.0  # after this long without work a process is let go, and its memory with it
_STARTS = 3
_START_S = 60.0  # for a new process to begin, on a machine that is busy with other things
# Units that take a millisecond would wait for the dispatcher's commits; some are kept ready for this long.
_AHEAD_S = 0.05
_AHEAD_MOST = 16

_Ending = Literal["cancelled", "hung"]


class LocalPool:
    """An `Engine` of `workers` processes, started when there is work."""

    def __init__(self, workers: int, settings: Settings) -> None:
        self._settings = settings
        self._condition = threading.Condition()
        self._pending: deque[Work] = deque()
        self._closed = False
        self._pace_s = 1.0
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._slots = [_Slot(self) for _ in range(workers)]

    @property
    def capacity(self) -> int:
        """One unit for each process and one ready, more while units are shorter than the dispatcher's own work."""
        ahead = min(_AHEAD_MOST, max(1, round(_AHEAD_S / self._pace_s)))
        return len(self._slots) * (1 + ahead)

    @property
    def trouble(self) -> str | None:
        """None: it starts its processes itself."""
        return None

    def submit(self, work: Work) -> None:
        """Take a unit."""
        with self._condition:
            self._pending.append(work)
            self._condition.notify()

    def poll(self, timeout_s: float) -> list[Event]:
        """What happened since the last call; ends units that are over their deadline."""
        for slot in self._slots:
            slot.end_if_hung()
        return drained(self._events, timeout_s)

    def wake(self) -> None:
        """End a `poll` that waits."""
        self._events.put(None)

    def cancel(self, unit_id: str, token: str) -> None:
        """Drop a waiting attempt, or kill the process of a running one; its siblings go on."""
        with self._condition:
            waiting = next((work for work in self._pending if work.token == token), None)
            if waiting is not None:
                self._pending.remove(waiting)
                return
        for slot in self._slots:
            slot.end_if(token, "cancelled")

    def close(self) -> None:
        """Kill every worker and wait until they are gone."""
        with self._condition:
            self._closed = True
            self._pending.clear()
            self._condition.notify_all()
        for slot in self._slots:
            slot.end_if(None, "cancelled")
        for slot in self._slots:
            slot.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    @property
    def settings(self) -> Settings:
        """The settings that the workers get."""
        return self._settings

    def next_work(self, wait_s: float) -> Work | None:
        """A unit to do; None after `wait_s` without one or when the pool is closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or bool(self._pending), wait_s)
            return self._pending.popleft() if self._pending and not self._closed else None

    def put(self, event: Event) -> None:
        """Hand an event to `poll`."""
        self._events.put(event)

    def note_pace(self, seconds: float) -> None:
        """Learn how long units take."""
        self._pace_s = max(0.001, 0.8 * self._pace_s + 0.2 * seconds)


class _Slot:
    """One place for a worker process, and the thread that drives it."""

    def __init__(self, pool: LocalPool) -> None:
        self._pool = pool
        self._lock = threading.Lock()  # guards the four below: who may be killed must not change meanwhile
        self._process: WorkerProcess | None = None
        self._work: Work | None = None
        self._until = 0.0
        self._ending: _Ending | None = None
        self._thread = threading.Thread(target=self._drive, name="job-worker", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    def end_if_hung(self) -> None:
        """Kill the process when its unit is over its deadline."""
        with self._lock:
            work, process = self._work, self._process
            if work and process and not self._ending and time.monotonic() > self._until:
                self._ending = "hung"
                process.kill()

    def end_if(self, token: str | None, why: _Ending) -> None:
        """Kill the process if it does the attempt `token`; None means whatever it does."""
        with self._lock:
            if self._process and (token is None or (self._work and self._work.token == token)):
                self._ending = why
                self._process.kill()

    def _drive(self) -> None:
        while not self._pool.closed:
            work = self._pool.next_work(IDLE_S)
            if work is None:
                self._discard()
                continue
            event = self._run(work)
            if event is not None:
                self._pool.put(event)
        self._discard()

    def _run(self, work: Work) -> Event | None:
        """Do one unit; None when it was cancelled."""
        how = ""
        order: Message = {"function": work.function, "payload": work.payload, "deadline_s": work.deadline_s}
        for _ in range(_STARTS):
            try:
                process = self._begin(work)
                if process is None:
                    return None
                process.send(order, work.blob)
                process.receive()  # "begun": from here on its death is the unit's doing
            except (EOFError, OSError) as error:
                ending, how = self._finish(dead=True)
                how = how or str(error)
                if ending == "cancelled":
                    return None
                continue
            return self._follow(work, process)
        log(__name__).error("worker_does_not_start", how=how)
        return Crashed(
            work.unit_id, work.token, Fault("unit_crashed", f"No worker process starts: {how}", {"how": how})
        )

    def _begin(self, work: Work) -> WorkerProcess | None:
        with self._lock:
            if self._pool.closed:
                return None
            self._work, self._until, self._ending = work, time.monotonic() + _START_S, None
            if self._process is None:
                self._process = WorkerProcess(self._pool.settings)
            return self._process

    def _follow(self, work: Work, process: WorkerProcess) -> Event | None:
        began = time.monotonic()
        with self._lock:
            self._until = began + work.deadline_s
        try:
            while True:
                message, blob = process.receive()
                if "stage" not in message:
                    break
                self._pool.put(Stage(work.unit_id, work.token, str(message["stage"])))
        except (EOFError, OSError):
            ending, how = self._finish(dead=True)
            return self._ended(work, ending, how)
        self._pool.note_pace(time.monotonic() - began)
        ending, how = self._finish(dead=False)
        if ending is not None:
            return self._ended(work, ending, how)
        if "result" in message:
            return Completed(work.unit_id, work.token, message["result"] | ({} if blob is None else {"blob": blob}))
        fault = Fault.from_json(message["error"])
        return Errored(work.unit_id, work.token, fault, message["retryable"], _requested_wait(fault))

    def _finish(self, *, dead: bool) -> tuple[_Ending | None, str]:
        """Let go of the unit, and of the process when it is dead or was told to die a moment too late."""
        with self._lock:
            ending, self._work, self._ending = self._ending, None, None
            if not dead and ending is None:
                return None, ""
            process, self._process = self._process, None
        return ending, process.end() if process else ""

    def _ended(self, work: Work, ending: _Ending | None, how: str) -> Event | None:
        if ending == "cancelled":
            return None
        if ending == "hung":
            facts = {"seconds": work.deadline_s}
            fault = Fault("unit_hung", f"It ran for longer than {work.deadline_s:g} s and was ended", facts)
        else:
            fault = Fault("unit_crashed", f"Its worker process died: {how}", {"how": how})
        return Crashed(work.unit_id, work.token, fault)

    def _discard(self) -> None:
        self._finish(dead=True)


def _requested_wait(fault: Fault) -> float | None:
    wait = fault.facts.get("wait_s")
    return float(wait) if isinstance(wait, int | float) else None
