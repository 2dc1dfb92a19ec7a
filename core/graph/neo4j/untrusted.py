"""A query that is not ours on Neo4j: explained first, then run where nothing can be written, stopped in time.

The server stops a transaction at its limit of time when it looks at it, which it does not while it compares two large
patterns or matches an expression. The caller does not wait for that: it is answered at the limit, the transaction is
terminated by its mark, and what waits for the server is left to end with it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from uuid import uuid4

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from core import logs
from core.errors import GraphError, GraphTimeout
from core.graph.neo4j.connection import Neo4jConnection, translated
from core.graph.neo4j.values import plain
from core.graph.store import Parameters, QueryTable, Row

GRACE_S = 1.0  # after the server's own limit, for its answer to come
MARK = "shinsa_query"
_log = logs.log(__name__)


@dataclass(slots=True)
class _Outcome:
    done: threading.Event = field(default_factory=threading.Event)
    table: QueryTable | None = None
    error: GraphError | None = None


def read_untrusted(
    connection: Neo4jConnection, query: str, parameters: Parameters, *, timeout_s: float, max_rows: int
) -> QueryTable:
    """Rows of a query that the guard let through.

    Raises:
        GraphError: the server refused it, or says that it writes; GraphTimeout when it took too long, GraphTooLarge
            when it took more memory than the server gives a transaction.
    """
    mark = uuid4().hex
    outcome = _Outcome()

    def work() -> None:
        try:
            outcome.table = _read(connection, query, parameters, timeout_s, max_rows, mark)
        except GraphError as error:
            outcome.error = error
        finally:
            outcome.done.set()

    threading.Thread(target=work, name="cypher", daemon=True).start()
    if not outcome.done.wait(timeout_s + GRACE_S):
        threading.Thread(target=_terminate, args=(connection, mark), name="cypher-stop", daemon=True).start()
        raise GraphTimeout(f"The query took longer than {timeout_s:g} s", query=query, limit_s=timeout_s)
    if outcome.error is not None:
        raise outcome.error
    assert outcome.table is not None
    return outcome.table


def _terminate(connection: Neo4jConnection, mark: str) -> None:
    """Tell the server to end the transactions of this mark; where it may not, its own limit of time ends them."""
    query = f"SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.{MARK} = $mark RETURN transactionId AS id"
    try:
        with connection.session(access=neo4j.READ_ACCESS) as session:
            ids = [row["id"] for row in session.run(query, mark=mark)]
            if ids:
                session.run("TERMINATE TRANSACTIONS $ids", ids=ids).consume()
    except (Neo4jError, DriverError, GraphError) as error:
        _log.warning("a query could not be ended", reason=str(error))


def _read(
    connection: Neo4jConnection, query: str, parameters: Parameters, timeout_s: float, max_rows: int, mark: str
) -> QueryTable:
    values = dict(parameters)
    try:
        with (
            connection.session(access=neo4j.READ_ACCESS) as session,
            session.begin_transaction(metadata={MARK: mark}, timeout=timeout_s) as explained,
        ):
            kind = explained.run(f"EXPLAIN {query}", values).consume().query_type
        if kind != "r":
            raise GraphError(f"Neo4j says that the query is not a reading one: {kind}", query=query)
        with (
            connection.session(access=neo4j.READ_ACCESS) as session,
            session.begin_transaction(metadata={MARK: mark}, timeout=timeout_s) as opened,
        ):
            result = opened.run(query, values)
            columns = tuple(result.keys())
            fetched = result.fetch(max_rows + 1)
            rows: list[Row] = [
                {name: plain(value) for name, value in zip(columns, row, strict=True)} for row in fetched[:max_rows]
            ]
            opened.rollback()
            return QueryTable(columns, tuple(rows), len(fetched) > max_rows)
    except (Neo4jError, DriverError) as error:
        raise translated(error, connection.address) from error
