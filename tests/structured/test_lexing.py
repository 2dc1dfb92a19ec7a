"""The lexemes of a text, as a schema's, a pattern's and a grammar's lexer cut it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.structured import (
    Compiled,
    Vocabulary,
    compile_grammar,
    compile_json_schema,
    compile_regex,
    lexemes_of,
    masks_of,
    shipped_grammar,
    shipped_grammars,
)

VOCABULARY = Vocabulary([*(bytes([byte]) for byte in range(256)), b""], ends=[256])
TEXTS = Path(__file__).parents[1] / "data" / "structured"


def cut(compiled: Compiled, text: str) -> list[tuple[str, str, str]]:
    """Each lexeme with its terminals, and "…" where it is being written, "–" where it is left out."""
    return [
        (each.text.decode(), "|".join(each.terminals), "…" if not each.finished else "–" if each.ignored else "")
        for each in lexemes_of(masks_of(compiled, VOCABULARY), text.encode())
    ]


def test_of_a_schema() -> None:
    schema = compile_json_schema({"type": "object"})
    assert cut(schema, r'{"a": [1.5, "\"b", nu') == [
        ("{", "sign", ""),
        ('"a"', "key", ""),
        (":", "sign", ""),
        (" ", "space", "–"),
        ("[", "sign", ""),
        ("1.5", "number", ""),
        (",", "sign", ""),
        (" ", "space", "–"),
        (r'"\"b"', "string", ""),
        (",", "sign", ""),
        (" ", "space", "–"),
        ("nu", "word", "…"),
    ]
    assert cut(schema, r'{"a": "b\"')[-1] == (r'"b\"', "string", "…")
    assert cut(schema, '{"a": 12') == [*cut(schema, '{"a": '), ("12", "number", "…")]
    assert cut(schema, '{"a": [{"b": 1}, "c"], "d')[-1] == ('"d', "key", "…")
    assert cut(schema, '{"a": [{"b": 1}, "c')[-1] == ('"c', "string", "…")
    assert cut(schema, '{"a": }') == cut(schema, '{"a": ')


def test_of_a_pattern() -> None:
    assert cut(compile_regex("-?[0-9]+"), "-16") == [("-16", "TEXT", "…")]


def test_of_a_grammar() -> None:
    grammar = compile_grammar(
        """
        start: (NAME | NUMBER | RANGE | "if")+
        NAME: /[a-z]+/
        NUMBER: /[0-9]+(\\.[0-9]+)?/
        RANGE: ".."
        %ignore " "
        """,
        allow=("unused", "ambiguity", "shadowed"),
    )
    assert cut(grammar, "if x1..2.5 i") == [
        ("if", '"if"', ""),
        (" ", '" "', "–"),
        ("x", "NAME", ""),
        ("1", "NUMBER", ""),
        ("..", "RANGE", ""),
        ("2.5", "NUMBER", ""),
        (" ", '" "', "–"),
        ("i", "NAME", "…"),
    ]


@pytest.mark.parametrize("name", shipped_grammars())
def test_nothing_of_a_text_is_lost(name: str) -> None:
    text = (TEXTS / f"{name}.txt").read_bytes()[:600]
    found = lexemes_of(masks_of(compile_grammar(shipped_grammar(name)), VOCABULARY), text)
    assert b"".join(lexeme.text for lexeme in found) == text
    assert all(lexeme.terminals and lexeme.finished for lexeme in found[:-1])
