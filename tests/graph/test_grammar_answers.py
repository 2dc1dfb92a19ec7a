"""Questions about many contracts give what plain loops over the contracts give, or are refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import grammar_truth as truth
import pytest
from grammar_questions import FORMS, REFUSED, Truth

from core.errors import BadArguments
from core.graph import GraphStore
from core.graph.retrieval.by_question import answer_by_grammar
from core.graph.rows import row_dict
from graph_shelf import Shelf
from oracles.known_contracts import known

CONTRACTS = tuple(truth.contract(number) for number in range(60))
KNOWN = tuple(known(contract) for contract in CONTRACTS)
QUESTIONS = tuple((question, form) for form, questions in FORMS for question in questions)
SCOPED = tuple((questions[0], form) for form, questions in FORMS)
# A server is slow: it gets some of the forms, drawn once for all, each in one of its wordings.
DRAW = random.Random(20)
DRAWN = DRAW.sample(FORMS, 65)
ON_SERVER = tuple((DRAW.choice(questions), form) for form, questions in DRAWN[:50])
SCOPED_ON_SERVER = tuple((questions[0], form) for form, questions in DRAWN[50:])
REFUSED_ON_SERVER = DRAW.sample(REFUSED, 5)


def backends(embedded: Sequence[Sequence[Any]], server: Sequence[Sequence[Any]]) -> list[Any]:
    """Cases of the embedded graph and of the server, each with the name of its `shelf`."""
    marks = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]
    return [pytest.param("embedded", *case) for case in embedded] + [
        pytest.param("neo4j", *case, marks=marks) for case in server
    ]


@pytest.fixture
def filled(shelf: Shelf) -> GraphStore:
    return shelf.holding("questions", CONTRACTS)


def answered(graph: GraphStore, question: str, scope: Sequence[str] | None = None) -> list[list[Any]]:
    """Rows without the column that only leads to a page, comparable whatever their order."""
    result = answer_by_grammar(graph, question, scope, today=truth.TODAY)
    rows = [row_dict(row) for row in result.rows]
    return ordered([[cell for name, cell in row.items() if name != "page"] for row in rows])


def ordered(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    plain = [[round(cell, 4) if isinstance(cell, float) else _text(cell) for cell in row] for row in rows]
    return sorted(plain, key=repr)


def _text(cell: Any) -> Any:
    return cell.isoformat() if hasattr(cell, "isoformat") else cell


@pytest.mark.parametrize(("shelf", "question", "expected"), backends(QUESTIONS, ON_SERVER), indirect=["shelf"])
def test_the_answer_is_that_of_a_plain_loop(filled: GraphStore, question: str, expected: Truth) -> None:
    assert answered(filled, question) == ordered(expected(KNOWN))


@pytest.mark.parametrize(
    ("shelf", "question"),
    backends([(question,) for question in REFUSED], [(question,) for question in REFUSED_ON_SERVER]),
    indirect=["shelf"],
)
def test_what_is_not_understood_whole_gets_no_number(filled: GraphStore, question: str) -> None:
    with pytest.raises(BadArguments):
        answer_by_grammar(filled, question, None, today=truth.TODAY)


@pytest.mark.parametrize(("shelf", "question", "form"), backends(SCOPED, SCOPED_ON_SERVER), indirect=["shelf"])
def test_a_scope_holds_for_every_form(filled: GraphStore, question: str, form: Truth) -> None:
    inside = KNOWN[::3]
    assert answered(filled, question, [contract.id for contract in inside]) == ordered(form(inside))


def test_an_empty_scope_gives_nothing(filled: GraphStore) -> None:
    assert answered(filled, "How many contracts expire in 2021?", []) == [[0, 0]]
    assert answered(filled, "Number of contracts by governing law", []) == []
