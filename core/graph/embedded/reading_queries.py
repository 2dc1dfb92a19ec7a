"""A query that is not ours on the embedded graph: prepared first, then run where nothing can be written, in time."""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import suppress
from datetime import date, datetime, timedelta
from decimal import Decimal

import ladybug

from core.errors import GraphError, GraphTimeout
from core.graph.store import Cell, Parameters, QueryTable, Row

HIDDEN = frozenset(("embedding",))
"""Properties that are never shown as part of a node: they are large, and say nothing to a person."""
_INTERNAL = frozenset(("_ID", "_LABEL", "_SRC", "_DST"))
MOST_PREPARED = 64
_MANY = 100
"""So many rows are read by column, where all of them are values that need no care."""
_BY_COLUMN = frozenset(("STRING", "INT64", "DOUBLE", "BOOL", "DATE"))
_READS = re.compile(r"\s*(?:MATCH|OPTIONAL\s+MATCH|WITH|UNWIND|RETURN)\b", re.IGNORECASE)
_INTERRUPTED = "Interrupted"


_Key = tuple[str, tuple[str, ...]]


class PreparedStatements:
    """Statements of one connection, each prepared once while it is among the last `MOST_PREPARED`."""

    def __init__(self, connection: ladybug.Connection) -> None:
        self.connection = connection
        self._known: OrderedDict[_Key, ladybug.PreparedStatement] = OrderedDict()

    def prepared(self, query: str, values: dict[str, object]) -> ladybug.PreparedStatement:
        """A query made ready; one of several statements is refused before any of them runs.

        Raises:
            RuntimeError: the engine refuses it.
        """
        key = query, tuple(sorted(values))
        # The engine prepares a number, also within a list, for the size that it sees first.
        kept = all(isinstance(value, str) for value in values.values())
        if kept and key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        # Not `connection.prepare`, which warns.
        statement = ladybug.PreparedStatement(self.connection, query, values)
        if not statement.is_success():
            raise RuntimeError(statement.get_error_message())
        if kept:
            self._known[key] = statement
            if len(self._known) > MOST_PREPARED:
                self._known.popitem(last=False)
        return statement

    def forget(self) -> None:
        """Let go of all statements, before the connection is closed."""
        self._known.clear()


def read_untrusted(
    statements: PreparedStatements,
    query: str,
    parameters: Parameters,
    *,
    timeout_s: float,
    max_rows: int,
    usual_timeout_ms: int,
) -> QueryTable:
    """Rows of a query that the guard let through; the caller holds the graph's lock.

    A read-only transaction of this engine still loads and writes files, installs extensions and changes settings:
    nothing but a query that begins like a reading one is given to it.

    Args:
        statements: of the graph's connection, which is in no transaction.
        query: one statement.
        parameters: its values.
        timeout_s: longest time in seconds.
        max_rows: rows that are fetched at most.
        usual_timeout_ms: the connection's time limit afterwards, in milliseconds.

    Raises:
        GraphError: the engine refused it; GraphTimeout when it took too long.
    """
    if not _READS.match(query):
        raise GraphError("The query does not begin like a reading one", query=query)
    connection = statements.connection
    connection.set_query_timeout(max(1, int(timeout_s * 1000)))
    try:
        connection.execute("BEGIN TRANSACTION READ ONLY")
        try:
            values = dict(parameters)
            return _table(connection.execute(statements.prepared(query, values), values), max_rows)
        finally:
            # A query that failed has ended its transaction already.
            with suppress(RuntimeError):
                connection.execute("ROLLBACK")
    except RuntimeError as error:
        if _INTERRUPTED in str(error):
            raise GraphTimeout(f"The query took longer than {timeout_s:g} s", query=query, limit_s=timeout_s) from error
        raise GraphError(f"The graph refused: {error}", query=query) from error
    finally:
        connection.set_query_timeout(usual_timeout_ms)


def _table(result: ladybug.QueryResult | list[ladybug.QueryResult], max_rows: int) -> QueryTable:
    if isinstance(result, list):
        for each in result:
            each.close()
        raise RuntimeError("One statement at a time")
    try:
        columns = tuple(result.get_column_names())
        count = result.get_num_tuples()
        if _MANY <= count <= max_rows and _BY_COLUMN.issuperset(result.get_column_data_types()):
            cells = zip(*(column.to_pylist() for column in result.get_as_arrow(count).columns), strict=True)
            return QueryTable(columns, tuple(dict(zip(columns, row, strict=True)) for row in cells), False)
        rows: list[Row] = []
        while result.has_next() and len(rows) < max_rows:
            found = result.get_next()
            rows.append(dict(zip(columns, map(plain, found), strict=True)))
        return QueryTable(columns, tuple(rows), result.has_next())
    finally:
        result.close()


def plain(value: object) -> Cell:
    """A value without anything of the engine in it.

    A node or relation is the properties that it has, without those that are hidden; a path the list of its nodes and
    relations in their order; a whole `Decimal`, which sums come as, an int; other unknown types are text.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return value
    if isinstance(value, timedelta):
        return f"P{value.days}D"
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return _mapping(value)
    return str(value)


def _mapping(value: dict[object, object]) -> Cell:
    if set(value) == {"_NODES", "_RELS"}:
        nodes, relations = value["_NODES"], value["_RELS"]
        assert isinstance(nodes, list)
        assert isinstance(relations, list)
        steps: list[Cell] = [plain(node) for node in nodes[:1]]
        for relation, node in zip(relations, nodes[1:], strict=True):
            steps += [plain(relation), plain(node)]
        return steps
    if set(value) == {"offset", "table"}:
        return f"{value['table']}:{value['offset']}"
    if "_LABEL" in value:
        return {
            str(name): plain(each)
            for name, each in value.items()
            if name not in _INTERNAL and name not in HIDDEN and each is not None
        }
    return {str(name): plain(each) for name, each in value.items()}
