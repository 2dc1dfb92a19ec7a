"""Keys of an object as lexemes: a trie of the declared names, with or without undeclared keys beside them."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from core.structured.automata.table import DEAD, Table
from core.structured.automata.utf8 import BOUNDARY, UTF8
from core.structured.automata.walk import FREE_STATE, NAME_STATE, UNKNOWN, exit_cell
from core.structured.regex.characters import ANY
from core.structured.schema.lexemes import OTHER_KEY, free_hexadecimal
from core.structured.text.content import WORD_KIND, Classes, has_short_escape
from core.structured.text.spelling import HEXADECIMAL, RAW, Place, Segment, StringLexeme

_OTHERS = -1  # content state: a key that is none of the names


class NamesContent:
    """The trie of the names; a name's kind is `WORD_KIND + 2 * its number`."""

    def __init__(self, names: tuple[str, ...], *, others: bool) -> None:
        self.children: list[dict[int, int]] = [{}]
        self.ends: list[int] = [-1]
        self.utf8: list[int] = [BOUNDARY]
        self.ranges: list[list[int]] = [[0, len(names)]]
        self.others = self.universal = others
        self.has_names = not others
        for number, name in enumerate(names):
            node = 0
            for byte in name.encode():
                after = self.children[node].get(byte)
                if after is None:
                    after = self.children[node][byte] = len(self.children)
                    self.children.append({})
                    self.ends.append(-1)
                    self.utf8.append(UTF8[self.utf8[node]][byte])
                    self.ranges.append([number, number])
                node = after
                self.ranges[node][1] = number + 1
            self.ends[node] = number
        self.by_code = others and not any(has_short_escape(name) for name in names)
        self.start: Hashable | None = 0
        self.class_of: Classes = np.arange(256)  # not asked for: the rows are made in one go

    def step(self, state: Hashable, byte: int, utf8: int) -> Hashable | None:
        """The node below, or among the undeclared keys."""
        assert isinstance(state, int)
        after = self.children[state].get(byte) if state >= 0 else None
        return after if after is not None else _OTHERS if self.others else None

    def kind(self, state: Hashable) -> int:
        """Number of the name that ends here."""
        assert isinstance(state, int)
        if state >= 0 and self.ends[state] >= 0:
            return WORD_KIND + 2 * self.ends[state]
        return OTHER_KEY if self.others else -1

    def distance(self, state: Hashable, utf8: int) -> int:
        """Not asked of keys."""
        return 0

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """Names below the node, where no other key may be written."""
        assert isinstance(state, int)
        return None if self.others else (self.ranges[state][0], self.ranges[state][1])

    def wordless(self, state: Hashable) -> tuple[Hashable | None, set[int]]:
        """Among the undeclared keys, if there are any."""
        assert isinstance(state, int)
        return _OTHERS if self.others else None, set(self.children[state]) if state >= 0 else set()


class NamesLexeme(StringLexeme):
    """The trie's rows made in one go; what leaves it goes on in the shared state of undeclared keys."""

    def __init__(self, table: Table, content: NamesContent, *, other_key: int) -> None:
        self._other_key = other_key
        self._names = content
        self._characters: dict[int, list[tuple[int, int]]] = {}
        first = table.add_states(self, len(content.children))
        super().__init__(
            table, content, seeds={(RAW, content.utf8[n], 0, 0, n): first + n for n in range(len(content.children))}
        )
        block = slice(first, first + len(content.children))
        utf8 = np.array(content.utf8)
        table.rows[block] = table.rows[other_key + utf8] if content.others else DEAD
        boundary = first + np.flatnonzero(utf8 == BOUNDARY)
        table.rows[boundary, 0x5C] = UNKNOWN
        cells = [
            (first + node, byte, first + after)
            for node, children in enumerate(content.children)
            for byte, after in children.items()
            if utf8[node] or (byte >= 0x20 and byte not in (0x22, 0x5C))
        ]
        cells += [
            (first + node, 0x22, exit_cell(WORD_KIND + 2 * number, takes_byte=True))
            for node, number in enumerate(content.ends)
            if number >= 0
        ]
        if cells:
            array = np.array(cells, dtype=np.int64)
            table.rows[array[:, 0], array[:, 1]] = array[:, 2].astype(np.int32)
        if content.others:
            table.states[boundary] = (FREE_STATE, 2 if content.by_code else 0, other_key)
        else:
            table.states[block, 0] = NAME_STATE
            table.states[block, 1:] = np.array(content.ranges, dtype=np.int32)

    def _at(self, table: Table, place: Place) -> int:
        kind, digits, value, high, node = place
        if kind == RAW and node == _OTHERS:
            return self._other_key + digits
        if kind == HEXADECIMAL and digits and not high and self._names.others:
            assert isinstance(node, int)
            low = value << (4 * (4 - digits))
            if not self._meets(node, low, low + (1 << (4 * (4 - digits))) - 1):
                return self._other_key + free_hexadecimal(digits, value)
        return super()._at(table, place)

    def _meets(self, node: int, low: int, high: int) -> bool:
        """Whether a name goes on with a character in the range, or with one beyond the first 65,536."""
        return any(low <= code <= high or code > 0xFFFF for code, _ in self._next_characters(node))

    def _next_characters(self, node: int) -> list[tuple[int, int]]:
        """Characters with which a name goes on, and the nodes behind them."""
        known = self._characters.get(node)
        if known is None:
            known = self._characters[node] = []
            waiting = [(node, b"")]
            while waiting:
                place, read = waiting.pop()
                for byte, after in self._names.children[place].items():
                    if self._names.utf8[after] == BOUNDARY:
                        known.append((ord((read + bytes((byte,))).decode()), after))
                    else:
                        waiting.append((after, read + bytes((byte,))))
        return known

    def _code_points(self, content: Hashable) -> list[Segment]:
        if self._names.others:
            return [(low, high, None) for low, high in ANY]
        assert isinstance(content, int)
        return [(code, code, node) for code, node in self._next_characters(content)]
