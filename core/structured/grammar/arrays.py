"""The parser's memory in flat arrays, so that the compiled kernel can shift terminals without Python.

A stack is (topmost state, stack below); what it can do is found in a trie of hashed edges, states read from the top.
Where something is not known yet, the kernel stops and Python makes it known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import compiled
from core.structured.automata.walk import rehash, slot_of

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]

MANY_WAYS = -2  # several ways to shift: Python follows them
_ROOM = 64
STACKS, CONTS, POOL, SETS, BEHIND = range(5)  # places in `sizes`
MOST_TOGETHER = 64  # stacks that the kernel follows at once
NOWHERE, ASK, FULL = -1, -(1 << 40), -(1 << 41)  # what `shift_together` answers but for stacks


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

    def put_new(self, keys: Int64, values: Int64) -> None:
        """Store values of keys that are not there yet."""
        self.make_room(len(keys))
        self.count += len(keys)
        rehash(keys, values, self.keys, self.values)

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
        self.sizes: Int64 = np.zeros(5, dtype=np.int64)
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
        # By continuation: the stack, or -2 - the place of several in the pool; levels; whether brackets are open.
        self.positions: Int32 = np.zeros((1024, 3), dtype=np.int32)
        # Sets of numbers, made once each: size, lexical state outside and inside brackets (-1 unknown), members sorted.
        # Moves are kept as -1 - their number, so that they are told from stacks.
        self.pool: Int32 = np.zeros(4096, dtype=np.int32)
        self.slots: Int32 = np.full(1024, -1, dtype=np.int32)
        self.scratch: Int32 = np.zeros(MOST_TOGETHER + 1, dtype=np.int32)
        self.position_ids = Edges()  # (stack, levels) to continuation
        self.behind = Edges(
            4096
        )  # (continuation, kind of end) to the packed state behind it, or DEAD: the kernel's own
        self._most_stacks = self._most_conts = -1  # where there is no room for one more
        self.terminal_of: Int32 = np.full(64, -2, dtype=np.int32)  # by kind of end: terminal, -1 ignored, -2 ask Python

    def stack(self, state: int, below: int) -> int:
        """The number of a stack."""
        if self.sizes[STACKS] >= self._most_stacks:
            self.make_room()
        return int(push_stack(self.stacks, self.stack_ids.keys, self.stack_ids.values, self.sizes, state, below))

    def make_room(self) -> None:
        """Room for some more stacks, positions, sets and what is behind lexemes."""
        self.stack_ids.count = int(self.sizes[STACKS])
        self.stack_ids.make_room(_ROOM)
        self.stacks = _grown(self.stacks, int(self.sizes[STACKS]) + _ROOM)
        self.position_ids.count = int(self.sizes[CONTS])
        self.position_ids.make_room(_ROOM)
        self.positions = _grown(self.positions, int(self.sizes[CONTS]) + _ROOM)
        self._make_room_for_sets(2 * MOST_TOGETHER)
        self.behind.count = int(self.sizes[BEHIND])
        self.behind.make_room(_ROOM)
        self._most_stacks = min(len(self.stacks), len(self.stack_ids.keys) // 2) - _ROOM // 2
        self._most_conts = min(len(self.positions), len(self.position_ids.keys) // 2) - _ROOM // 2

    def make_room_for_position(self) -> None:
        """Room for one more position."""
        if self.sizes[CONTS] >= self._most_conts:
            self.make_room()

    def _make_room_for_sets(self, members: int) -> None:
        self.pool = _grown(self.pool, int(self.sizes[POOL]) + 2 * (members + 3))
        if 2 * (int(self.sizes[SETS]) + 2) > len(self.slots):
            self.slots = np.full(4 * len(self.slots), -1, dtype=np.int32)
            place_again(self.pool, self.slots, int(self.sizes[POOL]))

    def together(self, numbers: Sequence[int]) -> int:
        """The place of a set of numbers (sorted) in the pool."""
        self._make_room_for_sets(len(numbers))
        return int(made_once(self.pool, self.slots, self.sizes, np.array(numbers, dtype=np.int32), len(numbers)))

    def members(self, place: int) -> tuple[int, ...]:
        """The numbers of a set."""
        return tuple(self.pool[place + 3 : place + 3 + self.pool[place]].tolist())

    def add_shifts(self, moves: int, places: Sequence[tuple[int, tuple[int, ...], Int64, Int32]]) -> None:
        """Keep the ways to shift each terminal: states dropped, states pushed, terminals, the state behind each."""
        terminals = np.concatenate([place[2] for place in places])
        sizes = [len(place[2]) for place in places]
        lengths = np.repeat(np.array([len(push) + 1 for _, push, _, _ in places]), sizes)
        ends = np.cumsum(lengths)
        pushes = np.empty(int(ends[-1]), dtype=np.int32)
        pushes[ends - 1] = np.concatenate([place[3] for place in places])
        first = 0
        for (_, push, _, _), size in zip(places, sizes, strict=True):
            if push:
                begin = int(ends[first] - lengths[first])
                pushes[begin : begin + size * (len(push) + 1)].reshape(size, -1)[:, :-1] = push
            first += size
        ways = np.empty((len(terminals), 3), dtype=np.int32)
        ways[:, 0] = np.repeat(np.array([place[0] for place in places]), sizes)
        ways[:, 1] = self.push_count + ends - lengths
        ways[:, 2] = self.push_count + ends
        self.ways = _grown(self.ways, self.way_count + len(ways))
        self.ways[self.way_count : self.way_count + len(ways)] = ways
        self.pushes = _grown(self.pushes, self.push_count + len(pushes))
        self.pushes[self.push_count : self.push_count + len(pushes)] = pushes
        alone, index, counts = np.unique(terminals, return_index=True, return_counts=True)
        values = np.where(counts > 1, MANY_WAYS, self.way_count + index)
        self.way_count += len(ways)
        self.push_count += len(pushes)
        self.shifts.put_new(alone | (moves << 32), values)

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


@compiled
def slot_of_set(pool: Int32, slots: Int32, numbers: Int32, start: int, count: int) -> int:
    """The slot of a set, or the free one where it belongs."""
    mixed = count
    for index in range(start, start + count):
        mixed = (mixed * 31 + int(numbers[index])) & 0x3FFFFFFF
    last = slots.shape[0] - 1
    slot = (mixed ^ (mixed >> 13)) & last
    while slots[slot] != -1:
        place = slots[slot]
        equal = pool[place] == count
        for index in range(count):
            equal = equal and pool[place + 3 + index] == numbers[start + index]
        if equal:
            break
        slot = (slot + 1) & last
    return slot  # type: ignore[no-any-return]


@compiled
def made_once(pool: Int32, slots: Int32, sizes: Int64, numbers: Int32, count: int) -> int:
    """The place of the set of the first `count` numbers, which are sorted; there must be room."""
    slot = slot_of_set(pool, slots, numbers, 0, count)
    if slots[slot] != -1:
        return slots[slot]  # type: ignore[no-any-return]
    place = sizes[2]
    sizes[2] += count + 3
    sizes[3] += 1
    pool[place] = count
    pool[place + 1] = pool[place + 2] = -1
    for index in range(count):
        pool[place + 3 + index] = numbers[index]
    slots[slot] = place
    return place  # type: ignore[no-any-return]


@compiled
def place_again(pool: Int32, slots: Int32, used: int) -> None:
    """Fill larger slots with all sets."""
    place = 0
    while place < used:
        slots[slot_of_set(pool, slots, pool, place + 3, int(pool[place]))] = place
        place += pool[place] + 3


@compiled
def put_in_order(numbers: Int32, count: int, number: int) -> int:
    """Add a number to the first `count`, which are sorted; how many there are then."""
    at = count
    while at > 0 and numbers[at - 1] > number:
        at -= 1
    if at > 0 and numbers[at - 1] == number:
        return count
    for index in range(count, at, -1):
        numbers[index] = numbers[index - 1]
    numbers[at] = number
    return count + 1


@compiled
def shift_together(
    stacks: Int32,
    stack_keys: Int64,
    stack_values: Int64,
    moves_keys: Int64,
    moves_values: Int64,
    shift_keys: Int64,
    shift_values: Int64,
    ways: Int32,
    pushes: Int32,
    pool: Int32,
    slots: Int32,
    scratch: Int32,
    sizes: Int64,
    place: int,
    terminal: int,
) -> int:
    """What a terminal leads several stacks to: a stack, -2 - the place of several; or `NOWHERE`, `ASK`, `FULL`."""
    count = 0
    for index in range(place + 3, place + 3 + pool[place]):
        here = pool[index]
        moves = find_moves(stacks, moves_keys, moves_values, here)
        if moves < 0:
            return ASK
        slot = slot_of(shift_keys, int((np.int64(moves) << 32) | np.int64(terminal)))
        if shift_keys[slot] == -1:
            continue
        way = shift_values[slot]
        if way < 0 or count == scratch.shape[0] - 1:
            return ASK
        size = ways[way, 2] - ways[way, 1]
        if sizes[0] + size >= stacks.shape[0] or 2 * (sizes[0] + size) >= stack_keys.shape[0]:
            return FULL
        for _ in range(ways[way, 0]):
            here = stacks[here, 1]
        for number in range(ways[way, 1], ways[way, 2]):
            here = push_stack(stacks, stack_keys, stack_values, sizes, pushes[number], here)
        count = put_in_order(scratch, count, here)
    if count < 2:
        return NOWHERE if count == 0 else int(scratch[0])
    if sizes[2] + count + 3 > pool.shape[0] or 2 * (sizes[3] + 1) > slots.shape[0]:
        return FULL
    return -2 - int(made_once(pool, slots, sizes, scratch, count))


@compiled
def start_together(
    stacks: Int32,
    moves_keys: Int64,
    moves_values: Int64,
    pool: Int32,
    slots: Int32,
    scratch: Int32,
    sizes: Int64,
    place: int,
    inside: int,
) -> int:
    """Where lexemes begin under several stacks; else -1, or `FULL`. It depends on what they can do only."""
    known = pool[place + 1 + inside]
    if known >= 0:
        return known  # type: ignore[no-any-return]
    count = 0
    for index in range(place + 3, place + 3 + pool[place]):
        moves = find_moves(stacks, moves_keys, moves_values, pool[index])
        if moves < 0 or count == scratch.shape[0] - 1:
            return -1
        count = put_in_order(scratch, count, -1 - moves)
    if sizes[2] + count + 3 > pool.shape[0] or 2 * (sizes[3] + 1) > slots.shape[0]:
        return FULL
    known = pool[made_once(pool, slots, sizes, scratch, count) + 1 + inside]
    pool[place + 1 + inside] = known
    return known  # type: ignore[no-any-return]
