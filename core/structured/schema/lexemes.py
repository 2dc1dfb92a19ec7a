"""The lexemes that every JSON text shares: punctuation with white space, literals, free strings, free numbers.

They are made once for each choice of white space and copied into the table of each compiled schema.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from core.structured.automata.table import DEAD, END_OF_TEXT, Lexeme, Table
from core.structured.automata.utf8 import UTF8
from core.structured.automata.walk import FREE_STATE, Int32, exit_cell
from core.structured.budget import Budget
from core.structured.numbers import Number, NumberAutomaton, NumberLexeme

# Kinds of end. Texts and names have even kinds from 64, numbers odd ones from 65.
(VALUE, STRING, TRUE, FALSE, NULL, OPEN_OBJECT, OPEN_ARRAY, COMMA, CLOSE, OPEN_KEY, ITEM, OTHER_KEY) = range(1, 13)


@dataclass(frozen=True)
class Whitespace:
    """White space between tokens: up to `spaces` blanks, or a line end and up to `indent` blanks or tabs.

    Endless white space is what models fall into most easily, so there is always a limit. `indent` -1: no line ends.
    """

    spaces: int = 1
    indent: int = 40


COMPACT = Whitespace(0, -1)


@dataclass(frozen=True)
class Starts:
    """Ids of the shared lexical states in every table."""

    end: int
    string: int
    other_key: int
    literals: dict[int, dict[int, int]]  # kind: cell of its first letter
    number: dict[int, int]
    integer: dict[int, int]
    value: int
    colon: int
    open_object: int
    next_key: int
    after_member: int
    open_array: int
    after_item: int


class Fixed:
    """States whose rows were filled when they were made."""

    alone = False

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Never needed."""
        raise AssertionError("every row is known")

    def clone(self) -> Fixed:
        """Itself: it holds nothing."""
        return self


class _Spaced:
    """White space, then one of a few bytes."""

    alone = False

    def __init__(self, space: Whitespace, row: Int32) -> None:
        self._space = space
        self._row = row
        self._ids: dict[tuple[str, int], int] = {}
        self._places: dict[int, tuple[str, int]] = {}

    def clone(self) -> _Spaced:
        """A copy for another table that begins as a copy of this one's."""
        copy = _Spaced(self._space, self._row)
        copy._ids, copy._places = dict(self._ids), dict(self._places)
        return copy

    def at(self, table: Table, place: tuple[str, int]) -> int:
        """Id of a place: so many blanks (" "), behind a carriage return ("r"), so many blanks in a new line ("n")."""
        number = self._ids.get(place)
        if number is None:
            number = self._ids[place] = table.add_states(self)
            self._places[number] = place
        return number

    def _fill_line(self, table: Table, begin: int) -> None:
        """Fill the rows of a new line all at once: tokens of white space go through most of them."""
        count = self._space.indent
        first = table.add_states(self, count)
        table.rows[begin] = table.rows[first : first + count] = self._row
        if count:
            table.rows[begin, 0x20] = table.rows[begin, 0x09] = first
            inside = np.arange(first, first + count - 1)
            table.rows[inside, 0x20] = table.rows[inside, 0x09] = inside + 1

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Fill the row."""
        kind, count = self._places[lexical]
        if kind == "r":
            line = self.at(table, ("n", 0))
            table.rows[lexical] = DEAD
            table.rows[lexical, 0x0A] = line
            return
        if kind == "n":
            self._fill_line(table, lexical)
            return
        table.rows[lexical] = self._row
        if kind == " " and count < self._space.spaces:
            after = self.at(table, (" ", count + 1))
            table.rows[lexical, 0x20] = after
        if kind == " " and count == 0 and self._space.indent >= 0:
            line, carriage = self.at(table, ("n", 0)), self.at(table, ("r", 0))
            table.rows[lexical, 0x0A] = line
            table.rows[lexical, 0x0D] = carriage


FIXED = Fixed()


def _add_string(table: Table, kind: int, *, counting: bool) -> int:
    """Free string contents that end as `kind`; the state between two characters may count them."""
    first = table.add_states(FIXED, 17)
    text, middle = first, first  # first + 1..7: inside a character, as in `UTF8`
    escape, h0, h1, h2, h3, d1, s2, s3, low_backslash = range(first + 8, first + 17)
    more = table.add_states(FIXED, 5)
    low_u, g0, g1, g2, g3 = range(more, more + 5)
    rows = table.rows
    rows[first : more + 5] = DEAD
    for utf8 in range(8):
        for byte in range(256):
            after = UTF8[utf8][byte]
            if after >= 0 and (utf8 or (byte >= 0x20 and byte not in (0x22, 0x5C))):
                rows[middle + utf8, byte] = middle + after
    rows[text, 0x22] = exit_cell(kind, takes_byte=True)
    rows[text, 0x5C] = escape
    rows[escape, list(b'"\\/bfnrt')] = text
    rows[escape, ord("u")] = h0
    every = list(b"0123456789abcdefABCDEF")
    for start, after in ((h0, h1), (h1, h2), (h2, h3), (h3, text), (s2, s3), (s3, low_backslash), (g2, g3), (g3, text)):
        rows[start, every] = after
    rows[h0, list(b"dD")] = d1
    rows[d1, list(b"01234567")] = h2
    rows[d1, list(b"89abAB")] = s2
    rows[low_backslash, 0x5C] = low_u
    rows[low_u, ord("u")] = g0
    rows[g0, list(b"dD")] = g1
    rows[g1, list(b"cdefCDEF")] = g2
    if counting:
        table.mark_counting(text)
    else:
        table.states[text] = (FREE_STATE, 1, 0)
    return text


def free_hexadecimal(digits: int, value: int) -> int:
    """How far behind the state of a free string stands the one after so many digits of \\uXXXX."""
    leading = value >> (4 * (digits - 1))
    if digits == 1:
        return 13 if value == 0xD else 10
    second = value >> (4 * (digits - 2)) & 0xF
    if leading == 0xD and second >= 8:
        return {2: 14, 3: 15, 4: 16}[digits]
    return {2: 11, 3: 12, 4: 0}[digits]


def _add_literal(table: Table, word: bytes, kind: int) -> dict[int, int]:
    first = table.add_states(FIXED, len(word) - 1)
    table.rows[first : first + len(word) - 1] = DEAD
    for number, byte in enumerate(word[1:-1]):
        table.rows[first + number, byte] = first + number + 1
    table.rows[first + len(word) - 2, word[-1]] = exit_cell(kind, takes_byte=True)
    return {word[0]: first}


def _add_spaced(table: Table, space: Whitespace, cells: dict[bytes, int], default: int = DEAD) -> int:
    row = np.full(256, default, dtype=np.int32)
    row[list(b" \t\r\n")] = DEAD
    for text, cell in cells.items():
        row[list(text)] = cell
    lexeme = _Spaced(space, row)
    start = lexeme.at(table, (" ", 0))
    lexeme.fill(table, start, 0)
    if space.spaces:
        lexeme.fill(table, lexeme.at(table, (" ", 1)), 0)
    return start


def _add_number(table: Table, number: Number) -> dict[int, int]:
    lexeme = NumberLexeme(None, ((0, NumberAutomaton(number, Budget())),))
    first = len(table.lexemes)
    cells = lexeme.first_cells(table)
    for lexical in range(first, min(first + 16, len(table.lexemes))):
        lexeme.fill(table, lexical, 0)
    return cells


@functools.lru_cache(maxsize=8)
def shared(space: Whitespace) -> tuple[Table, Starts]:
    """The table to begin with, and where its states are."""
    table = Table(Budget())
    end = table.add_states(FIXED)
    table.rows[end] = DEAD
    table.ends[end] = END_OF_TEXT

    def ending(kind: int) -> int:
        return exit_cell(kind, takes_byte=True)

    value = _add_spaced(table, space, {}, default=exit_cell(VALUE, takes_byte=False))
    starts = Starts(
        end=end,
        string=_add_string(table, STRING, counting=True),
        other_key=_add_string(table, OTHER_KEY, counting=False),
        literals={
            TRUE: _add_literal(table, b"true", TRUE),
            FALSE: _add_literal(table, b"false", FALSE),
            NULL: _add_literal(table, b"null", NULL),
        },
        number=_add_number(table, Number()),
        integer=_add_number(table, Number(multiples=frozenset({Fraction(1)}))),
        value=value,
        colon=_add_spaced(table, space, {b":": value}),
        open_object=_add_spaced(table, space, {b'"': ending(OPEN_KEY), b"}": ending(CLOSE)}),
        next_key=_add_spaced(table, space, {b'"': ending(OPEN_KEY)}),
        after_member=_add_spaced(table, space, {b",": ending(COMMA), b"}": ending(CLOSE)}),
        open_array=_add_spaced(table, space, {b"]": ending(CLOSE)}, default=exit_cell(ITEM, takes_byte=False)),
        after_item=_add_spaced(table, space, {b",": ending(COMMA), b"]": ending(CLOSE)}),
    )
    return table, starts


__all__ = ["COMPACT", "Lexeme", "Starts", "Whitespace", "shared"]
