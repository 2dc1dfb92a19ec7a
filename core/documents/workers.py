"""Child processes that parse and draw, kept for the next file and replaced after a failure.

`ask_read` and `ask_draw` never hang: a timer kills a child that overruns the wall clock, and a killed child closes
its pipe. What became of it, time, CPU, memory or a crash, becomes the error.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.documents.document import Box, Kind, Page
from core.documents.limits import Limits
from core.documents.parsed import Parsed
from core.documents.wire import Broken, receive, send
from core.errors import DamagedDocument, IngestError, TooLarge

_ROOT = Path(__file__).resolve().parents[2]
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TESSDATA_PREFIX", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP")
MAX_CHILDREN = 4  # at one time in this process; more callers wait
MAX_IDLE = 2
MAX_REQUESTS = 100  # before a child is replaced
MAX_PEAK_MB = 400.0  # of memory after which it is replaced
_MEMORY_DEATH_SHARE = 0.5
_MAX_IMAGE_BYTES = 256 << 20
_TAIL = 2_000  # bytes of a dead child's last words for the log
_DRAW_TIMEOUT_S = 60
_BYTES_PER_CHARACTER = 4 + 16  # UTF-8 at most, and a box


class _Died(Exception):
    """The child is gone without an answer."""

    def __init__(self, *, overran: bool, exit_code: int, peak_mb: float) -> None:
        super().__init__(f"exit code {exit_code}")
        self.overran = overran
        self.exit_code = exit_code
        self.peak_mb = peak_mb


class _Child:
    """One child process with its pipes."""

    def __init__(self) -> None:
        self.requests = 0
        self.peak_mb = 0.0
        self._overran = False
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "core.documents.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=_ROOT,
            env={**_environment(), "PYTHONPATH": str(_ROOT), "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )

    def ask(
        self, header: dict[str, Any], data: bytes, *, timeout_s: float, max_bytes: int
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Answer to one request.

        Raises:
            _Died: there is none; the process is gone and this object is used up.
        """
        timer = threading.Timer(timeout_s, self._overrun)
        timer.start()
        try:
            send(self._process.stdin, header, [data])
            answer, parts = receive(self._process.stdout, max_bytes=max_bytes)
        except (Broken, OSError, ValueError, KeyError):
            # A request may be refused half-sent and an answer malformed: such a child is not asked again.
            raise self._end() from None
        finally:
            timer.cancel()
        self.requests += 1
        self.peak_mb = float(answer.pop("peak_mb"))
        return answer, parts

    def close(self) -> None:
        """End the process."""
        self._end()

    def _overrun(self) -> None:
        self._overran = True
        self._kill()

    def _kill(self) -> None:
        """Kill the process and, where there are process groups, the Tesseract that it started."""
        try:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except ProcessLookupError:
            return

    def _end(self) -> _Died:
        self._kill()
        peak_mb = 0.0
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(self._process.pid, 0)
            self._process.returncode = os.waitstatus_to_exitcode(status)
            peak_mb = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        exit_code = self._process.wait()
        with self._errors, contextlib.suppress(OSError):
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _TAIL))
            tail = self._errors.read().decode("utf-8", errors="replace")
        with contextlib.suppress(OSError):  # what is left unsent has nowhere to go
            self._process.stdin.close()
        self._process.stdout.close()
        if tail:
            from core.logs import log  # here, because the child imports this module too and must start fast

            log(__name__).warning("document child ended", exit_code=exit_code, overran=self._overran, tail=tail)
        return _Died(overran=self._overran, exit_code=exit_code, peak_mb=peak_mb)


def _environment() -> dict[str, str]:
    """What the child needs of the environment; no key or password is among it."""
    return {name: os.environ[name] for name in _PASSED_ON if name in os.environ}


class _Pool:
    """Idle children of this process, and a bound on how many work at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(MAX_CHILDREN)
        self._idle: list[_Child] = []

    def ask(
        self, header: dict[str, Any], data: bytes, *, timeout_s: float, max_bytes: int
    ) -> tuple[dict[str, Any], list[bytes], float]:
        """Answer of an idle or new child, and the most memory in MB that this child has held.

        Raises:
            _Died: the child is gone.
        """
        with self._slots:
            with self._lock:
                child = self._idle.pop() if self._idle else None
            if child is None:
                child = _Child()
            try:
                answer, parts = child.ask(header, data, timeout_s=timeout_s, max_bytes=max_bytes)
            except _Died:
                raise
            except BaseException:  # an interrupt in the middle of an answer: the pipe is out of step
                child.close()
                raise
            self._take_back(child)
            return answer, parts, child.peak_mb

    def _take_back(self, child: _Child) -> None:
        used_up = child.requests >= MAX_REQUESTS or child.peak_mb > MAX_PEAK_MB
        with self._lock:
            keep = not used_up and len(self._idle) < MAX_IDLE
            if keep:
                self._idle.append(child)
        if not keep:
            child.close()

    def close(self) -> None:
        """End all idle children."""
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            child.close()


_pool = _Pool()
_of_the_parent: list[_Pool] = []


def _after_fork() -> None:
    """A forked process must not speak into its parent's pipes; the old pool is kept so that nothing closes it."""
    global _pool
    _of_the_parent.append(_pool)
    _pool = _Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def close_children() -> None:
    """End the idle children of this process; the next file starts a new one."""
    _pool.close()


@dataclass(frozen=True, slots=True)
class Cost:
    """What one request took of the child: its peak memory in MB since it started."""

    peak_mb: float


def ask_read(data: bytes, kind: Kind, limits: Limits) -> tuple[Parsed, Cost]:
    """Text, pages and boxes of a PDF or Word file, read in a child process, and what it cost.

    Raises:
        IngestError: the file is refused, or its parser died: of time, CPU or memory (TooLarge) or a crash
            (DamagedDocument).
    """
    header = {"task": "read", "kind": kind, "limits": dataclasses.asdict(limits)}
    most = limits.max_characters * _BYTES_PER_CHARACTER
    answer, parts, peak_mb = _ask(header, data, limits, timeout_s=limits.parse_timeout_s, max_bytes=most)
    text = parts[0].decode("utf-8")
    boxes = np.frombuffer(parts[1], dtype="<f4").reshape(-1, 4) if answer["boxed"] else None
    return Parsed(text, tuple(Page(*page) for page in answer["pages"]), boxes), Cost(peak_mb)


def ask_draw(
    data: bytes, page: int, limits: Limits, *, width_px: int, highlights: Sequence[Box], focus: Sequence[Box]
) -> bytes:
    """PNG of a PDF's page, drawn in a child process.

    Raises:
        IngestError: the page cannot be drawn within the limits.
    """
    header = {
        "task": "draw",
        "page": page,
        "width_px": width_px,
        "highlights": [_corners(box) for box in highlights],
        "focus": [_corners(box) for box in focus],
        "limits": dataclasses.asdict(limits),
    }
    _, parts, _ = _ask(header, data, limits, timeout_s=_DRAW_TIMEOUT_S, max_bytes=_MAX_IMAGE_BYTES)
    return parts[0]


def _corners(box: Box) -> tuple[float, float, float, float]:
    return (box.left, box.bottom, box.right, box.top)


def _ask(
    header: dict[str, Any], data: bytes, limits: Limits, *, timeout_s: float, max_bytes: int
) -> tuple[dict[str, Any], list[bytes], float]:
    try:
        answer, parts, peak_mb = _pool.ask(header, data, timeout_s=timeout_s, max_bytes=max_bytes)
    except _Died as death:
        raise _cause(death, limits, timeout_s) from None
    if "error" in answer:
        raise _refusal(answer, limits)
    return answer, parts, peak_mb


def _refusal(answer: dict[str, Any], limits: Limits) -> IngestError:
    if answer["error"] == "memory":
        return _over("memory", limits.parse_memory_mb)
    kinds = {kind.code: kind for kind in IngestError.__subclasses__()}
    return kinds[answer["error"]](answer["message"], **answer["facts"])


def _cause(death: _Died, limits: Limits, timeout_s: float) -> IngestError:
    """Why a child died. PDFium aborts when it gets no memory: an abort with much memory in use is that."""
    if death.overran:
        return _over("time", timeout_s)
    if hasattr(signal, "SIGXCPU") and death.exit_code == -signal.SIGXCPU:
        return _over("cpu", limits.parse_cpu_s)
    if death.exit_code < 0 and death.peak_mb > _MEMORY_DEATH_SHARE * limits.parse_memory_mb:
        return _over("memory", limits.parse_memory_mb)
    return DamagedDocument(f"The parser ended with exit code {death.exit_code}.", reason="parser_died")


def _over(reason: str, limit: float) -> TooLarge:
    return TooLarge(f"Reading took more than its limit of {reason}: {limit}.", reason=reason, limit=limit)
