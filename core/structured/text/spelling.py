"""The spellings of texts inside a JSON string: raw characters, short escapes, \\uXXXX and surrogate pairs.

A lone surrogate is no character and is never allowed. The lexeme begins behind the opening quote and ends by taking the
closing one.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from core.structured.automata.table import DEAD, Table
from core.structured.automata.utf8 import BOUNDARY, UTF8
from core.structured.automata.walk import (
    BOUNDED_STATE,
    COUNTING_STATE,
    FREE_STATE,
    UNKNOWN,
    UNLIMITED,
    exit_cell,
)
from core.structured.regex.characters import ANY
from core.structured.text.content import Classes, Content

_QUOTE, _BACKSLASH = 0x22, 0x5C
_SHORT = {0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9}
_HEX = {byte: int(chr(byte), 16) for byte in b"0123456789abcdefABCDEF"}

# Places: inside the text (utf8 state, content); after a backslash; inside \uXXXX: (digits read, value so far, the high
# surrogate before it or 0); between a high surrogate and its low one.
RAW, ESCAPE, HEXADECIMAL, _LOW_BACKSLASH, _LOW_U = range(5)
Place = tuple[int, int, int, int, Hashable]
# Ranges of characters, flat: code points from, to, and the content's state after any of them, then the next range. A
# tuple for each would be one object more for Python's garbage collector to walk over.
Segments = list[Any]
EVERY_CHARACTER: Segments = [each for low, high in ANY for each in (low, high, None)]
_MOST_OPEN = 100  # states looked at to find that a text may go on with anything
_LEADING = [byte for byte in range(0x20, 0xF5) if byte not in (_QUOTE, _BACKSLASH) and UTF8[BOUNDARY][byte] >= 0]
_BITS = {0: (7, 0), 1: (5, 6), 2: (4, 12), 4: (4, 12), 5: (4, 12), 3: (3, 18), 6: (3, 18), 7: (3, 18)}


class StringLexeme:
    """Lexical states of one content's spellings in one table.

    With `bounded` the states count characters against the limit of the continuation that they are read under.
    """

    alone = True

    def __init__(self, table: Table, content: Content, *, bounded: bool = False) -> None:
        self._content = content
        self._bounded = bounded
        self._ids: dict[Place, int] = {}
        self._places: dict[int, Place] = {}
        self._ranges: dict[Hashable, Segments] = {}
        self._open: dict[Hashable, bool] = {}
        self.start = -1 if content.start is None else self._at(table, (RAW, BOUNDARY, 0, 0, content.start))

    @cached_property
    def _classes(self) -> tuple[Classes, list[int]]:
        """Classes of bytes, and a byte of each."""
        return self._content.class_of, self._content.representatives

    def clone(self) -> StringLexeme:
        """Never needed: the shared table has only free strings."""
        raise AssertionError("constrained strings belong to one table")

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Fill the row; the cell of the backslash only when it is read."""
        kind, utf8, _, high, content = self._place(lexical)
        if kind == RAW:
            if byte == _BACKSLASH and utf8 == BOUNDARY and table.rows[lexical, _QUOTE] != UNKNOWN:
                place = (ESCAPE, 0, 0, 0, content)
                table.rows[lexical, byte] = self._at(table, place) if self._goes_on(content) else DEAD
            else:
                self._fill_raw(table, lexical, utf8, content)
                if byte == _BACKSLASH and utf8 == BOUNDARY:
                    self.fill(table, lexical, byte)
            return
        if kind == HEXADECIMAL:
            self._fill_hexadecimal(table, lexical, byte)
            return
        table.rows[lexical] = DEAD
        if kind == ESCAPE:
            self._fill_escape(table, lexical, content)
        elif kind == _LOW_BACKSLASH:
            table.rows[lexical, _BACKSLASH] = self._at(table, (_LOW_U, 0, 0, high, content))
        elif kind == _LOW_U:
            table.rows[lexical, ord("u")] = self._at(table, (HEXADECIMAL, 0, 0, high, content))

    def _place(self, lexical: int) -> Place:
        return self._places[lexical]

    def _at(self, table: Table, place: Place) -> int:
        number = self._ids.get(place)
        if number is None:
            number = self._ids[place] = table.add_states(self)
            self._places[number] = place
            if self._bounded:
                counting = place[0] == RAW and place[1] == BOUNDARY
                table.states[number] = (COUNTING_STATE if counting else BOUNDED_STATE, self._distance(place), 0)
            elif self._content.has_names and (names := self._names_after(place)) is not None:
                table.mark_names(number, *names)
        return number

    def _fill_raw(self, table: Table, lexical: int, utf8: int, content: Hashable) -> None:
        rest, used = self._content.wordless(content)
        if rest == content:
            self._fill_wordless(table, lexical, utf8, content)
        else:
            self._fill_beside(table, lexical, utf8, content, rest, used)
        if utf8 == BOUNDARY:
            kind = self._content.kind(content)
            table.rows[lexical, _QUOTE] = DEAD if kind < 0 else exit_cell(kind, takes_byte=True)
            if self._bounded:
                loops = table.rows[lexical, 0x61] == lexical and self._is_free(content)
                if table.states[lexical, 1] == 0 and (loops or self._content.universal):
                    table.states[lexical, 2] = 1
            elif rest is not None and table.rows[lexical][_LEADING].min() >= 0 and self._is_open(rest):
                beside = self._at(table, (RAW, BOUNDARY, 0, 0, rest)) if rest != content else 0
                table.states[lexical] = (FREE_STATE, 2 if self._content.by_code else 0, beside)
            table.rows[lexical, _BACKSLASH] = UNKNOWN

    def _fill_wordless(self, table: Table, lexical: int, utf8: int, content: Hashable) -> None:
        class_of, every = self._classes
        step, raw = self._content.step, _RAW_MOVES[utf8]
        cells: list[int] = []
        known: Place | None = None  # classes beside each other often lead to the same place
        cell = DEAD
        for byte in every:
            after = raw[byte]
            state = step(content, byte, after) if after >= 0 else None
            if state is None:
                cells.append(DEAD)
                continue
            if known is None or known[4] != state or known[1] != after:
                known = (RAW, after, 0, 0, state)
                cell = self._at(table, known)
            cells.append(cell)
        table.rows[lexical] = np.array(cells, dtype=np.int32)[class_of]

    def _fill_beside(
        self, table: Table, lexical: int, utf8: int, content: Hashable, rest: Hashable | None, used: set[int]
    ) -> None:
        """The row of what is left without the words, but for the bytes with which words go on."""
        if rest is None:
            table.rows[lexical] = DEAD
        else:
            beside = self._at(table, (RAW, utf8, 0, 0, rest))
            if table.rows[beside, _QUOTE] == UNKNOWN:
                self._fill_raw(table, beside, utf8, rest)
            table.rows[lexical] = table.rows[beside]
        for byte in used:
            after = _RAW_MOVES[utf8][byte]
            state = self._content.step(content, byte, after) if after >= 0 else None
            table.rows[lexical, byte] = DEAD if state is None else self._at(table, (RAW, after, 0, 0, state))

    def _is_open(self, content: Hashable) -> bool:
        """Whether every text without escapes can go on from this state, which has no words.

        Beside words such a state stays open: no finite set of words uses up its texts.
        """
        if self._content.universal:
            return True
        known = self._open.get(content)
        if known is not None:
            return known
        waiting: list[tuple[int, Hashable]] = [(BOUNDARY, content)]
        seen = set(waiting)
        while waiting and len(seen) <= _MOST_OPEN:
            utf8, state = waiting.pop()
            for byte in self._classes[1]:
                after = _RAW_MOVES[utf8][byte]
                if after < 0:
                    continue
                moved = self._content.step(state, byte, after)
                if moved is None or (after == BOUNDARY and self._open.get(moved) is False):
                    self._open[content] = False
                    return False
                if (after, moved) not in seen and not (after == BOUNDARY and self._open.get(moved)):
                    seen.add((after, moved))
                    waiting.append((after, moved))
        answer = not waiting
        for utf8, state in seen if answer else {(BOUNDARY, content)}:
            if utf8 == BOUNDARY:
                self._open[state] = answer
        return answer

    def _is_free(self, content: Hashable) -> bool:
        """Whether every character that a string may hold unescaped leads back to this state."""
        waiting: list[tuple[int, Hashable]] = [(BOUNDARY, content)]
        seen = set(waiting)
        while waiting:
            utf8, state = waiting.pop()
            for byte in self._classes[1]:
                after = _RAW_MOVES[utf8][byte]
                if after < 0:
                    continue
                moved = self._content.step(state, byte, after)
                if moved is None or (after == BOUNDARY and moved != content):
                    return False
                if (after, moved) not in seen:
                    seen.add((after, moved))
                    waiting.append((after, moved))
        return True

    def _fill_escape(self, table: Table, lexical: int, content: Hashable) -> None:
        for byte, code in _SHORT.items():
            state = self._after(content, code)
            if state is not None:
                table.rows[lexical, byte] = self._at(table, (RAW, BOUNDARY, 0, 0, state))
        table.rows[lexical, ord("u")] = self._at(table, (HEXADECIMAL, 0, 0, 0, content))

    def _fill_hexadecimal(self, table: Table, lexical: int, byte: int) -> None:
        """Fill one cell: few tokens go on inside an escape, and each digit asks for a search of the content."""
        row = table.rows[lexical]
        if row[0] == UNKNOWN:
            row[:] = DEAD
            row[list(_HEX)] = UNKNOWN
        if byte in _HEX:
            _, digits, value, high, content = self._place(lexical)
            place = self._hexadecimal(digits + 1, 16 * value + _HEX[byte], high, content)
            cell = DEAD if place is None else self._at(table, place)
            table.rows[lexical, byte] = cell

    def _hexadecimal(self, digits: int, value: int, high: int, content: Hashable) -> Place | None:
        """The place after so many digits of that value, None where no character of the content begins so."""
        shift = 4 * (4 - digits)
        low, last = value << shift, ((value + 1) << shift) - 1
        if high:
            base = 0x10000 + ((high - 0xD800) << 10)
            low, last = max(low, 0xDC00), min(last, 0xDFFF)
            if low > last or not self._any(content, base + low - 0xDC00, base + last - 0xDC00):
                return None
            if digits == 4:
                state = self._after(content, base + value - 0xDC00)
                return None if state is None else (RAW, BOUNDARY, 0, 0, state)
            return (HEXADECIMAL, digits, value, high, content)
        if digits == 4:
            if 0xD800 <= value < 0xDC00:
                base = 0x10000 + ((value - 0xD800) << 10)
                return (_LOW_BACKSLASH, 0, 0, value, content) if self._any(content, base, base + 0x3FF) else None
            state = None if 0xDC00 <= value < 0xE000 else self._after(content, value)
            return None if state is None else (RAW, BOUNDARY, 0, 0, state)
        first, final = max(low, 0xD800), min(last, 0xDBFF)
        pairs = first <= final and self._any(
            content, 0x10000 + ((first - 0xD800) << 10), 0x10000 + ((final - 0xD800) << 10) + 0x3FF
        )
        return (HEXADECIMAL, digits, value, 0, content) if pairs or self._any(content, low, last) else None

    def _after(self, content: Hashable, code: int) -> Hashable | None:
        state: Hashable | None = content
        utf8 = BOUNDARY
        for byte in chr(code).encode():
            utf8 = UTF8[utf8][byte]
            state = self._content.step(state, byte, utf8) if state is not None else None
        return state

    def _any(self, content: Hashable, low: int, high: int) -> bool:
        return any(first <= high and last >= low for first, last, _ in _by_range(self._code_points(content)))

    def _names_after(self, place: Place) -> tuple[int, int] | None:
        """Names that the key may still become, where only names may be written."""
        if place[0] == RAW:
            return self._content.names(place[4])
        ranges = [self._content.names(state) for state in self._ways(place)]
        found = [each for each in ranges if each is not None]
        if not found or len(found) < len(ranges):
            return None
        return min(low for low, _ in found), max(high for _, high in found)

    def _distance(self, place: Place) -> int:
        """Fewest characters still to come once the one that is being spelled is complete."""
        if place[0] == RAW:
            return self._content.distance(place[4], place[1])
        return min((self._content.distance(state, BOUNDARY) for state in self._ways(place)), default=UNLIMITED)

    def _ways(self, place: Place) -> list[Hashable]:
        """States of the content after each character that an escape begun may become."""
        kind, digits, value, high, content = place
        low, last = 0, 0x10FFFF
        if kind == HEXADECIMAL and high:
            base = 0x10000 + ((high - 0xD800) << 10) - 0xDC00
            shift = 4 * (4 - digits)
            low, last = base + max(value << shift, 0xDC00), base + min(((value + 1) << shift) - 1, 0xDFFF)
        elif kind in (_LOW_BACKSLASH, _LOW_U):
            low = 0x10000 + ((high - 0xD800) << 10)
            last = low + 0x3FF
        elif kind == HEXADECIMAL and digits:
            shift = 4 * (4 - digits)
            low, last = value << shift, ((value + 1) << shift) - 1
            if low <= 0xDBFF and last >= 0xD800:  # the high half of a pair may be meant
                last = 0x10FFFF
        return [state for first, end, state in _by_range(self._code_points(content)) if first <= last and end >= low]

    def _code_points(self, content: Hashable) -> Segments:
        """Ranges of the characters that may come next, with the state after them."""
        if self._content.universal and not self._bounded:
            return EVERY_CHARACTER
        known = self._ranges.get(content)
        if known is None:
            known = self._ranges[content] = []
            memo: dict[tuple[int, Hashable], Segments] = {}
            for byte, leads in self._leads:
                after = UTF8[BOUNDARY][byte]
                state = self._content.step(content, byte, after)
                if state is None:
                    continue
                bits, size = _BITS[after]
                inner = self._rest(after, state, memo)
                for lead in leads:
                    base = (lead & ((1 << bits) - 1)) << size
                    for low, high, end in _by_range(inner):
                        _extend(known, base + low, base + high, end)
        return known

    @cached_property
    def _leads(self) -> list[tuple[int, list[int]]]:
        """The bytes with which characters begin, by class, each with the one that stands for it."""
        class_of, every = self._classes
        return [
            (byte, np.flatnonzero(class_of == number).tolist())
            for number, byte in enumerate(every)
            if UTF8[BOUNDARY][byte] >= 0
        ]

    def _goes_on(self, content: Hashable) -> bool:
        """Whether any character may come next: a state that a character's first byte leads to has a completion."""
        if self._content.universal:
            return True
        for byte in self._classes[1]:
            after = UTF8[BOUNDARY][byte]
            if after >= 0 and self._content.step(content, byte, after) is not None:
                return True
        return False

    def _rest(self, utf8: int, state: Hashable, memo: dict[tuple[int, Hashable], Segments]) -> Segments:
        """Ranges of the values that the continuation bytes to come may spell."""
        if utf8 == BOUNDARY:
            return [0, 0, state]
        known = memo.get((utf8, state))
        if known is None:
            known = []
            for first, last in self._runs:
                after = UTF8[utf8][first]
                moved = self._content.step(state, first, after) if after >= 0 else None
                if moved is None:
                    continue
                shift = {0: 0, 1: 6, 2: 12}[after]
                inner = self._rest(after, moved, memo)
                if len(inner) == 3 and inner[:2] == [0, (1 << shift) - 1]:
                    _extend(known, (first & 0x3F) << shift, ((last & 0x3F) + 1 << shift) - 1, inner[2])
                    continue
                for byte in range(first, last + 1):
                    base = (byte & 0x3F) << shift
                    for low, high, end in _by_range(inner):
                        _extend(known, base + low, base + high, end)
            memo[utf8, state] = known
        return known

    @cached_property
    def _runs(self) -> list[tuple[int, int]]:
        """Continuation bytes of one class that stand together, first and last."""
        class_of = self._classes[0][0x80:0xC0]
        begins = [0, *(np.flatnonzero(class_of[1:] != class_of[:-1]) + 1).tolist(), len(class_of)]
        return [(0x80 + begin, 0x7F + end) for begin, end in itertools.pairwise(begins)]


def _by_range(segments: Segments) -> Iterator[tuple[int, int, Hashable]]:
    flat = iter(segments)
    return zip(flat, flat, flat, strict=True)


def _extend(segments: Segments, low: int, high: int, end: Hashable) -> None:
    if segments and segments[-2] + 1 == low and segments[-1] == end:
        segments[-2] = high
    else:
        segments += (low, high, end)


# Where in a character an unescaped byte of a JSON string leads, -1 where it is none.
_RAW_MOVES = [
    [-1 if utf8 == BOUNDARY and (byte < 0x20 or byte in (_QUOTE, _BACKSLASH)) else moves[byte] for byte in range(256)]
    for utf8, moves in enumerate(UTF8)
]
