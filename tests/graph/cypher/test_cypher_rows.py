"""Rows of generated queries on the embedded graph: equal to those computed in Python, within every bound."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from small_world import World
from valid_queries import VALID

from core.errors import CypherRefused, GraphError, GraphTimeout
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.embedded.reading_queries import MOST_PREPARED
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.retrieval.generated import run_cypher
from core.graph.store import Cell

BOMB = "UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y UNWIND range(1, 100000) AS z RETURN count(*) AS n"


def comparable(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 9)
    return [comparable(each) for each in value] if isinstance(value, list) else value


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=lambda row: tuple((value is None, str(value)) for value in row))


@pytest.mark.parametrize("number", range(len(VALID)))
def test_rows_are_right(number: int, world: World, small_graph: EmbeddedGraph) -> None:
    query, truth = VALID[number]
    wanted = [tuple(comparable(value) for value in row) for row in truth(world)]
    found = run_cypher(small_graph, query, timeout_s=10)
    rows = [tuple(comparable(row[name]) for name in found.table.columns) for row in found.table.rows]
    if "ORDER BY" in query:
        assert rows == wanted
    else:
        assert ordered(rows) == ordered(wanted)
    assert not found.table.truncated


def test_nodes_and_paths_are_plain(small_graph: EmbeddedGraph) -> None:
    query = "MATCH p = (a:Agreement {contract_id: 'a05'})-[r:AMENDS]->(b:Agreement) RETURN p, r, labels(b) AS l"
    row = run_cypher(small_graph, query, timeout_s=10).table.rows[0]
    path = row["p"]
    assert isinstance(path, list)
    assert [step.get("contract_id", step) for step in path if isinstance(step, dict)] == [
        "a05",
        {"score": 0.5},
        "a03",
    ]
    assert (row["r"], row["l"]) == ({"score": 0.5}, ["Agreement"])


def test_columns_have_the_names_that_were_written(small_graph: EmbeddedGraph) -> None:
    query = "MATCH (a:Agreement) RETURN substring(a.title, 0, 2), a.effective_date.year, sum(a.pages), a.language"
    assert run_cypher(small_graph, query, timeout_s=10).table.columns == (
        "substring(a.title, 0, 2)",
        "a.effective_date.year",
        "sum(a.pages)",
        "a.language",
    )


def test_rows_and_characters_are_cut_and_it_is_said(small_graph: EmbeddedGraph) -> None:
    query = "MATCH (a:Agreement) RETURN a.contract_id AS id ORDER BY id"
    cut = run_cypher(small_graph, query, timeout_s=10, max_rows=3).table
    assert (len(cut.rows), cut.truncated) == (3, True)
    few = run_cypher(small_graph, query, timeout_s=10, max_characters=40).table
    assert (few.rows, few.truncated) == (({"id": "a00"}, {"id": "a01"}, {"id": "a02"}), True)
    many = run_cypher(small_graph, "UNWIND range(1, 1000000) AS x RETURN x", timeout_s=10, max_rows=100_000).table
    assert (len(many.rows), many.truncated) == (1000, True)


def test_a_query_that_never_ends_is_stopped_and_leaves_the_graph_free(small_graph: EmbeddedGraph) -> None:
    with pytest.raises(GraphTimeout) as stopped:
        small_graph.read_untrusted(BOMB, timeout_s=0.3, max_rows=10)
    assert stopped.value.code == "graph_timeout"
    cartesian = (
        "MATCH (a:Excerpt), (b:Excerpt), (c:Excerpt), (d:Excerpt), (e:Excerpt), (f:Excerpt) "
        "WHERE a.page * b.page + c.page * d.page <> e.page * f.page RETURN count(*) AS n"
    )
    with pytest.raises(GraphTimeout):
        small_graph.read_untrusted(cartesian, timeout_s=0.3, max_rows=10)
    with pytest.raises(CypherRefused) as refused:
        run_cypher(small_graph, cartesian, timeout_s=0.3)
    assert refused.value.facts["rule"] == "too_costly"
    counted: list[int] = []
    thread = threading.Thread(
        target=lambda: counted.append(len(small_graph.rows("MATCH (c:Country) RETURN c.code AS code")))
    )
    thread.start()
    thread.join(10)
    assert counted == [3]
    small_graph.set_revision(small_graph.revision())


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (:Country {code: 'XX'})",
        "MATCH (c:Country) SET c.name = 'x'",
        "MATCH (c:Country) DETACH DELETE c",
        "MATCH (c:Country) RETURN c; MATCH (c:Country) RETURN c",
        "COPY (MATCH (c:Country) RETURN c.code) TO 'never.csv'",
        "CALL timeout=0",
        "CALL show_tables() RETURN *",
        "LOAD FROM 'never.csv' RETURN *",
        "INSTALL json",
        "MATCH (c:Nothing) RETURN c",
        "RETURN 1/0",
        "",
    ],
)
def test_without_the_guard_the_backend_still_changes_nothing(query: str, small_graph: EmbeddedGraph) -> None:
    before = small_graph.dump()
    with pytest.raises(GraphError) as refused:
        small_graph.read_untrusted(query, timeout_s=5, max_rows=10)
    assert not isinstance(refused.value, GraphTimeout)
    assert small_graph.dump() == before


def test_a_refusal_says_rule_reason_and_query(small_graph: EmbeddedGraph) -> None:
    with pytest.raises(CypherRefused) as refused:
        run_cypher(small_graph, "```\nMATCH (a:Agreement) DELETE a\n```", timeout_s=5)
    assert refused.value.facts == {
        "rule": "write",
        "detail": "DELETE writes; only reading is allowed.",
        "query": "MATCH (a:Agreement) DELETE a",
    }


def test_parameters_are_values(small_graph: EmbeddedGraph) -> None:
    query = "MATCH (o:Organization) WHERE o.name = $name RETURN o.id AS id"
    found = run_cypher(small_graph, query, {"name": 'O\'Neil "Quote" \\ LLC'}, timeout_s=5)
    assert found.table.rows == ({"id": "o2"},)


def test_a_query_that_ran_before_sees_what_has_changed_since(world: World) -> None:
    graph = EmbeddedGraph(None, HashedEmbedder(), timeout_s=20)
    count = "MATCH (a:Agreement) RETURN count(a) AS n"
    named = "MATCH (o:Organization) WHERE o.name = $name RETURN count(o) AS n"

    def asked(query: str, **values: Cell) -> Cell:
        return run_cypher(graph, query, values, timeout_s=10).table.rows[0]["n"]

    name = 'O\'Neil "Quote" \\ LLC'
    before = asked(count), asked(named, name=name), asked(named, name="nobody")
    world.write(graph)
    after = asked(count), asked(named, name=name), asked(named, name="nobody")
    assert (before, after) == ((0, 0, 0), (len(world.agreements()), 1, 0))
    graph.clear()
    assert (asked(count), asked(named, name=name)) == (0, 0)
    graph.close()


def test_one_query_takes_values_of_any_kind_one_after_the_other(small_graph: EmbeddedGraph) -> None:
    query = "MATCH (a:Agreement {contract_id: 'a05'}) RETURN $value AS value"
    for value in (1, 300, -70_000, 3_000_000_000, "x", "", 0.5, True, [1, 70_000], ["x"], 2, "y"):
        found = run_cypher(small_graph, query, {"value": value}, timeout_s=5)
        assert found.table.rows == ({"value": value},)


def test_only_the_last_queries_are_kept_ready(small_graph: EmbeddedGraph) -> None:
    for number in range(MOST_PREPARED + 10):
        found = run_cypher(small_graph, f"MATCH (a:Agreement) RETURN {number} AS n LIMIT 1", timeout_s=5)
        assert found.table.rows == ({"n": number},)
