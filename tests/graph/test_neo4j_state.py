"""Several programs on one Neo4j graph, what readers see of it, and queries that are not ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from typing import Any

import pytest

from core.errors import GraphBusy, GraphError, GraphTimeout, NotFound
from core.graph import GraphContract, open_graph, temporary_graph
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.neo4j.connection import version_numbers
from core.graph.neo4j.neo4j_graph import Neo4jGraph
from core.graph.neo4j.vectors import index_search
from core.record import Fact, Party
from core.settings import Settings

pytestmark = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]
Generated = tuple[GraphContract, ...]


@pytest.fixture
def programs(neo4j_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Neo4jGraph]]:
    """Two programs' graphs on the server, empty."""
    monkeypatch.setattr("core.graph.neo4j.state.WAIT_S", 0.3)
    with ExitStack() as opened:
        graphs = [Neo4jGraph(neo4j_settings, HashedEmbedder()) for _ in range(2)]
        for graph in graphs:
            opened.callback(graph.close)
        graphs[0].clear()
        yield graphs
        graphs[0].clear()


def test_one_follows_the_store_at_a_time(programs: list[Neo4jGraph], generated: Generated) -> None:
    first, second = programs
    with first.writing():
        with first.writing():
            assert first.project(generated[0])
        with pytest.raises(GraphBusy, match="up to date"), second.writing():
            pass
        with pytest.raises(GraphBusy, match="up to date"):
            second.project(generated[1])
        assert second.rows("MATCH (a:Agreement) RETURN count(a) AS n") == [{"n": 1}]
    with second.writing():
        assert second.project_many(generated[:2]) == 1


def test_a_lease_whose_holder_was_killed_runs_out(
    programs: list[Neo4jGraph], generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = programs
    monkeypatch.setattr("core.graph.neo4j.state.LEASE_MS", 1)
    with first.writing():
        assert second.project(generated[0])
        with second.writing(), pytest.raises(GraphBusy):
            first.project(generated[1])


def test_the_revision_never_goes_back(programs: list[Neo4jGraph]) -> None:
    first, second = programs
    first.set_revision(12)
    second.set_revision(10)
    assert (first.revision(), second.revision()) == (12, 12)


def test_reading_is_done_again_when_the_graph_changed_meanwhile(
    programs: list[Neo4jGraph], generated: Generated
) -> None:
    reader, writer = programs
    counts = "MATCH (a:Agreement) RETURN count(a) AS n"
    tried: list[Any] = []

    def work() -> tuple[Any, Any]:
        before = reader.rows(counts)[0]["n"]
        if len(tried) < 2:
            writer.project(generated[len(tried)])
        tried.append(before)
        return before, reader.rows(counts)[0]["n"]

    assert reader.in_one_state(work) == (2, 2)
    assert tried == [0, 1, 2]


@pytest.mark.parametrize("error", [KeyError, NotFound, ZeroDivisionError, AssertionError])
def test_an_error_counts_only_where_nothing_changed(
    programs: list[Neo4jGraph], generated: Generated, error: type[Exception]
) -> None:
    reader, writer = programs

    def work() -> int:
        if writer.project(generated[0]):
            raise error("a contract that went away")
        return 7

    def failing() -> int:
        raise error("a contract that never was")

    assert reader.in_one_state(work) == 7
    with pytest.raises(error):
        reader.in_one_state(failing)


def test_half_of_a_commit_is_read_again(programs: list[Neo4jGraph]) -> None:
    """A list named a contract that was half gone, and the count of changes was not visible yet (issue 13, 3)."""
    tried: list[int] = []

    def work() -> int:
        tried.append(1)
        if len(tried) == 1:
            raise KeyError("None")
        return 7

    assert programs[0].in_one_state(work) == 7


def test_the_graph_is_the_embedded_one(programs: list[Neo4jGraph], settings: Settings, generated: Generated) -> None:
    with temporary_graph(settings) as embedded:
        embedded.project_many(generated)
        programs[0].project_many(generated)
        assert programs[0].dump() == embedded.dump()
        for contract in generated[::3]:
            embedded.remove(contract.contract_id)
            programs[1].remove(contract.contract_id)
        assert programs[0].dump() == embedded.dump()


def test_untrusted_rows_are_plain(programs: list[Neo4jGraph], make: Callable[..., GraphContract]) -> None:
    party = Party("Them", "Buyer", "JP", None, 0.5)
    graph = programs[0]
    graph.project(make(1, title="T", parties=(party,), facts=(Fact("expiration_date", "2030-05-06", None, 0.9),)))
    table = graph.read_untrusted(
        "MATCH p = (o:Organization)-[r:IS_PARTY_TO]->(a:Agreement) "
        "RETURN a.expiration_date AS day, o, r.role AS role, p, duration({days: 2}) AS more, $given AS given",
        {"given": [1, 2.5]},
        timeout_s=5,
        max_rows=10,
    )
    (row,) = table.rows
    assert table.columns == ("day", "o", "role", "p", "more", "given")
    assert (row["day"], row["role"], row["more"], row["given"]) == (date(2030, 5, 6), "Buyer", "P2D", [1, 2.5])
    path = row["p"]
    assert isinstance(path, list)
    assert [sorted(step)[:1] for step in path] == [["id"], ["confidence"], ["agreement_date"]] or len(path) == 3
    assert path[0] == row["o"]
    assert not table.truncated


def test_untrusted_rows_are_cut(programs: list[Neo4jGraph]) -> None:
    table = programs[0].read_untrusted("UNWIND range(1, 1000000) AS x RETURN x", timeout_s=5, max_rows=3)
    assert (table.rows, table.truncated) == (({"x": 1}, {"x": 2}, {"x": 3}), True)


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (n:Fact {id: 'x'}) RETURN n",
        "MATCH (n) DETACH DELETE n",
        "CALL db.createLabel('X')",
        "DROP INDEX shinsa_passage_text",
        "RETURN nonsense(",
        "MATCH (n) RETURN n.x; MATCH (n) DELETE n",
    ],
)
def test_untrusted_queries_cannot_write(programs: list[Neo4jGraph], query: str) -> None:
    before = programs[0].dump()
    with pytest.raises(GraphError):
        programs[0].read_untrusted(query, timeout_s=5, max_rows=3)
    assert programs[0].dump() == before


def test_an_untrusted_query_without_end_is_stopped(programs: list[Neo4jGraph]) -> None:
    with pytest.raises(GraphTimeout):
        programs[0].read_untrusted(
            "UNWIND range(1, 100000000) AS x UNWIND range(1, 100000000) AS y RETURN sum(x * y) AS n",
            timeout_s=0.3,
            max_rows=3,
        )
    assert programs[0].rows("RETURN 1 AS one") == [{"one": 1}]


def test_closed_is_closed(neo4j_settings: Settings) -> None:
    first, second = open_graph(neo4j_settings), open_graph(neo4j_settings)
    first.close()
    first.close()
    with pytest.raises(GraphError, match="closed"):
        first.revision()
    assert second.revision() == 0
    second.close()


@pytest.mark.parametrize(
    ("version", "words"), [("5.26.16", "queryNodes"), ("2026.03.1", "queryNodes"), ("2026.04.0-1", "SEARCH e IN")]
)
def test_the_vector_index_is_asked_as_the_server_wants_it(version: str, words: str) -> None:
    assert words in index_search(version_numbers(version))


def test_the_vector_index_and_the_exact_scan_agree(
    programs: list[Neo4jGraph], generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = programs[0]
    graph.project_many(generated[:20])
    scope = [contract.contract_id for contract in generated[:20:2]]
    exact = [graph.nearest_excerpts("insurance part 1", 12, chosen) for chosen in (None, scope)]
    monkeypatch.setattr("core.graph.neo4j.vectors.EXACT", 0)
    assert [graph.nearest_excerpts("insurance part 1", 12, chosen) for chosen in (None, scope)] == exact
