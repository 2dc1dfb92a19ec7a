"""Random grammars: the engine accepts what a slow reading accepts, and every state it keeps has a completion."""

from __future__ import annotations

import itertools
import os

import numpy as np
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from core.structured import Budget, BudgetExceeded, GrammarError, Masks, Matcher, Vocabulary, compile_grammar
from core.structured.closing import closing
from core.structured.grammar.flaws import FLAW_KINDS
from structured.grammar_reference import Reference

SCALE = int(os.environ.get("STRUCTURED_EXAMPLES", "1"))
ALPHABET = "ab "
RELAXED = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]  # to make a failing grammar smaller takes minutes
PATTERNS = ["a", "b", "ab", "a+", "b+", "[ab]+", "aba", "a*b", "ba?", "a b", "(ab)+", "a(ba)*", "aab", "abb|a"]
LITERALS = ["a", "b", "ab", "ba", "aa", "abab"]
TOKENS = [b"a", b"b", b" ", b"ab", b"ba", b"aa", b" a", b"b ", b"a b", b"abab", b"bb", b"  ", b"aab a", b""]
VOCABULARY = Vocabulary(TOKENS, ends=[len(TOKENS) - 1])


@st.composite
def grammars(draw: st.DrawFn) -> Reference:
    terminals, literals = {}, set()
    for name in ("A", "B", "C", "D")[: draw(st.integers(1, 4))]:
        if draw(st.booleans()):
            literals.add(name)
        pattern = draw(st.sampled_from(LITERALS if name in literals else PATTERNS))
        if name in literals and any(terminals[other] == pattern for other in literals if other in terminals):
            assume(False)
        terminals[name] = pattern
    symbols = st.sampled_from([*terminals, "start", "one", "two"])
    sides = st.lists(st.lists(symbols, max_size=3).map(tuple), min_size=1, max_size=3)
    rules = {name: draw(sides) for name in ("start", "one", "two")}
    ignored = frozenset()
    if draw(st.booleans()):
        terminals["W"] = draw(st.sampled_from([" ", " +"]))
        ignored = frozenset({"W"})
        assume(" " not in "".join(terminals[name] for name in terminals if name != "W"))
    word = draw(st.sampled_from([None, "A", "B", "X"]))
    if word == "X":
        terminals["X"] = draw(st.sampled_from(["[ab]+", "a[ab]*", "ab*"]))
    assume(word is None or (word in terminals and " " not in terminals[word]))
    priorities = tuple((name, draw(st.integers(0, 1))) for name in terminals if name != "W")
    return Reference(rules, terminals, frozenset(literals), ignored, priorities, word)


@settings(max_examples=40 * SCALE, deadline=None, suppress_health_check=RELAXED, phases=PHASES)
@given(reference=grammars())
def test_a_random_grammar_is_followed_exactly(reference: Reference) -> None:
    texts = ["".join(chars) for size in range(5) for chars in itertools.product(ALPHABET, repeat=size)]
    accepted = {text for text in texts if reference.accepts(text)}
    try:
        grammar = compile_grammar(reference.notation(), budget=Budget(seconds=5), allow=FLAW_KINDS)
    except GrammarError:
        grammar = None
    except BudgetExceeded:
        assume(False)
        raise
    if grammar is None:
        assert not accepted, reference.notation()
        return
    table = grammar.table
    living = {text[:size] for text in accepted for size in range(len(text) + 1)}
    for text in texts:
        try:
            state, _ = table.steps(grammar.start, text.encode())
        except BudgetExceeded:  # a state whose completions are looked for without end is refused, not guessed
            continue
        assert (state is not None and table.complete(state)) == (text in accepted), (reference.notation(), text)
        if state is None:
            assert text not in living, (reference.notation(), text)
        elif len(text) < 4:
            whole = text + closing(table, state).text.decode()
            if len(whole) < 40:
                assert reference.accepts(whole), (reference.notation(), text, whole)


@settings(max_examples=40 * SCALE, deadline=None, suppress_health_check=RELAXED, phases=PHASES)
@given(reference=grammars(), choices=st.lists(st.integers(0, 30), max_size=12))
def test_masks_are_what_single_steps_say(reference: Reference, choices: list[int]) -> None:
    try:
        grammar = compile_grammar(reference.notation(), budget=Budget(seconds=5), allow=FLAW_KINDS)
    except (GrammarError, BudgetExceeded):
        assume(False)
        raise
    matcher = Matcher(Masks(grammar, VOCABULARY))
    for choice in choices:
        try:
            matcher.mask()
        except BudgetExceeded:  # a state whose completions are looked for without end is refused, not guessed
            break
        bits = np.unpackbits(matcher.mask().view(np.uint8), bitorder="little")[: len(TOKENS)]
        expected = [
            bool(token) and grammar.table.steps(matcher.state, token)[0] is not None for token in TOKENS[:-1]
        ] + [matcher.complete()]
        assert bits.astype(bool).tolist() == expected, reference.notation()
        allowed = [number for number in range(len(TOKENS) - 1) if expected[number]]
        if not allowed:
            break
        matcher.advance(allowed[choice % len(allowed)])
