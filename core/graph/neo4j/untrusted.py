"""A query that is not ours on Neo4j: explained first, then run where nothing can be written, stopped in time."""

from __future__ import annotations

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from core.errors import GraphError
from core.graph.neo4j.connection import Connection, translated
from core.graph.neo4j.values import plain
from core.graph.store import Parameters, Row, Table


def read_untrusted(
    connection: Connection, query: str, parameters: Parameters, *, timeout_s: float, max_rows: int
) -> Table:
    """Rows of a query that the guard let through.

    Raises:
        GraphError: the server refused it, or says that it writes; GraphTimeout when it took too long.
    """
    values = dict(parameters)
    try:
        with (
            connection.session(access=neo4j.READ_ACCESS) as session,
            session.begin_transaction(timeout=timeout_s) as explained,
        ):
            kind = explained.run(f"EXPLAIN {query}", values).consume().query_type
        if kind != "r":
            raise GraphError(f"Neo4j says that the query is not a reading one: {kind}", query=query)
        with (
            connection.session(access=neo4j.READ_ACCESS) as session,
            session.begin_transaction(timeout=timeout_s) as opened,
        ):
            result = opened.run(query, values)
            columns = tuple(result.keys())
            fetched = result.fetch(max_rows + 1)
            rows: list[Row] = [
                {name: plain(value) for name, value in zip(columns, row, strict=True)} for row in fetched[:max_rows]
            ]
            opened.rollback()
            return Table(columns, tuple(rows), len(fetched) > max_rows)
    except (Neo4jError, DriverError) as error:
        raise translated(error, connection.address) from error
