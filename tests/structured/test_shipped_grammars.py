"""The grammars that ship: real texts are accepted, and wrong ones stop where they go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cypher import GrowingQuery, first_impossible
from core.cypher.syntax.query_clauses import parse
from core.cypher.syntax.tokens import tokenise
from core.local_model import Sampling, generate, untrained_model
from core.structured import Budget, Compiled, Matcher, compile_grammar, masks_of, shipped_grammar, shipped_grammars

SAMPLES = Path(__file__).resolve().parents[1] / "data" / "structured"


@pytest.fixture(scope="module")
def grammars() -> dict[str, Compiled]:
    return {name: compile_grammar(shipped_grammar(name), budget=Budget(seconds=60)) for name in shipped_grammars()}


def stop(grammar: Compiled, text: str) -> int | None:
    """The first impossible byte, -1 where only the end is missing, None if the text is whole."""
    state, taken = grammar.table.steps(grammar.start, text.encode())
    if state is None:
        return taken
    return None if grammar.table.complete(state) else -1


@pytest.mark.parametrize("name", shipped_grammars())
def test_a_sample_is_accepted_and_cut_off_it_can_go_on(grammars: dict[str, Compiled], name: str) -> None:
    text = (SAMPLES / f"{name}.txt").read_text("utf-8")
    assert stop(grammars[name], text) is None
    for size in range(0, len(text), 37):
        assert stop(grammars[name], text[:size]) in (None, -1)


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("json", '{"a": 01}', 7),
        ("json", '{"a": 1,}', 8),
        ("mini_c", "int f( { }", 7),
        ("mini_c", "int x = 5 int", 10),
        ("go", "package main\nfunc f() { x := }\n", 29),
        ("go", "package main\nvar x int = 1 var", 27),
        ("python", "if x:\ny = 1\n", 6),
        ("python", "x = = 1\n", 4),
        ("python", "def f(:\n", 6),
        ("sql", "SELECT FROM t", 11),
        ("sql", "SELECT a FROM WHERE x", 19),
        ("cypher", "CREATE (n)", 1),
        ("cypher", "MATCH (a) DELETE a", 10),
        ("cypher", "MATCH (a) RETURN a.b ) c", 21),
        ("cypher", "RETURNa", 6),
        ("cypher_writing", "MATCH (a) RETURN a.b LIMIT 1a", 28),
        ("python", "for x iny:\n  pass\n", 8),
    ],
)
def test_a_wrong_text_stops_where_nothing_mends_it(
    grammars: dict[str, Compiled], name: str, text: str, place: int
) -> None:
    assert stop(grammars[name], text) == place


def test_a_query_is_followed_while_it_is_written() -> None:
    guard = GrowingQuery()
    assert guard.feed("MATCH (a:Agreement) ") is None
    stopped = guard.feed("SET a.x = 1 RETURN a")
    assert stopped is not None
    assert stopped.position == 20


def test_a_query_in_a_fence_or_with_prose_counts() -> None:
    assert first_impossible("```cypher\nMATCH (a) RETURN a\n```") is None
    assert first_impossible("Here is the query:\nMATCH (a) RETURN count(*) AS n") is None
    assert first_impossible("MATCH (a) RETURN a; DROP INDEX x") is not None
    assert first_impossible("MATCH (a) MERGE (b) RETURN a") is not None


def test_what_a_model_writes_is_what_the_reader_takes() -> None:
    """An untrained model writes nonsense in the grammar for models; all of it is read."""
    model = untrained_model()
    start = Matcher(masks_of(compile_grammar(shipped_grammar("cypher_writing")), model.tokens.vocabulary))
    prompt = model.tokens.encode("A query:")
    samples = generate(model, prompt, Sampling(0.8, 40, seed=5), start, 8)
    assert {sample.ended for sample in samples} <= {"model", "closed"}
    for sample in samples:
        parse(tokenise(sample.text.decode()))
