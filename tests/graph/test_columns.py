"""Lists from columns in memory are those that queries give, also after contracts have come, changed and gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import GraphError
from core.graph import GraphContract, temporary_graph
from core.graph.embedded import columns_reading as reading
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.neo4j.queried_lists import QueriedLists
from core.record import Fact
from core.settings import Settings
from oracles.graph_answers import answer, questions

Generated = tuple[GraphContract, ...]
BY_COLUMNS = frozenset(
    (
        "get_contracts_with_clause_type",
        "get_contracts_without_clause",
        "get_contracts_by_clauses",
        "get_contracts_by_date",
        "get_contracts_as_of",
        "get_contracts_by_governing_law",
        "list_contracts",
        "count_contracts",
    )
)


def compare(graph: EmbeddedGraph, asked_of: Generated, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [question for question in questions(asked_of, 210, seed=3) if question.function in BY_COLUMNS]
    kept = [answer(graph, question) for question in asked]
    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedGraph, "lists", lambda self: QueriedLists(self.rows))
        assert [answer(graph, question) for question in asked] == kept


def test_columns_follow_the_graph(settings: Settings, generated: Generated, monkeypatch: pytest.MonkeyPatch) -> None:
    with temporary_graph(settings) as graph:
        assert isinstance(graph, EmbeddedGraph)
        assert graph.columns().ids == []
        graph.project_many(generated[:30])
        compare(graph, generated, monkeypatch)
        graph.project(generated[33])
        changed = replace(
            generated[2],
            title="000 first",
            extraction=replace(
                generated[2].extraction,
                facts=(
                    Fact("governing_law", "JP", "Tokyo", 1.0, None),
                    Fact("expiration_date", "2031-05-06", None, 1.0, None),
                ),
                clauses=generated[5].extraction.clauses,
            ),
        )
        graph.project(changed)
        graph.remove(generated[7].contract_id)
        compare(graph, (*generated, changed), monkeypatch)
        assert graph.columns().ids[0] == changed.contract_id
        graph.clear()
        assert graph.columns().ids == []


def test_many_changes_are_read_at_once(
    settings: Settings, generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    with temporary_graph(settings) as graph:
        graph.project_many(generated[:20])
        assert isinstance(graph, EmbeddedGraph)
        before = graph.columns()
        monkeypatch.setattr(reading, "_MOST_CHANGED", 3)
        for contract in generated[20:26]:
            graph.project(contract)
        after = graph.columns()
        assert set(after.ids) - set(before.ids) == {contract.contract_id for contract in generated[20:26]}
        assert graph.columns() is after


def test_a_change_that_failed_is_not_listed(
    settings: Settings, generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    with temporary_graph(settings) as graph:
        graph.project_many(generated[:5])
        before = graph.columns()
        assert before is not None
        with monkeypatch.context() as patch:

            def failing(*_: object, **__: object) -> None:
                raise GraphError("disk full")

            patch.setattr("core.graph.embedded.embedded_graph.write", failing)
            with pytest.raises(GraphError, match="disk full"):
                graph.project(replace(generated[1], title="another"))
        after = graph.columns()
        assert after is not None
        assert after.ids == before.ids
