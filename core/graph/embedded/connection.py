"""The one connection to the embedded graph's file: queries, loads and transactions, with our errors."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import ladybug
import pyarrow as pa

from core.errors import GraphDamaged, GraphError
from core.graph.embedded.reading_queries import PreparedStatements, read_untrusted
from core.graph.store import Parameters, QueryTable, Row

_T = TypeVar("_T")
_LEAST_BYTES = 2 * 1024 * 1024 * 1024
_FULL = "buffer pool is full"
_LONG = 16
_MARK = "\x1f"
_OPENING = threading.Lock()
"""The engine looks for its library when the first graph is opened, and two threads at once make one of them fail."""


class EmbeddedConnection:
    """Not thread-safe by itself: its graph's lock guards it."""

    def __init__(self, path: Path | None, *, timeout_s: float, memory_mb: int | None) -> None:
        """Open or create the file, without a limit of time until `limit_time`.

        A log whose end is torn, as a killed process leaves it, is replayed up to its last whole transaction; the
        revision noted in the graph is then the one reached there, and what the store has since is projected again.

        Args:
            path: the graph's file, None for a graph in memory.
            timeout_s: longest time of one query in seconds.
            memory_mb: most memory for its pages, None for half of the machine's.

        Raises:
            GraphDamaged: the file cannot be opened.
        """
        self._timeout_ms = int(timeout_s * 1000)
        self.closed = False
        try:
            with _OPENING:
                self._database = ladybug.Database(
                    ":memory:" if path is None else str(path),
                    buffer_pool_size=_half_of_memory() if memory_mb is None else memory_mb * 1024 * 1024,
                    max_num_threads=2,
                    throw_on_wal_replay_failure=False,
                )
                self._connection = ladybug.Connection(self._database)
            self._statements = PreparedStatements(self._connection)
        except RuntimeError as error:
            raise GraphDamaged(f"The graph cannot be opened: {error}", file=str(path)) from error

    def limit_time(self) -> None:
        """From now on a query outside of a transaction that takes too long is broken off."""
        self._connection.set_query_timeout(self._timeout_ms)

    def run(self, query: str, parameters: Mapping[str, object]) -> list[Row]:
        """Rows of one statement, by column name.

        Raises:
            GraphError: it failed or took too long.
        """

        def rows(result: ladybug.QueryResult) -> list[Row]:
            names = result.get_column_names()
            return [dict(zip(names, row, strict=True)) for row in result.get_all()]

        return self._taken(query, parameters, rows)

    def table(self, query: str, parameters: Mapping[str, object]) -> pa.Table:
        """As `run`, by columns, which is many times as fast where there are many rows."""
        return self._taken(query, parameters, lambda result: result.get_as_arrow(max(1, result.get_num_tuples())))

    def put(self, table: str, frame: pa.Table) -> None:
        """Load a table; `frame` is found by the database under its name here."""
        try:
            self._connection.execute(f"COPY {table} FROM frame")
        except RuntimeError as error:
            raise _refusal(error, table) from error

    def read_untrusted(self, query: str, parameters: Parameters, *, timeout_s: float, max_rows: int) -> QueryTable:
        """Rows of a query that the guard let through.

        Raises:
            GraphError: the query failed; GraphTimeout when it took longer than `timeout_s`.
        """
        if self.closed:
            raise GraphError("The graph is closed")
        return read_untrusted(
            self._statements,
            query,
            parameters,
            timeout_s=timeout_s,
            max_rows=max_rows,
            usual_timeout_ms=self._timeout_ms,
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction around what is run within: all of it stays, or nothing where it raises.

        No time limit while writing: a COMMIT may carry a checkpoint of many seconds, which must not be broken off.
        """
        self._connection.set_query_timeout(0)
        try:
            self.run("BEGIN TRANSACTION", {})
            try:
                yield
            except BaseException:  # an interrupt too must leave no transaction open
                self.run("ROLLBACK", {})
                raise
            self.run("COMMIT", {})
        finally:
            self._connection.set_query_timeout(self._timeout_ms)

    def close(self) -> None:
        """Let go of the file."""
        self.closed = True
        self._statements.forget()
        self._connection.close()
        self._database.close()

    def _taken(self, query: str, parameters: Mapping[str, object], take: Callable[[ladybug.QueryResult], _T]) -> _T:
        if self.closed:
            raise GraphError("The graph is closed")
        query, values = _keys_as_text(query, parameters)
        try:
            result = self._connection.execute(query, values)
        except RuntimeError as error:
            raise _refusal(error, query) from error
        if isinstance(result, list):
            raise GraphError("One statement at a time", query=query)
        try:
            return take(result)
        except RuntimeError as error:
            raise _refusal(error, query) from error
        finally:
            result.close()


def _keys_as_text(query: str, parameters: Parameters) -> tuple[str, dict[str, object]]:
    """The same query with long lists of words that it unwinds given as one text: members are looked at one by one."""
    values: dict[str, object] = dict(parameters)
    for name, value in parameters.items():
        start = f"UNWIND ${name} AS "
        if not (isinstance(value, list) and len(value) >= _LONG and query.startswith(start)):
            continue
        if all(isinstance(text, str) and _MARK not in text for text in value):
            query = f"UNWIND string_split(${name}, '{_MARK}') AS {query[len(start) :]}"
            values[name] = _MARK.join(value)
    return query, values


def _refusal(error: RuntimeError, query: str) -> GraphError:
    # What grows with the number of contracts must stay in memory: about 100 KB a contract.
    hint = "; let it have more memory by SHINSA_GRAPH_MEMORY_MB" if _FULL in str(error) else ""
    return GraphError(f"The graph refused: {error}{hint}", query=query)


def _half_of_memory() -> int:
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        # A system that does not tell.
        return _LEAST_BYTES
    return max(_LEAST_BYTES, memory // 2)
