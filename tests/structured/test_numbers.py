"""Number automata against plain arithmetic, for random constraints and spellings."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from core.structured import Budget
from core.structured.numbers import Number, NumberAutomaton, NumberWords

BOUNDS = st.sampled_from(
    [Fraction(n, d) for n in (-100, -10, -3, 0, 1, 5, 9, 10, 12, 99, 250, 1000) for d in (1, 4, 10)]
)
STEPS = st.sets(st.sampled_from([Fraction(1), Fraction(3), Fraction(5), Fraction(1, 10), Fraction(3, 2)]), max_size=2)
PLAIN = st.builds(
    lambda sign, whole, fraction: f"{sign}{whole}{fraction}",
    st.sampled_from(["", "-"]),
    st.one_of(st.integers(0, 20), st.integers(0, 1500)),
    st.sampled_from(["", "", ".0", ".5", ".05", ".25", ".50", ".125", ".99"]),
)
SCIENTIFIC = st.builds(
    lambda sign, digit, fraction, letter, exponent: f"{sign}{digit}{fraction}{letter}{exponent}",
    st.sampled_from(["", "-"]),
    st.integers(1, 9),
    st.sampled_from(["", ".5", ".05", ".0", ".999"]),
    st.sampled_from("eE"),
    st.sampled_from(["1", "2", "+2", "-1", "-2", "+0", "3", "10"]),
)


@settings(max_examples=200, deadline=None)
@given(
    low=st.none() | BOUNDS,
    high=st.none() | BOUNDS,
    opens=st.tuples(st.booleans(), st.booleans()),
    multiples=STEPS,
    avoided=STEPS,
    excluded=st.sets(st.sampled_from([Fraction(0), Fraction(5), Fraction(1, 2)]), max_size=2),
    texts=st.lists(PLAIN, min_size=1, max_size=12),
    scientific=st.lists(SCIENTIFIC, max_size=6),
)
def test_a_spelling_is_accepted_exactly_when_its_value_is_allowed(
    low, high, opens, multiples, avoided, excluded, texts, scientific
) -> None:
    number = Number(low, high, *opens, frozenset(multiples), frozenset(avoided), frozenset(excluded))
    automaton = NumberAutomaton(number, Budget())
    if avoided | multiples <= {Fraction(1)} and not excluded:  # other numbers are spelled without exponent
        texts = texts + scientific
    for text in texts:
        state = automaton.start
        lived = state is not None
        for byte in text.encode():
            state = automaton.step(state, byte) if state is not None else None
        accepted = state is not None and automaton.accepts(state)
        assert accepted == number.admits(Fraction(Decimal(text))), (number, text)
        assert lived or not accepted


def test_numbers_are_equal_by_value() -> None:
    words = NumberWords([(Fraction(1), 1), (Fraction(12), 2), (Fraction("12.05"), 4), (Fraction(0), 8)])

    def bits(text: str) -> int:
        state = words.start
        for byte in text.encode():
            state = words.step(state, byte)
        return words.bits_at(state)

    spellings = {"1": 1, "1.0": 1, "1.": 0, "12": 2, "12.00": 2, "12.05": 4, "12.050": 4, "12.5": 0, "-0": 8, "-0.0": 8}
    assert {text: bits(text) for text in spellings} == spellings
