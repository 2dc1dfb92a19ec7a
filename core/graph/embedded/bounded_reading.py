"""Queries that are not ours on the embedded graph: in a process of their own that is ended when it takes too much."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, cast

from core import ipc
from core.errors import GraphError, GraphTimeout, GraphTooLarge
from core.graph.embedded.reader_process import pack, unpack
from core.graph.store import Parameters, QueryTable, Row
from core.settings import ROOT

GRACE_S = 0.5  # after the engine's own limit, for it to stop by itself
COPY_S = 120.0  # for copying the graph's file and opening the copy
# not by -m: this package knows the module, and Python would warn on standard error that it runs a second time
_PROGRAM = "from core.graph.embedded.reader_process import main; main()"
_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP")


class BoundedReader:
    """The reading process of one graph's file, started when first needed and again after it was ended.

    Not thread-safe: its graph sees to it that one query runs at a time.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._overran = False
        self.version: int | None = None
        """State of the graph that the process has a copy of, None for none."""

    def copy(self, version: int) -> None:
        """Let the process copy the graph's file; the caller sees that nothing is written to it meanwhile.

        Raises:
            GraphError: it could not.
        """
        self.version = None
        answer, _ = self._ask({"task": "copy", "source": str(self._path)}, None, timeout_s=COPY_S)
        if "error" in answer:
            raise GraphError(f"The graph could not be copied for reading: {answer['message']}")
        self.version = version

    def read(self, query: str, parameters: Parameters, *, timeout_s: float, max_rows: int) -> QueryTable:
        """Rows of a query that the guard let through, from the copy.

        Raises:
            GraphError: the engine refused it; GraphTimeout, GraphTooLarge when it was ended.
        """
        request: ipc.Message = {"task": "read", "query": query, "timeout_s": timeout_s, "max_rows": max_rows}
        try:
            answer, body = self._ask(request, pack(dict(parameters)), timeout_s=timeout_s + GRACE_S)
        except _Ended as ended:
            if ended.overran:
                raise GraphTimeout(
                    f"The query took longer than {timeout_s:g} s", query=query, limit_s=timeout_s
                ) from None
            raise GraphTooLarge("The query took more memory than a query may", query=query) from None
        if "error" in answer:
            if answer["error"] == "memory":
                self.close()  # the engine does not give back what it took before it refused
            raise _refusal(answer, query, timeout_s)
        columns = tuple(answer["columns"])
        rows: list[Row] = [dict(zip(columns, row, strict=True)) for row in unpack(body or b"[]")]
        return QueryTable(columns, tuple(rows), answer["truncated"])

    def close(self) -> None:
        """End the process."""
        self.version = None
        if self._process is not None:
            _kill(self._process)
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    cast(IO[bytes], pipe).close()
            self._process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _ask(self, message: ipc.Message, blob: bytes | None, *, timeout_s: float) -> tuple[ipc.Message, bytes | None]:
        process = self._started()
        self._overran = False
        timer = threading.Timer(timeout_s, self._overrun, (process,))
        timer.start()
        try:
            ipc.send(cast(IO[bytes], process.stdin), ipc.encode(message, blob))
            return ipc.receive(cast(IO[bytes], process.stdout))
        except (EOFError, OSError):
            overran = self._overran
            self.close()
            raise _Ended(overran=overran) from None
        except BaseException:  # an interrupt in the middle of an answer: the pipe is out of step
            self.close()
            raise
        finally:
            timer.cancel()

    def _overrun(self, process: subprocess.Popen[bytes]) -> None:
        self._overran = True
        _kill(process)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            beside = self._path.parent if os.access(self._path.parent, os.W_OK) else None
            self._folder = Path(tempfile.mkdtemp(prefix="reading-", dir=beside))
            environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
            self._process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, str(self._folder), str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=ROOT,
                env={**environment, "PYTHONPATH": str(ROOT), "MALLOC_ARENA_MAX": "2"},
                start_new_session=True,
            )
        return self._process


class _Ended(GraphError):
    """The process is gone without an answer."""

    def __init__(self, *, overran: bool) -> None:
        super().__init__("The reading process ended")
        self.overran = overran


def _kill(process: subprocess.Popen[bytes]) -> None:
    # Before it is waited for, its number belongs to nobody else.
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def _refusal(answer: ipc.Message, query: str, timeout_s: float) -> GraphError:
    if answer["error"] == "time":
        return GraphTimeout(f"The query took longer than {timeout_s:g} s", query=query, limit_s=timeout_s)
    if answer["error"] == "memory":
        return GraphTooLarge("The query took more memory than a query may", query=query)
    return GraphError(answer["message"], query=query)
