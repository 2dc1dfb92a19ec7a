"""A finite set of numbers, by value: `1`, `1.0` and `1.00` are the same."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from core.structured.numbers.bounds import bound_of

NOWHERE = -1


class NumberWords:
    """Numbers with bit sets, as an automaton over their spellings; -1 is the state that equals none of them."""

    def __init__(self, values: Iterable[tuple[Fraction, int]]) -> None:
        self._children: list[dict[str, int]] = [{}]
        self._bits: list[int] = [0]
        self._scientific: set[int] = set()  # ends of spellings with an exponent, which no digit may follow
        for value, bits in values:
            bound = bound_of(abs(value), is_open=False)
            spelling = bound.whole + (f".{bound.fraction}" if bound.fraction else "")
            for sign in ("-",) if value < 0 else ("",) if value > 0 else ("", "-"):
                self._add(sign + spelling, bits)
            self._add_scientific(value, bits)
        self._states: list[
            tuple[int, int, bool, int]
        ] = []  # node, bits of an equal value, in the fraction, digits of it
        self._numbers: dict[tuple[int, int, bool, int], int] = {}
        self.start = self._number((0, 0, False, 0))

    def _add(self, spelling: str, bits: int) -> None:
        node = 0
        for char in spelling:
            after = self._children[node].get(char)
            if after is None:
                after = self._children[node][char] = len(self._children)
                self._children.append({})
                self._bits.append(0)
            node = after
        self._bits[node] |= bits
        if "e" in spelling.lower():
            self._scientific.add(node)

    def _add_scientific(self, value: Fraction, bits: int) -> None:
        if not value or abs(value) > Fraction(10) ** 308 or abs(value) < Fraction(1, 10**308):
            return
        spelling = repr(float(value))
        if "e" in spelling:
            self._add(spelling, bits)
            self._add(spelling.replace("e", "E"), bits)

    def _number(self, state: tuple[int, int, bool, int]) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
        return number

    def step(self, state: int, byte: int) -> int:
        """The state after a byte, -1 where no value of the set goes on."""
        if state == NOWHERE:
            return NOWHERE
        node, equal, fraction, digits = self._states[state]
        char = chr(byte)
        after = self._children[node].get(char, NOWHERE) if node >= 0 else NOWHERE
        if char == "." and not fraction and node not in self._scientific:
            equal = self._bits[node] if node >= 0 else 0
            fraction, digits = True, 0
        elif fraction and char.isdigit():
            digits = 1
            if char != "0":
                equal = self._bits[after] if after >= 0 else 0
        else:
            equal = 0
            fraction = fraction and char.isdigit()
        if after < 0 and not equal:
            return NOWHERE
        return self._number((after, equal, fraction, digits))

    def bits_at(self, state: int) -> int:
        """Bits of the value that the digits so far spell, 0 for none."""
        if state == NOWHERE:
            return 0
        node, equal, fraction, digits = self._states[state]
        if fraction:
            return equal if digits else 0
        return self._bits[node] if node >= 0 else 0
