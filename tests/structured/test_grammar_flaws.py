"""What is wrong with a grammar is said with an example, unless the grammar allows it."""

from __future__ import annotations

import pytest

from core.structured import (
    FlawKind,
    GrammarConflict,
    GrammarError,
    compile_grammar,
    grammar_flaws,
    shipped_grammar,
    shipped_grammars,
)

IF = 'start: s\ns: "if" "e" "then" s | "if" "e" "then" s "else" s | "x"'


@pytest.mark.parametrize(
    ("notation", "kind", "parts"),
    [
        (
            'start: e\ne: e "+" e | "1"',
            "ambiguity",
            ["conflict of e", "'1 + 1 + 1'", "e(e(1 + 1) + 1)", "e(1 + e(1 + 1))", "%allow ambiguity"],
        ),
        (IF, "ambiguity", ["'if e then if e then x else x'", "s(if e then s(if e then x) else x)"]),
        ('start: ["x"] start "y" | "z"', "ambiguity", ["'x z y y'"]),  # left recursion hidden by an option
        ('start: a | b\na: "x"\nb: "x"', "ambiguity", ["'x'", "start(a(x))", "start(b(x))"]),
        ('start: "x" | "x"', "ambiguity", ["two alternatives of start are the same"]),
        ('start: ["x"] ["x"]', "ambiguity", ["twice in a row"]),
        ('start: a | b\na: ["x"]\nb: ["y"]', "ambiguity", ["the empty text has two derivations by start"]),
        ('start: a\na: b | "x"\nb: a', "cycle", ["a → b → a"]),
        ('start: a\na: ["y"] a | "x"', "cycle", ["a → a"]),
        ('start: ("a"*)* "b"', "ambiguity", ["a repetition in start"]),
        ("start: A | B\nA.2: /[a-z]+/\nB: /[a-c]+/", "shadowed", ["B is never matched: A has all its words"]),
        ('start: A | "if"\nA.1: /[a-z]+/', "shadowed", ['"if" is never matched']),
        ('start: "a"\nb: "c"', "unused", ["b is not reached"]),
        ('start: "a" | b\nb: "c" b', "endless", ["b has no finite text"]),
    ],
)
def test_a_flaw_is_refused_with_an_example_and_can_be_allowed(notation: str, kind: FlawKind, parts: list[str]) -> None:
    with pytest.raises(GrammarError) as caught:
        compile_grammar(notation)
    message = str(caught.value)
    assert caught.value.facts["kind"] == kind
    assert isinstance(caught.value, GrammarConflict) == (kind not in ("unused", "endless"))
    assert [part for part in parts if part not in message] == [], message
    flaws = {flaw.kind for flaw in grammar_flaws(notation)}
    compile_grammar(notation + "\n%allow " + " ".join(flaws))
    compile_grammar(notation, allow=flaws)


@pytest.mark.parametrize(
    "notation",
    [
        'start: e\ne: e "+" t | t\nt: "1" | "(" e ")"',  # left recursion
        'start: "a" start | "a"',
        'start: ["x"] "y"* ("z" | "w")+',
        'start: NAME | "if"\nNAME: /[a-z]+/',  # a keyword goes before a name and has few words
        'start: A "!" | B "?"\nA: /[a-z]+/\nB: /[a-z]+/',  # of equal rank: both are followed
    ],
)
def test_what_is_unambiguous_passes(notation: str) -> None:
    compile_grammar(notation)
    assert grammar_flaws(notation) == []


def test_what_is_not_decided_is_said_and_not_refused() -> None:
    """Palindromes need more than one symbol of look-ahead, and each has one derivation."""
    notation = 'start: "a" start "a" | "b" start "b" | "a" | "b"'
    compile_grammar(notation)
    (flaw,) = grammar_flaws(notation)
    assert "no ambiguity found" in flaw.message
    assert "not decided" in flaw.message


def test_an_unknown_kind_is_refused_by_name() -> None:
    with pytest.raises(GrammarError, match="%allow everything: there are ambiguity, cycle"):
        compile_grammar('start: "a"\n%allow everything')


@pytest.mark.parametrize("name", shipped_grammars())
def test_shipped_grammars_have_no_flaw_but_ambiguity(name: str) -> None:
    assert {flaw.kind for flaw in grammar_flaws(shipped_grammar(name))} <= {"ambiguity"}
