"""Drawn queries with conditions over hops: rewritten for the embedded graph they give what plain loops give."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from core.graph.embedded.embedded_graph import EmbeddedGraph
from oracles.dialect_runs import Tally, ordered, outcome, raw_rows, rewritten_rows, small_graph
from oracles.random_cypher import FORMS, PATTERNS, Drawing, DrawnWorld, Form, Query

QUERIES = 120


@dataclass(frozen=True)
class Drawn:
    graph: EmbeddedGraph
    drawing: Drawing
    queries: tuple[Query, ...]


@pytest.fixture(scope="module")
def drawn() -> Iterator[Drawn]:
    world = DrawnWorld(7, contracts=24)
    graph = small_graph()
    world.write(graph)
    drawing = Drawing(world, 7)
    yield Drawn(graph, drawing, tuple(drawing.query() for _ in range(QUERIES)))
    graph.close()


def test_no_rewritten_query_is_wrong(drawn: Drawn) -> None:
    wrong: list[str] = []
    answered = 0
    for query in drawn.queries:
        rows = rewritten_rows(drawn.graph, query.text)
        if rows is not None:
            answered += 1
            if ordered(rows) != ordered(query.rows):
                wrong.append(query.text)
    assert wrong == []
    assert answered >= 0.9 * QUERIES


def test_the_queries_meet_the_faults_that_rewriting_is_for(drawn: Drawn) -> None:
    wrong = [query for query in drawn.queries if outcome(raw_rows(drawn.graph, query.text), query) == "wrong"]
    assert len(wrong) >= 5
    assert {query.form for query in drawn.queries} == set(FORMS)


@pytest.mark.parametrize("form", ["count", "exists", "not exists", "optional"])
def test_a_condition_on_the_middle_relation_alone(form: Form, drawn: Drawn) -> None:
    """The engine reads other rows' values for it unless the condition reads a node as well."""
    pattern = next(pattern for pattern in PATTERNS if len(pattern.steps) == 3 and "," not in pattern.text)
    for code in ("t0", "t1", "t2", "t3", "t4"):
        for sign, test in (("=", operator.eq), ("<>", operator.ne), (">=", operator.ge)):
            query = drawn.drawing.about(form, pattern, "h", "type", sign, code, test)
            assert outcome(rewritten_rows(drawn.graph, query.text), query) == "right", query.text


def test_a_seed_gives_the_same_queries(drawn: Drawn) -> None:
    drawing = Drawing(DrawnWorld(7, contracts=24), 7)
    assert [drawing.query() for _ in range(20)] == list(drawn.queries[:20])


def test_a_tally_adds_up(drawn: Drawn) -> None:
    tally = Tally()
    for query in drawn.queries[:12]:
        tally.add(drawn.graph, query)
    figures = tally.figures()
    assert figures["all"]["queries"] == 12
    assert figures["all"]["rewritten_wrong"] == 0
    assert figures["all"]["rewritten_refused"] == len(figures["faults"])
