"""Keys of an object as lexemes: a trie of the declared names, with or without undeclared keys beside them."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import compiled
from core.structured.automata.table import DEAD, Table
from core.structured.automata.utf8 import BOUNDARY, UTF8
from core.structured.automata.walk import FREE_STATE, NAME_STATE, UNKNOWN, Int32, Int64, exit_cell
from core.structured.schema.lexemes import OTHER_KEY, free_hexadecimal
from core.structured.text.content import WORD_KIND, Classes, has_short_escape
from core.structured.text.spelling import ESCAPE, EVERY_CHARACTER, HEXADECIMAL, RAW, Place, Segments, StringLexeme

_OTHERS = -1  # content state: a key that is none of the names
# Columns of a trie's nodes, which stand depth first: the names below are [low, high), `_NEXT` is the node behind them.
_BYTE, _ABOVE, _UTF8, _END, _NEXT, _LOW, _HIGH = range(7)
_EVERY_BYTE: Classes = np.arange(256)
_BYTES = list(range(256))
_UTF8_TABLE = np.array(UTF8, dtype=np.int32)


@compiled
def _build(blob: npt.NDArray[np.uint8], offsets: Int64, utf8: Int32, nodes: Int32, path: Int32) -> int:
    """Fill the trie of sorted names and count its nodes; node 0 is the root."""
    count = 1
    depth = 0
    nodes[0, _END] = -1
    for index in range(offsets.shape[0] - 1):
        start = offsets[index]
        length = offsets[index + 1] - start
        shared = 0
        if index:
            before = offsets[index - 1]
            most = min(length, start - before)
            while shared < most and blob[start + shared] == blob[before + shared]:
                shared += 1
        while depth > shared:
            nodes[path[depth], _NEXT] = count
            nodes[path[depth], _HIGH] = index
            depth -= 1
        while depth < length:
            above = path[depth]
            byte = blob[start + depth]
            depth += 1
            path[depth] = count
            nodes[count, _BYTE] = byte
            nodes[count, _ABOVE] = above
            nodes[count, _UTF8] = utf8[nodes[above, _UTF8], byte]
            nodes[count, _LOW] = index
            nodes[count, _END] = -1
            count += 1
        nodes[path[length], _END] = index
    while depth >= 0:
        nodes[path[depth], _NEXT] = count
        nodes[path[depth], _HIGH] = offsets.shape[0] - 1
        depth -= 1
    return count


@compiled
def _spell(
    nodes: Int32,
    rows: Int32,
    states: Int32,
    first: int,
    block: int,
    other_key: int,
    others: bool,
    by_code: bool,
    leaves: int,
) -> None:
    """Fill rows and flags of the nodes: `first`, then `block` and so many; `leaves` is the cell that ends name 0."""
    for node in range(nodes.shape[0]):
        row = block + node if node else first
        boundary = nodes[node, _UTF8] == BOUNDARY
        if others:
            beside = other_key + nodes[node, _UTF8]
            for byte in range(256):
                rows[row, byte] = rows[beside, byte]
            if boundary:
                states[row, 0] = FREE_STATE
                states[row, 1] = 2 if by_code else 0
                states[row, 2] = other_key
        else:
            for byte in range(256):
                rows[row, byte] = DEAD
            states[row, 0] = NAME_STATE
            states[row, 1] = nodes[node, _LOW]
            states[row, 2] = nodes[node, _HIGH]
        if boundary:
            rows[row, 0x5C] = UNKNOWN
        if nodes[node, _END] >= 0:
            rows[row, 0x22] = leaves - 4 * nodes[node, _END]  # kinds of ends are two apart, and cells twice as far
        if node:
            above, byte = nodes[node, _ABOVE], nodes[node, _BYTE]
            if nodes[above, _UTF8] != BOUNDARY or (byte >= 0x20 and byte != 0x22 and byte != 0x5C):
                rows[block + above if above else first, byte] = row


class NamesContent:
    """The trie of the names (sorted by their bytes); a name's kind is `WORD_KIND + 2 * its number`."""

    def __init__(self, names: tuple[str, ...], *, others: bool, by_code: bool) -> None:
        spelled = [name.encode() for name in names]
        offsets = np.zeros(len(spelled) + 1, dtype=np.int64)
        np.cumsum([len(name) for name in spelled], out=offsets[1:])
        blob = np.frombuffer(b"".join(spelled), dtype=np.uint8)
        nodes = np.zeros((len(blob) + 1, 7), dtype=np.int32)
        deepest = max(map(len, spelled), default=0)
        self.nodes = nodes[: _build(blob, offsets, _UTF8_TABLE, nodes, np.zeros(deepest + 1, dtype=np.int32))]
        self._children: dict[int, dict[int, int]] = {}
        self.others = self.universal = others
        self.has_names = not others
        self.by_code = by_code
        self.start: Hashable | None = 0
        self.class_of, self.representatives = _EVERY_BYTE, _BYTES  # not asked for: the rows are made in one go

    def children(self, node: int) -> dict[int, int]:
        """The nodes below one, by byte."""
        known = self._children.get(node)
        if known is not None:
            return known
        found = self._children[node] = dict[int, int]()
        below, end = node + 1, int(self.nodes[node, _NEXT])
        while below < end:
            found[int(self.nodes[below, _BYTE])] = below
            below = int(self.nodes[below, _NEXT])
        return found

    def step(self, state: Hashable, byte: int, utf8: int) -> Hashable | None:
        """The node below, or among the undeclared keys."""
        assert isinstance(state, int)
        after = self.children(state).get(byte) if state >= 0 else None
        return after if after is not None else _OTHERS if self.others else None

    def kind(self, state: Hashable) -> int:
        """Number of the name that ends here."""
        assert isinstance(state, int)
        if state >= 0 and self.nodes[state, _END] >= 0:
            return WORD_KIND + 2 * int(self.nodes[state, _END])
        return OTHER_KEY if self.others else -1

    def distance(self, state: Hashable, utf8: int) -> int:
        """Not asked of keys."""
        return 0

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """Names below the node, where no other key may be written."""
        assert isinstance(state, int)
        return None if self.others else (int(self.nodes[state, _LOW]), int(self.nodes[state, _HIGH]))

    def wordless(self, state: Hashable) -> tuple[Hashable | None, set[int]]:
        """Among the undeclared keys, if there are any."""
        assert isinstance(state, int)
        return _OTHERS if self.others else None, set(self.children(state)) if state >= 0 else set()


class NamesLexeme(StringLexeme):
    """The trie's rows, made in one go when its first is read; what leaves it goes on in the shared undeclared keys."""

    def __init__(self, table: Table, names: tuple[str, ...], *, others: bool, other_key: int) -> None:
        self._every = names
        self._others = others
        self._other_key = other_key
        self._by_code = others and not has_short_escape("".join(names))
        self._characters: dict[int, Segments] = {}
        self._size = 0
        self.start = table.add_states(self)
        if others:
            table.states[self.start] = (FREE_STATE, 2 if self._by_code else 0, other_key)
        else:
            table.states[self.start] = (NAME_STATE, 0, len(names))

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Fill the rows of all names, or a row behind an escape."""
        if not self._size:
            self._build(table)
        if table.rows[lexical, byte] == UNKNOWN:
            super().fill(table, lexical, byte)

    def _build(self, table: Table) -> None:
        self._names = content = NamesContent(self._every, others=self._others, by_code=self._by_code)
        self._size = len(content.nodes)
        self._utf8 = content.nodes[:, _UTF8]
        self._block = table.add_states(self, self._size - 1) - 1  # the rows behind the first
        super().__init__(table, content)
        leaves = exit_cell(WORD_KIND, takes_byte=True)
        _spell(
            content.nodes,
            table.rows,
            table.states,
            self.start,
            self._block,
            self._other_key,
            self._others,
            self._by_code,
            leaves,
        )

    def _place(self, lexical: int) -> Place:
        node = 0 if lexical == self.start else lexical - self._block
        if 0 <= node < self._size:
            return RAW, int(self._utf8[node]), 0, 0, node
        return super()._place(lexical)

    def _at(self, table: Table, place: Place) -> int:
        kind, digits, value, high, node = place
        if kind == RAW and node == _OTHERS:
            return self._other_key + digits
        if kind == RAW:
            assert isinstance(node, int)
            return self._block + node if node else self.start
        if kind == HEXADECIMAL and digits and not high and self._names.others:
            assert isinstance(node, int)
            low = value << (4 * (4 - digits))
            if not self._meets(node, low, low + (1 << (4 * (4 - digits))) - 1):
                return self._other_key + free_hexadecimal(digits, value)
        return super()._at(table, place)

    def _meets(self, node: int, low: int, high: int) -> bool:
        """Whether a name goes on with a character in the range, or with one beyond the first 65,536."""
        return any(low <= code <= high or code > 0xFFFF for code in self._next_characters(node)[::3])

    def _next_characters(self, node: int) -> Segments:
        """Characters with which a name goes on, as ranges of one, and the nodes behind them."""
        known = self._characters.get(node)
        if known is None:
            known = self._characters[node] = []
            waiting = [(node, b"")]
            while waiting:
                place, read = waiting.pop()
                for byte, after in self._names.children(place).items():
                    if self._utf8[after] == BOUNDARY:
                        code = ord((read + bytes((byte,))).decode())
                        known += (code, code, after)
                    else:
                        waiting.append((after, read + bytes((byte,))))
        return known

    def _goes_on(self, content: Hashable) -> bool:
        assert isinstance(content, int)
        return self._names.others or bool(self._names.children(content))

    def _names_after(self, place: Place) -> tuple[int, int] | None:
        kind, digits, _, high, node = place
        if kind == ESCAPE or (kind == HEXADECIMAL and not digits and not high):
            assert isinstance(node, int)
            _, _, _, end, _, low, last = self._names.nodes[node].tolist()
            return low + (end >= 0), last  # of the names below, the one that ends here is the first
        return super()._names_after(place)

    def _code_points(self, content: Hashable) -> Segments:
        if self._names.others:
            return EVERY_CHARACTER
        assert isinstance(content, int)
        return self._next_characters(content)
