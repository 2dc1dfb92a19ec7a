"""Both backends give the same rows for every function, and the rows that the contracts' labels say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from core.contracts.extract import extract
from core.contracts.samples import sample_files
from core.documents import Limits, read_directly
from core.graph import GraphContract, GraphStore, open_graph, temporary_graph
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from core.settings import Settings
from oracles.graph_answers import answer, covered, entries, questions, relations, right

pytestmark = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]
COUNT = 210


@pytest.fixture(scope="module")
def shipped(settings: Settings, generated: tuple[GraphContract, ...]) -> list[GraphContract]:
    """The shipped contracts in Japanese as the built-in engine reads them, and generated ones."""
    chosen = [path for path in sample_files() if path.suffix == ".docx"]
    return [*(_read(path, settings) for path in chosen), *generated]


def _read(path: Path, settings: Settings) -> GraphContract:
    document = read_directly(path.read_bytes(), file_name=path.name, limits=Limits.of(settings))
    extraction = extract(document, settings)
    return GraphContract(
        contract_id="c" + document.sha256[:15],
        sha256=document.sha256,
        title=path.stem,
        file_name=path.name,
        language=document.language,
        extraction=extraction,
        text=document.text,
        pages=document.pages,
    )


@pytest.fixture(scope="module")
def both(
    settings: Settings, neo4j_settings: Settings, shipped: list[GraphContract]
) -> Iterator[tuple[GraphStore, GraphStore]]:
    """The embedded graph and the server's, filled alike."""
    with temporary_graph(settings) as embedded:
        served = open_graph(neo4j_settings)
        served.clear()
        for graph in (embedded, served):
            graph.project_many(shipped)
            for entry in entries():
                graph.project_entry(entry)
            graph.project_relations(relations(shipped))
        yield embedded, served
        served.clear()
        served.close()


def test_every_function_is_asked() -> None:
    assert covered() == FUNCTIONS.keys()


def test_rows_are_equal_and_right(both: tuple[GraphStore, GraphStore], shipped: list[GraphContract]) -> None:
    embedded, served = both
    asked = questions(shipped, COUNT)
    assert min(Counter(question.function for question in asked).values()) == COUNT // len(FUNCTIONS)
    wrong: list[Any] = []
    filled: Counter[str] = Counter()
    for question in asked:
        total, rows = answer(embedded, question)
        filled[question.function] += total > 0
        if (total, rows) != answer(served, question):
            wrong.append(("differ", question))
        if not right(question, total, rows):
            wrong.append(("not what the labels say", question))
    assert wrong == []
    # A function that finds nothing proves nothing.
    assert all(filled[name] >= 5 for name in FUNCTIONS), filled


@pytest.mark.parametrize("field", ["agreement_date", "expiration_date"])
def test_both_days_of_a_window_count(both: tuple[GraphStore, GraphStore], field: str) -> None:
    """At the edges: a day is in a window that begins or ends on it, and in none that begins after or ends before it."""
    by_date = FUNCTIONS["get_contracts_by_date"]
    every = by_date.run(both[0], {"field": field, "limit": 500}).rows
    day = sorted(str(row_dict(row)["day"]) for row in every)[len(every) // 2]
    before, after = (str(date.fromisoformat(day) + timedelta(days=step)) for step in (-1, 1))
    on_it = {str(row_dict(row)["contract_id"]) for row in every if row_dict(row)["day"] == day}
    assert on_it
    for graph in both:
        for window, there in (
            ({"from_day": day, "to_day": day}, True),
            ({"to_day": day}, True),
            ({"from_day": day}, True),
            ({"to_day": before}, False),
            ({"from_day": after}, False),
        ):
            rows = by_date.run(graph, {"field": field, "limit": 500, **window}).rows
            found = {str(row_dict(row)["contract_id"]) for row in rows}
            assert (on_it <= found, on_it & found != set()) == (there, there), (graph.backend, window)


def test_the_graphs_are_equal(both: tuple[GraphStore, GraphStore]) -> None:
    embedded, served = both
    assert embedded.dump() == served.dump()
