"""Child processes kept for the next request and replaced after a failure.

Asking never hangs: a timer kills a child that overruns the wall clock, and a killed child closes its pipe.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import BinaryIO, cast

from core import ipc

_ROOT = Path(__file__).resolve().parents[3]
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "TESSDATA_PREFIX", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP")
MAX_CHILDREN = 4  # at one time in this process; more callers wait
MAX_IDLE = 2
MAX_REQUESTS = 100  # before a child is replaced
MAX_PEAK_MB = 400.0  # of memory after which it is replaced
_TAIL = 2_000  # bytes of a dead child's last words for the log


class Died(Exception):
    """The child is gone without an answer."""

    def __init__(self, *, overran: bool, exit_code: int, peak_mb: float) -> None:
        super().__init__(f"exit code {exit_code}")
        self.overran = overran
        self.exit_code = exit_code
        self.peak_mb = peak_mb


class Child:
    """One child process with its pipes."""

    def __init__(self) -> None:
        self.requests = 0
        self.peak_mb = 0.0
        self._overran = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "core.documents.sandbox.child", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=_ROOT,
            env={**_environment(), "PYTHONPATH": str(_ROOT), "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )
        self._input = cast(BinaryIO, self._process.stdin)
        self._output = cast(BinaryIO, self._process.stdout)

    def ask(
        self, header: ipc.Message, data: bytes, *, timeout_s: float, max_bytes: int
    ) -> tuple[ipc.Message, list[bytes]]:
        """Answer to one request.

        Raises:
            Died: there is none; the process is gone and this object is used up.
        """
        timer = threading.Timer(timeout_s, self._overrun)
        timer.start()
        try:
            ipc.send(self._input, ipc.encode(header, data))
            answer, blob = ipc.receive(self._output, max_bytes=max_bytes)
            parts = ipc.parts_of(answer, blob)
        except (EOFError, OSError, ValueError, TypeError):
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

    def _end(self) -> Died:
        self._kill()
        peak_mb = 0.0
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(self._process.pid, 0)
            self._process.returncode = os.waitstatus_to_exitcode(status)
            # A child's figure starts with its parent's peak: one below that says nothing about the child.
            import resource  # not on Windows

            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            if usage.ru_maxrss > own:
                peak_mb = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        exit_code = self._process.wait()
        with self._errors, contextlib.suppress(OSError):
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _TAIL))
            tail = self._errors.read().decode("utf-8", errors="replace")
        with contextlib.suppress(OSError):  # what is left unsent has nowhere to go
            self._input.close()
        self._output.close()
        if tail:
            from core.logs import log  # here, because the child imports this module too and must start fast

            log(__name__).warning("document child ended", exit_code=exit_code, overran=self._overran, tail=tail)
        return Died(overran=self._overran, exit_code=exit_code, peak_mb=peak_mb)


def _environment() -> dict[str, str]:
    """What the child needs of the environment; no key or password is among it."""
    return {name: os.environ[name] for name in _PASSED_ON if name in os.environ}


class Pool:
    """Idle children of this process, and a bound on how many work at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(MAX_CHILDREN)
        self._idle: list[Child] = []

    def ask(
        self, header: ipc.Message, data: bytes, *, timeout_s: float, max_bytes: int
    ) -> tuple[ipc.Message, list[bytes], float]:
        """Answer of an idle or new child, and the most memory in MB that this child has held.

        Raises:
            Died: the child is gone.
        """
        with self._slots:
            with self._lock:
                child = self._idle.pop() if self._idle else None
            if child is None:
                child = Child()
            try:
                answer, parts = child.ask(header, data, timeout_s=timeout_s, max_bytes=max_bytes)
            except Died:
                raise
            except BaseException:  # an interrupt in the middle of an answer: the pipe is out of step
                child.close()
                raise
            self._take_back(child)
            return answer, parts, child.peak_mb

    def _take_back(self, child: Child) -> None:
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


_pool = Pool()
_of_the_parent: list[Pool] = []


def _after_fork() -> None:
    """A forked process must not speak into its parent's pipes; the old pool is kept so that nothing closes it."""
    global _pool
    _of_the_parent.append(_pool)
    _pool = Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def ask(
    header: ipc.Message, data: bytes, *, timeout_s: float, max_bytes: int
) -> tuple[ipc.Message, list[bytes], float]:
    """Answer of one of this process's children: header, parts, and the most memory in MB that the child has held.

    Raises:
        Died: the child ended without an answer.
    """
    return _pool.ask(header, data, timeout_s=timeout_s, max_bytes=max_bytes)


@atexit.register
def close_children() -> None:
    """End the idle children of this process; the next file starts a new one."""
    _pool.close()
