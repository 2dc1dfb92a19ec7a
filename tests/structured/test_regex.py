"""Patterns against Python's `re`, and what is refused by name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.structured import Budget, BudgetExceeded, RegexError
from core.structured.regex import automata_of

ATOMS = [
    "a",
    "b",
    "[ab]",
    "[^a]",
    ".",
    "^",
    "$",
    r"\d",
    "(a|b)",
    "(?:ab)*",
    "a{1,2}",
    "b?",
    "(^a|b$)",
    "é",
    "[é-ü]",
    "|",
]


def matches(pattern: str, text: str) -> bool:
    return all(automaton.matches(text) == wanted for automaton, wanted in automata_of(pattern, budget=Budget()))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6),
    st.lists(st.text("abé1\n", max_size=5), min_size=3, max_size=3),
)
def test_a_pattern_is_found_where_python_finds_it(atoms: list[str], texts: list[str]) -> None:
    pattern = "".join(atoms)
    expected = re.compile(pattern.replace("$", r"\Z"), re.ASCII)
    for text in texts:
        assert matches(pattern, text) == bool(expected.search(text)), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"^(?!.*/)^(.*[^.]+.*)$", "abc", True),
        (r"^(?!.*/)^(.*[^.]+.*)$", "a/c", False),
        (r"^(?=.*\d)[a-z\d]+$", "abc", False),
        (r"^(?=.*\d)[a-z\d]+$", "ab1", True),
        (r"^\p{Lu}\p{L}*$", "Ärger", True),
        (r"^\p{Lu}\p{L}*$", "ärger", False),
        (r"^\u{1f600}$", "😀", True),
        (r"^\ud83d\ude00$", "😀", True),
        (r"^[\w-]+\.$", "a-b.", True),
        (r"^a{2,3}$", "aaaa", False),
        (r"^.$", "\u2028", False),
        (r"a^b", "ab", False),
        (r"^x{0}$", "", True),
    ],
)
def test_what_json_schema_patterns_mean(pattern: str, text: str, expected: bool) -> None:
    assert matches(pattern, text) is expected


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (r"(a)\1", "back-references are not supported at position 3"),
        (r"(?<=a)b", "look-behind is not supported at position 1"),
        (r"a(?!b)", "a look-ahead that is not behind ^ at position 1"),
        (r"\bword", "word boundaries are not supported at position 0"),
        ("(a", "missing )"),
        ("a)", "unmatched )"),
        ("[b-a]", "range out of order"),
        ("*a", "nothing to repeat"),
        ("[a", "missing ]"),
        (r"\p{Nonsense}", "unknown character property"),
    ],
)
def test_what_is_refused_by_name(pattern: str, message: str) -> None:
    with pytest.raises(RegexError) as caught:
        automata_of(pattern, budget=Budget())
    assert str(caught.value).startswith(message)


def test_nested_repetitions_end_in_an_error() -> None:
    with pytest.raises(BudgetExceeded):
        automata_of("((a{1,999}){1,999}){1,999}", budget=Budget())
