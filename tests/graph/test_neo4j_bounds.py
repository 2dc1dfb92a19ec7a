"""Neo4j ends what takes too long or too much, the caller waits no longer, and `doctor` looks at its limits."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import pytest

from core.errors import CypherRefused, GraphError, GraphTimeout, GraphTooLarge
from core.graph import GraphStore, open_graph
from core.graph.neo4j.connection import LIMITS, Neo4jConnection
from core.graph.retrieval.generated import run_cypher
from core.settings import Settings
from core.workbench.examination import examine

pytestmark = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]
LIMIT_S = 2.0
LONG = [
    "MATCH (a:Agreement), (b:Agreement) WITH DISTINCT a.title + b.title AS t RETURN count(t) AS n",
    "MATCH (a:Agreement), (b:Agreement) RETURN count(DISTINCT a.title + b.title) AS n",
    "UNWIND range(1, 10000) AS a UNWIND range(1, 9999) AS b RETURN count(DISTINCT a * b) AS n",
    "UNWIND range(1, 10000) AS a UNWIND range(1, 9999) AS b WITH collect(a * b) AS l RETURN size(l) AS n",
    "MATCH (a:Agreement), (b:Agreement) WITH a, b ORDER BY a.title + b.title RETURN collect(a.title)[0] AS first",
]
PRODUCTS = [
    "MATCH (a:Agreement), (b:Agreement), (c:Agreement) RETURN DISTINCT a.title, b.title, c.title",
    "MATCH (a:Agreement), (b:Agreement), (c:Agreement) RETURN count(*) AS n",
    "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN DISTINCT a + b AS s",
]


@pytest.fixture(scope="module")
def large(neo4j_settings: Settings) -> Iterator[GraphStore]:
    """The server's graph with 2,000 agreements that are titles only."""
    graph = open_graph(neo4j_settings)
    graph.clear()
    connection = Neo4jConnection(neo4j_settings)
    connection.write(
        lambda run: run(
            "UNWIND range(1, 2000) AS i CREATE (:Agreement {contract_id: 'c' + i, title: 'Agreement number ' + i})", {}
        )
    )
    yield graph
    connection.write(lambda run: run("MATCH (a:Agreement) DETACH DELETE a", {}))
    graph.clear()
    connection.close()
    graph.close()


def _working(settings: Settings) -> int:
    """Transactions of generated queries that the server still works on."""
    connection = Neo4jConnection(settings)
    rows = connection.read(
        lambda run: run(
            "SHOW TRANSACTIONS YIELD metaData WHERE metaData.shinsa_query IS NOT NULL RETURN count(*) AS n", {}
        )
    )
    connection.close()
    return int(str(rows[0]["n"]))


@pytest.mark.parametrize("query", [*LONG, *PRODUCTS])
def test_what_is_not_refused_is_ended_in_time(large: GraphStore, neo4j_settings: Settings, query: str) -> None:
    begin = time.monotonic()
    with contextlib.suppress(GraphTimeout, GraphTooLarge):
        large.read_untrusted(query, timeout_s=LIMIT_S, max_rows=100)
    assert time.monotonic() - begin < LIMIT_S + 2
    ended = time.monotonic() + 4
    while (left := _working(neo4j_settings)) and time.monotonic() < ended:
        time.sleep(0.1)
    assert left == 0
    assert large.rows("MATCH (a:Agreement) RETURN count(*) AS n") == [{"n": 2_000}]


@pytest.mark.parametrize("query", PRODUCTS)
def test_products_are_refused_by_their_cost(large: GraphStore, query: str) -> None:
    with pytest.raises(CypherRefused):
        run_cypher(large, query, timeout_s=LIMIT_S)


def test_a_refusal_of_the_server_is_no_timeout(large: GraphStore) -> None:
    with pytest.raises(GraphError) as refused:
        large.read_untrusted("MATCH (a:Agreement) RETURN a.title / 0", timeout_s=LIMIT_S, max_rows=1)
    assert refused.value.code == "graph"


def test_doctor_looks_at_the_servers_limits(
    neo4j_settings: Settings, large: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert large.unbounded() == ()
    monkeypatch.setattr(Neo4jConnection, "limits", lambda self: dict.fromkeys(LIMITS, "0B"))
    assert large.unbounded() == LIMITS
    large.clear()
    findings = {finding.part: finding for finding in examine(neo4j_settings)}
    assert findings["graph limits"].state == "failed"
    assert "db.memory.transaction.max" in (findings["graph limits"].remedy or "")
