"""The process in which queries that are not ours run: `python -m core.graph.embedded.reader_process`.

It holds a copy of the graph's file, so that nothing it does can change the graph or make others wait, and it can be
ended at any time. The system limits its memory, once the copy is open: the engine reserves far more than it uses.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, Any

import ladybug
import orjson

from core import ipc
from core.errors import GraphError, GraphTimeout
from core.graph.embedded.reading_queries import PreparedStatements, read_untrusted
from core.graph.store import QueryTable

PAGES_MB = 256  # of the copy that the engine holds at a time
SPARE_MB = 500  # of memory beside the pages and what opening took
MOST_BYTES = 32 << 20  # of an answer
_RESERVED = 1 << 36  # of addresses, for a file of any size that a machine of one office has
_SLACK_CPU_S = 5
_DATE = "\x01date"
_USUAL_TIMEOUT_MS = 1_000


def pack(value: object) -> bytes:
    """JSON of a value of rows or parameters; dates stay dates.

    Raises:
        TypeError: it holds something else, or a number of more than 64 bits.
    """
    return orjson.dumps(value, option=orjson.OPT_PASSTHROUGH_DATETIME, default=_tagged)


def unpack(data: bytes) -> Any:
    """The value that `pack` packed."""
    value = orjson.loads(data)
    return _untagged(value) if b"\\u0001date" in data else value


def _tagged(value: object) -> object:
    if isinstance(value, date):
        return {_DATE: value.isoformat()}
    raise TypeError(type(value).__name__)


def _untagged(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_DATE}:
            return date.fromisoformat(value[_DATE])
        return {name: _untagged(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_untagged(each) for each in value]
    return value


@dataclass(slots=True)
class _Copy:
    """The copy of the graph that is read, opened when the first query comes."""

    file: Path
    statements: PreparedStatements | None = None
    database: ladybug.Database | None = None

    def replace(self, source: Path) -> None:
        """Take a new copy of the graph's file and its log; nobody writes to them meanwhile."""
        self.close()
        for suffix in ("", ".wal", ".shadow"):
            there, here = source.with_name(source.name + suffix), self.file.with_name(self.file.name + suffix)
            here.unlink(missing_ok=True)
            if suffix != ".shadow" and there.exists():
                shutil.copyfile(there, here)

    def opened(self) -> PreparedStatements:
        """The copy's statements.

        Raises:
            RuntimeError: the copy cannot be opened.
        """
        if self.statements is None:
            self.database = ladybug.Database(
                str(self.file), buffer_pool_size=PAGES_MB << 20, max_num_threads=2, max_db_size=_RESERVED
            )
            self.statements = PreparedStatements(ladybug.Connection(self.database))
            _limit_memory()
        return self.statements

    def close(self) -> None:
        """Let go of the copy."""
        if self.statements is not None and self.database is not None:
            self.statements.forget()
            self.statements.connection.close()
            self.database.close()
        self.statements = self.database = None


def main() -> None:
    """Answer requests from standard input on standard output until it closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the engine prints must not get between the answers
    folder = Path(sys.argv[1])
    ipc.end_with_parent(int(sys.argv[2]), lambda: shutil.rmtree(folder, ignore_errors=True))
    copy = _Copy(folder / "copy.lbug")
    with contextlib.suppress(EOFError, OSError):
        while True:
            message, blob = ipc.receive(sys.stdin.buffer)
            _answer(answers, copy, message, blob)
    shutil.rmtree(folder, ignore_errors=True)


def _answer(answers: IO[bytes], copy: _Copy, message: ipc.Message, blob: bytes | None) -> None:
    try:
        if message["task"] == "copy":
            copy.replace(Path(message["source"]))
            ipc.send(answers, ipc.encode({}))
            return
        statements = copy.opened()
        _limit_cpu(message["timeout_s"])
        table = read_untrusted(
            statements,
            message["query"],
            unpack(blob or b"{}"),
            timeout_s=message["timeout_s"],
            max_rows=message["max_rows"],
            usual_timeout_ms=_USUAL_TIMEOUT_MS,
        )
        head, body = _packed(table)
        ipc.send(answers, ipc.encode(head, body))
    except GraphTimeout as error:
        ipc.send(answers, ipc.encode({"error": "time", "message": str(error)}))
    except MemoryError:
        ipc.send(answers, ipc.encode({"error": "memory", "message": "no memory"}))
    except (GraphError, RuntimeError, TypeError, OSError) as error:
        ipc.send(answers, ipc.encode({"error": _kind(str(error)), "message": str(error)}))


def _kind(message: str) -> str:
    full = "buffer pool is full" in message or "bad_alloc" in message or "allocate memory" in message
    return "memory" if full else "refused"


def _packed(table: QueryTable) -> tuple[ipc.Message, bytes]:
    body = pack([[row[name] for name in table.columns] for row in table.rows])
    if len(body) > MOST_BYTES:
        raise MemoryError
    return {"columns": list(table.columns), "truncated": table.truncated}, body


def _limit_memory() -> None:
    """Let this process take no more than `SPARE_MB` beside what it has by now, where the system can see to it."""
    try:
        import resource
    except ImportError:
        return
    most = (_address_space_mb() + SPARE_MB) << 20
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _address_space_mb() -> int:
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmSize:"):
                return int(line.split()[1]) // 1024
    return _RESERVED >> 20


def _limit_cpu(timeout_s: float) -> None:
    """Let the system end this process when a query goes on past its time, even where nobody is left to end it."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + 2 * timeout_s) + _SLACK_CPU_S
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    main()
