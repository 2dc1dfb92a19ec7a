"""Lexical states of numbers: a number ends by leaving the next byte to what follows."""

from __future__ import annotations

import numpy as np

from core.structured.automata.table import DEAD, Table
from core.structured.automata.walk import exit_cell
from core.structured.numbers.automaton import NUMBER_BYTES, NumberAutomaton
from core.structured.numbers.number_words import NOWHERE, NumberWords

_COLUMNS = np.array(list(NUMBER_BYTES))
NUMBER_KIND = 65  # kinds of end are 65 + 2 * an index into `ends`; odd, as those of texts are even

Place = tuple[int, tuple[int | None, ...]]


class NumberLexeme:
    """The union of a finite set of values and of sets under constraints; an end's kind says which of them hold.

    `ends[(kind - NUMBER_KIND) // 2]` are the bits of a kind: those of the value, and the bit of each
    constraint (given with its number).
    """

    alone = False

    def __init__(self, words: NumberWords | None, sets: tuple[tuple[int, NumberAutomaton], ...]) -> None:
        self._words = words
        self._numbered = sets
        self._sets = tuple(word_set for _, word_set in sets)
        self._ids: dict[Place, int] = {}
        self._places: dict[int, Place] = {}
        self._kinds: dict[int, int] = {}
        self.ends: list[int] = []
        self._begin: Place = (words.start if words else NOWHERE, tuple(word_set.start for word_set in self._sets))

    def clone(self) -> NumberLexeme:
        """A copy for another table that begins as a copy of this one's."""
        copy = NumberLexeme(self._words, self._numbered)
        copy._ids, copy._places = dict(self._ids), dict(self._places)
        copy._kinds, copy.ends = dict(self._kinds), list(self.ends)
        return copy

    def first_cells(self, table: Table) -> dict[int, int]:
        """Cells of the bytes with which a number begins."""
        cells = {}
        for byte in b"-0123456789":
            place = self._after(self._begin, byte)
            if place is not None:
                cells[byte] = self._at(table, place)
        return cells

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Fill the row."""
        place = self._places[lexical]
        kind = self._kind(place)
        cells = []
        for char in NUMBER_BYTES:
            after = self._after(place, char)
            cells.append(DEAD if after is None else self._at(table, after))
        table.rows[lexical] = DEAD if kind < 0 else exit_cell(kind, takes_byte=False)
        table.rows[lexical, _COLUMNS] = cells

    def _at(self, table: Table, place: Place) -> int:
        number = self._ids.get(place)
        if number is None:
            number = self._ids[place] = table.add_states(self)
            self._places[number] = place
            table.ends[number] = self._kind(place)
        return number

    def _after(self, place: Place, byte: int) -> Place | None:
        word = self._words.step(place[0], byte) if self._words else NOWHERE
        states = [
            automaton.step(state, byte) if state is not None else None
            for automaton, state in zip(self._sets, place[1], strict=True)
        ]
        if word == NOWHERE and states.count(None) == len(states):
            return None
        return word, tuple(states)

    def _kind(self, place: Place) -> int:
        bits = self._words.bits_at(place[0]) if self._words else 0
        for (number, automaton), state in zip(self._numbered, place[1], strict=True):
            if state is not None and automaton.accepts(state):
                bits |= 1 << number
        if not bits:
            return -1
        kind = self._kinds.get(bits)
        if kind is None:
            kind = self._kinds[bits] = len(self.ends)
            self.ends.append(bits)
        return NUMBER_KIND + 2 * kind
