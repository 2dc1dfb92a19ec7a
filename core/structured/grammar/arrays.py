"""The parser's memory in flat arrays, so that the compiled kernel can shift terminals without Python.

A stack is (topmost state, stack below); what it can do is found in a trie of hashed edges, states read from the top.
Where something is not known yet, the kernel stops and Python makes it known.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import compiled
from core.structured.automata.walk import slot_of

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]

MANY_WAYS = -2  # several ways to shift: Python follows them
_ROOM = 64
STACKS, CONTS = 0, 1  # places in `sizes`


class Edges:
    """A growing table from 64-bit keys to values."""

    def __init__(self, size: int = 1024) -> None:
        self.keys: Int64 = np.full(size, -1, dtype=np.int64)
        self.values: Int64 = np.zeros(size, dtype=np.int64)
        self.count = 0

    def put(self, key: int, value: int) -> None:
        """Store a value."""
        self.make_room(1)
        slot = slot_of(self.keys, key)
        if self.keys[slot] == -1:
            self.count += 1
        self.keys[slot], self.values[slot] = key, value

    def get(self, key: int, default: int = -1) -> int:
        """The value of a key."""
        slot = slot_of(self.keys, key)
        return default if self.keys[slot] == -1 else int(self.values[slot])

    def make_room(self, more: int) -> None:
        """Grow until `more` entries fit in half of the table."""
        if 2 * (self.count + more) <= len(self.keys):
            return
        size = len(self.keys)
        while 2 * (self.count + more) > size:
            size *= 2
        keys, values = self.keys, self.values
        self.keys, self.values = np.full(size, -1, dtype=np.int64), np.zeros(size, dtype=np.int64)
        rehash(keys, values, self.keys, self.values)


class ParserArrays:
    """Stacks, moves and positions as arrays; row counts are in `sizes`."""

    def __init__(self) -> None:
        self.sizes: Int64 = np.zeros(2, dtype=np.int64)
        self.stacks: Int32 = np.zeros((1024, 3), dtype=np.int32)  # state, below, moves
        self.stack_ids = Edges()
        self.trie = Edges()  # (level, state) to moves, or to -2 - level
        self.levels = 1
        self.shifts = Edges()  # (moves, terminal) to the way, or MANY_WAYS
        self.ways: Int32 = np.zeros((256, 3), dtype=np.int32)  # states to drop, first and end of those to push
        self.way_count = 0
        self.pushes: Int32 = np.zeros(256, dtype=np.int32)
        self.push_count = 0
        self.starts: Int32 = np.full((256, 2), -1, dtype=np.int32)  # by moves: lexical state outside, inside brackets
        self.move_count = 0
        self.positions: Int32 = np.zeros(
            (1024, 3), dtype=np.int32
        )  # by continuation: stack or -1, levels, brackets open
        self.position_ids = Edges()  # (stack, levels) to continuation
        self.terminal_of: Int32 = np.full(64, -2, dtype=np.int32)  # by kind of end: terminal, -1 ignored, -2 ask Python

    def stack(self, state: int, below: int) -> int:
        """The number of a stack."""
        self.make_room()
        return int(push_stack(self.stacks, self.stack_ids.keys, self.stack_ids.values, self.sizes, state, below))

    def make_room(self) -> None:
        """Room for some more stacks and positions."""
        self.stack_ids.count = int(self.sizes[STACKS])
        self.stack_ids.make_room(_ROOM)
        self.stacks = _grown(self.stacks, int(self.sizes[STACKS]) + _ROOM)
        self.position_ids.count = int(self.sizes[CONTS])
        self.position_ids.make_room(_ROOM)
        self.positions = _grown(self.positions, int(self.sizes[CONTS]) + _ROOM)

    def add_way(self, drop: int, push: tuple[int, ...]) -> int:
        """The number of a way to shift."""
        self.ways = _grown(self.ways, self.way_count + 1)
        self.pushes = _grown(self.pushes, self.push_count + len(push))
        self.pushes[self.push_count : self.push_count + len(push)] = push
        self.ways[self.way_count] = (drop, self.push_count, self.push_count + len(push))
        self.push_count += len(push)
        self.way_count += 1
        return self.way_count - 1

    def add_moves(self) -> int:
        """The number of new moves."""
        if self.move_count == len(self.starts):
            self.starts = np.concatenate([self.starts, np.full_like(self.starts, -1)])
        self.move_count += 1
        return self.move_count - 1

    def set_terminal(self, kind: int, terminal: int) -> None:
        """What the kernel may do with a kind of end by itself."""
        if kind >= len(self.terminal_of):
            self.terminal_of = np.concatenate([self.terminal_of, np.full(max(kind, 64), -2, dtype=np.int32)])
        self.terminal_of[kind] = terminal


def _grown(array: Int32, need: int) -> Int32:
    if need <= len(array):
        return array
    size = len(array)
    while size < need:
        size *= 2
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


@compiled
def rehash(keys: Int64, values: Int64, new_keys: Int64, new_values: Int64) -> None:
    """Move all entries into larger arrays."""
    for index in range(keys.shape[0]):
        if keys[index] != -1:
            slot = slot_of(new_keys, keys[index])
            new_keys[slot] = keys[index]
            new_values[slot] = values[index]


@compiled
def push_stack(stacks: Int32, keys: Int64, values: Int64, sizes: Int64, state: int, below: int) -> int:
    """The number of the stack `state` over `below`."""
    key = (np.int64(state) << 32) | np.int64(below + 1)
    slot = slot_of(keys, int(key))
    if keys[slot] != -1:
        return values[slot]  # type: ignore[no-any-return]
    number = sizes[0]
    sizes[0] += 1
    stacks[number, 0] = state
    stacks[number, 1] = below
    stacks[number, 2] = -1
    keys[slot] = key
    values[slot] = number
    return number  # type: ignore[no-any-return]


@compiled
def find_moves(stacks: Int32, keys: Int64, values: Int64, stack: int) -> int:
    """The moves of a stack, -1 if they are not known."""
    known = stacks[stack, 2]
    if known >= 0:
        return known  # type: ignore[no-any-return]
    level = np.int64(0)
    place = stack
    while place >= 0:
        slot = slot_of(keys, int((level << 32) | np.int64(stacks[place, 0])))
        if keys[slot] == -1:
            return -1
        value = values[slot]
        if value >= 0:
            stacks[stack, 2] = value
            return value  # type: ignore[no-any-return]
        level = -2 - value
        place = stacks[place, 1]
    return -1
