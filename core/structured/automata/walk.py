"""The kernel: walk a token trie from a state of the automaton and set the bits of the tokens that may follow.

A state is (lexical state, continuation, characters counted). Inside a lexeme the byte table decides alone; where a
lexeme ends, a hash table gives the next state for (continuation, kind of end). What neither table knows yet stops the
walk; the caller fills it in and the walk goes on where it stopped.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import HAVE_NUMBA, compiled

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint32]
Filters = npt.NDArray[np.uint64]

DEAD = -1
UNKNOWN = -2
_FIRST_EXIT = (
    10  # cells at -10 and below end a lexeme: -(10 + 2 * kind + (0 byte taken | 1 byte left for the next lexeme))
)

# A counting state takes one character with each byte; a name state lives while one of its names may be written; in a
# free state every character leads to a free state (second column 1: that of a free string, which any quote ends; 2: no
# word that it may still become has a character with a short escape; third column: the state beside it that lies behind
# all words, 0 for none).
# Counting and bounded states have the fewest characters still to come in their second column; the third says of a
# counting state that every character leads back to it.
# In a word state of a grammar every ASCII letter, digit and underscore leads to a word state.
PLAIN_STATE, COUNTING_STATE, NAME_STATE, FREE_STATE, BOUNDED_STATE, WORD_STATE = 0, 1, 2, 3, 4, 5
UNKNOWN_LIMIT = -7  # in `conts`, for the most: its continuation was not asked yet
UNLIMITED = 2**31 - 1
NO_FILTER, FILTER_UNKNOWN = -1, -2  # in `conts`, for the filter: every name may be written; it was not asked yet

DONE, CELL_UNKNOWN, FOLLOW_UNKNOWN, DEPENDS, NO_ROOM, NAMES_UNKNOWN = -1, 1, 2, 3, 4, 5
MARKS = 16  # states that end `walk_to_marks`
_MOST_CLOSED = 5  # states that a word may go through without an end


def exit_cell(kind: int, *, takes_byte: bool) -> int:
    """The table's cell for "the lexeme ends here as `kind`"."""
    return -(_FIRST_EXIT + 2 * kind + (0 if takes_byte else 1))


def exit_of(cell: int) -> tuple[int, bool]:
    """Kind of end of a cell at or below -10, and whether its byte was taken."""
    code = -cell - _FIRST_EXIT
    return code >> 1, code & 1 == 0


@compiled
def slot_of(keys: Int64, key: int) -> int:
    """Index of `key` in an open-addressing table, or of the free slot where it belongs."""
    size = keys.shape[0] - 1
    key = int(key)
    mixed = (key & 0x7FFFFFFF) * 0x2545F491 ^ (key >> 31) * 0x9E3779B1
    slot: int = (mixed ^ (mixed >> 17) ^ (mixed >> 37)) & size
    while keys[slot] != -1 and keys[slot] != key:
        slot = (slot + 1) & size
    return slot


@compiled
def store(keys: Int64, values: Int64, key: int, value: int) -> None:
    """Put an entry into a table that has room for it."""
    slot = slot_of(keys, key)
    keys[slot] = key
    values[slot] = value


@compiled
def rehash(keys: Int64, values: Int64, new_keys: Int64, new_values: Int64) -> None:
    """Move all entries into larger arrays."""
    for index in range(keys.shape[0]):
        if keys[index] != -1:
            store(new_keys, new_values, keys[index], values[index])


@compiled
def name_open(filters: Filters, offset: int, low: int, high: int) -> bool:
    """Whether any bit of [low, high) is set in the filter that starts at word `offset`."""
    word = low >> 6
    last = (high - 1) >> 6
    while word <= last:
        bits = filters[offset + word]
        if word == low >> 6:
            bits &= np.uint64(0xFFFFFFFFFFFFFFFF) << np.uint64(low & 63)
        if word == last:
            bits &= np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(63 - ((high - 1) & 63))
        if bits != np.uint64(0):
            return True
        word += 1
    return False


@compiled
def walk(
    rows: Int32,
    states: Int32,  # (n, 3): flag, first name, end of names
    conts: Int32,  # (n, 3): fewest characters, most characters, filter offset or -1
    filters: Filters,
    follow_keys: Int64,
    follow_targets: Int64,
    trie: Int32,  # (n, 5): byte, depth, next outside the subtree, first token, end of tokens
    order: Int32,
    stack: Int32,  # (deepest + 2, 3)
    beside: Int32,  # (deepest + 2,): lexical states of a text whose mask stands already
    at: int,
    end: int,
    mask: Words,
    stopped: Int64,
) -> int:
    """Set bits from node `at` to `end`; -1 when done, else the node where something unknown stands (`stopped`).

    `stopped[3]` becomes 1 when a limit of characters kept a token out. From node `stopped[4]` on, `mask` holds already
    what may follow the state `beside`, under the same continuation: where both go the same way nothing is to be done,
    and where they part, the subtree is cleared and walked. `stopped[5]` says that escapes never part them.
    """
    while at < end:
        depth = trie[at, 1]
        byte = trie[at, 0]
        if at >= stopped[4]:
            own = rows[stack[depth - 1, 0], byte]
            other = rows[beside[depth - 1], byte]
            if (own == other and own != UNKNOWN) or (byte == 0x5C and stopped[5] == 1):
                at = trie[at, 2]
                continue
            if own == UNKNOWN or other == UNKNOWN:
                stopped[0] = CELL_UNKNOWN
                stopped[1] = stack[depth - 1, 0] if own == UNKNOWN else beside[depth - 1]
                stopped[2] = byte
                return at
            if own >= 0 and other >= 0 and states[own, 0] != NAME_STATE and states[other, 0] != NAME_STATE:
                stack[depth, 0] = own
                stack[depth, 1] = stack[depth - 1, 1]
                stack[depth, 2] = 0
                beside[depth] = other
                at += 1
                continue
            after = trie[at, 2]
            for token in range(trie[at, 3], trie[after, 3] if after < trie.shape[0] else order.shape[0]):
                number = order[token]
                mask[number >> 5] &= ~(np.uint32(1) << np.uint32(number & 31))
            stopped[4] = after
        # As 64 bits, which a key of what follows takes.
        lexical = int(stack[depth - 1, 0])
        cont = int(stack[depth - 1, 1])
        count = int(stack[depth - 1, 2])
        alive = False
        while True:
            cell = rows[lexical, byte]
            if cell >= 0:
                alive = True
                if states[lexical, 0] == COUNTING_STATE:
                    most = conts[cont, 1]
                    if most == UNLIMITED:
                        count = min(count + 1, conts[cont, 0])
                    else:
                        count += 1
                        if count > most:
                            alive = False
                            stopped[3] = 1
                flag = states[cell, 0]
                if flag == NAME_STATE:
                    if conts[cont, 2] == FILTER_UNKNOWN:
                        stopped[0] = NAMES_UNKNOWN
                        stopped[1] = cont
                        return at
                    if conts[cont, 2] >= 0:
                        alive = name_open(filters, conts[cont, 2], states[cell, 1], states[cell, 2])
                elif flag in (COUNTING_STATE, BOUNDED_STATE) and count + states[cell, 1] > conts[cont, 1]:
                    alive = False
                    stopped[3] = 1
                lexical = cell
                break
            if cell == DEAD:
                break
            if cell == UNKNOWN:
                stopped[0] = CELL_UNKNOWN
                stopped[1] = lexical
                stopped[2] = byte
                return at
            if states[lexical, 0] == COUNTING_STATE and count < conts[cont, 0]:
                break
            code = -cell - _FIRST_EXIT
            key = (cont << 22) | (code >> 1)
            slot = slot_of(follow_keys, key)
            if follow_keys[slot] == -1:
                stopped[0] = FOLLOW_UNKNOWN
                stopped[1] = cont
                stopped[2] = code >> 1
                return at
            target = follow_targets[slot]
            if target < 0:
                break
            lexical = target & 0xFFFFFFFF
            cont = target >> 32
            count = 0
            if code & 1 == 0:
                alive = True
                break
        if alive:
            stack[depth, 0] = lexical
            stack[depth, 1] = cont
            stack[depth, 2] = count
            for token in range(trie[at, 3], trie[at, 4]):
                number = order[token]
                mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
            at += 1
        else:
            at = trie[at, 2]
    return DONE


@compiled
def walk_inside(
    rows: Int32,
    states: Int32,
    trie: Int32,
    order: Int32,
    stack: Int32,  # (deepest + 2, 3): lexical states in the first column
    at: int,
    end: int,
    mask: Words,
    exits: Int32,  # (n, 2): nodes at which the lexeme has ended, and its kinds
    stopped: Int64,
) -> int:
    """`walk` as far as the lexeme itself goes, whatever is open around it; where it ends is noted.

    `stopped[3]` counts what was noted. Where the way does depend on what is open, `stopped[0]` is `DEPENDS`.
    """
    while at < end:
        depth = trie[at, 1]
        lexical = stack[depth - 1, 0]
        byte = trie[at, 0]
        cell = rows[lexical, byte]
        if cell == DEAD:
            at = trie[at, 2]
            continue
        if cell == UNKNOWN:
            stopped[0] = CELL_UNKNOWN
            stopped[1] = lexical
            stopped[2] = byte
            return at
        if cell < 0:
            code = -cell - _FIRST_EXIT
            if code & 1 or stopped[3] == exits.shape[0]:
                stopped[0] = DEPENDS if code & 1 else NO_ROOM
                return at
            exits[stopped[3], 0] = at
            exits[stopped[3], 1] = code >> 1
            stopped[3] += 1
            at = trie[at, 2]
            continue
        flag = states[cell, 0]
        if flag in (COUNTING_STATE, NAME_STATE, BOUNDED_STATE):
            stopped[0] = DEPENDS
            return at
        stack[depth, 0] = cell
        for token in range(trie[at, 3], trie[at, 4]):
            number = order[token]
            mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
        at += 1
    return DONE


@compiled
def walk_to_marks(
    rows: Int32,
    follow_keys: Int64,
    follow_targets: Int64,
    trie: Int32,
    order: Int32,
    stack: Int32,
    marks: int,
    at: int,
    mask: Words,
    exits: Int32,  # (n, 2): nodes at which a mark is met, and how far behind `marks` it stands
    stopped: Int64,
) -> int:
    """`walk` as far as any of the `MARKS` states from `marks` on, where no limit or name counts; -1 when done.

    `stopped[3]` counts what was noted.
    """
    while at < trie.shape[0]:
        depth = trie[at, 1]
        byte = trie[at, 0]
        lexical = int(stack[depth - 1, 0])
        cont = int(stack[depth - 1, 1])
        alive = False
        while True:
            cell = rows[lexical, byte]
            if cell >= 0:
                lexical = cell
                alive = True
                break
            if cell == DEAD:
                break
            if cell == UNKNOWN:
                stopped[0] = CELL_UNKNOWN
                stopped[1] = lexical
                stopped[2] = byte
                return at
            code = -cell - _FIRST_EXIT
            slot = slot_of(follow_keys, (cont << 22) | (code >> 1))
            if follow_keys[slot] == -1:
                stopped[0] = FOLLOW_UNKNOWN
                stopped[1] = cont
                stopped[2] = code >> 1
                return at
            target = follow_targets[slot]
            if target < 0:
                break
            lexical = target & 0xFFFFFFFF
            cont = target >> 32
            if code & 1 == 0:
                alive = True
                break
        if alive and not marks <= lexical < marks + MARKS:
            stack[depth, 0] = lexical
            stack[depth, 1] = cont
            for token in range(trie[at, 3], trie[at, 4]):
                number = order[token]
                mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
            at += 1
            continue
        if alive:
            if stopped[3] == exits.shape[0]:
                stopped[0] = NO_ROOM
                return at
            exits[stopped[3], 0] = at
            exits[stopped[3], 1] = lexical - marks
            stopped[3] += 1
        at = trie[at, 2]
    return DONE


@compiled
def walk_behind(
    rows: Int32,
    states: Int32,
    conts: Int32,
    filters: Filters,
    follow_keys: Int64,
    follow_targets: Int64,
    trie: Int32,
    order: Int32,
    stack: Int32,
    beside: Int32,
    exits: Int32,  # (n, 2) as `walk_inside` noted them
    targets: Int64,  # by kind, packed
    at: int,
    mask: Words,
    stopped: Int64,
) -> int:
    """Go on behind the ends from number `stopped[6]` on: -1 when done, else the node where something unknown stands."""
    for index in range(stopped[6], exits.shape[0]):
        node = exits[index, 0]
        target = targets[exits[index, 1]]
        if target < 0:
            continue
        if at < 0:
            for token in range(trie[node, 3], trie[node, 4]):
                number = order[token]
                mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
            depth = trie[node, 1]
            stack[depth, 0] = target & 0xFFFFFFFF
            stack[depth, 1] = target >> 32
            stack[depth, 2] = 0
            at = node + 1
        at = walk(
            rows,
            states,
            conts,
            filters,
            follow_keys,
            follow_targets,
            trie,
            order,
            stack,
            beside,
            at,
            trie[node, 2],
            mask,
            stopped,
        )
        if at >= 0:
            stopped[6] = index
            return at
    return DONE


@compiled
def goes_on(rows: Int32, states: Int32, lexical: int, letters: Int64, stopped: Int64) -> int:
    """Whether words of these bytes can be of any length from here: 1 yes, 0 no, -1 where a row is unknown.

    Only a few states are looked at: a false no costs time and no more.
    """
    seen = np.zeros(_MOST_CLOSED, dtype=np.int64)
    seen[0] = lexical
    count = 1
    at = 0
    while at < count:
        for byte in letters:
            cell = rows[seen[at], byte]
            if cell == UNKNOWN:
                stopped[1] = seen[at]
                stopped[2] = byte
                return -1
            if cell < 0 or states[cell, 0] in (COUNTING_STATE, NAME_STATE, BOUNDED_STATE):
                return 0
            known = False
            for index in range(count):
                known = known or seen[index] == cell
            if not known:
                if count == _MOST_CLOSED:
                    return 0
                seen[count] = cell
                count += 1
        at += 1
    return 1


@compiled
def take(
    rows: Int32,
    states: Int32,
    conts: Int32,
    filters: Filters,
    follow_keys: Int64,
    follow_targets: Int64,
    text: npt.NDArray[np.uint8],
    state: Int64,  # lexical state, continuation, characters counted: moved on
) -> int:
    """Take bytes as long as the tables know the way: how many were taken. The next is refused, or not known yet."""
    lexical, cont, count = int(state[0]), int(state[1]), int(state[2])
    for index in range(text.shape[0]):
        byte = text[index]
        while True:
            cell = rows[lexical, byte]
            counting = states[lexical, 0] == COUNTING_STATE
            if cell >= 0:
                if counting:
                    most = conts[cont, 1]
                    count = min(count + 1, conts[cont, 0]) if most == UNLIMITED else count + 1
                    if count > most:
                        return index
                flag = states[cell, 0]
                if flag == NAME_STATE:
                    if conts[cont, 2] == FILTER_UNKNOWN:
                        return index
                    if conts[cont, 2] >= 0 and not name_open(filters, conts[cont, 2], states[cell, 1], states[cell, 2]):
                        return index
                elif flag in (COUNTING_STATE, BOUNDED_STATE) and count + states[cell, 1] > conts[cont, 1]:
                    return index
                lexical = cell
                break
            if cell == DEAD or (counting and count < conts[cont, 0]):
                return index
            if cell == UNKNOWN:
                return index
            code = -cell - _FIRST_EXIT
            key = (cont << 22) | (code >> 1)
            slot = slot_of(follow_keys, key)
            if follow_keys[slot] == -1:
                return index
            target = follow_targets[slot]
            if target < 0:
                return index
            lexical = target & 0xFFFFFFFF
            cont = target >> 32
            count = 0
            if code & 1 == 0:
                break
        state[0], state[1], state[2] = lexical, cont, count
    return int(text.shape[0])


def fingerprint(mask: Words) -> int:
    """A 64-bit fingerprint of a mask, to find equal ones."""
    return _fingerprint(mask) if HAVE_NUMBA else hash(mask.tobytes())


@compiled
def _fingerprint(mask: Words) -> int:
    first = np.uint64(1469598103934665603)
    second = np.uint64(88172645463325252)
    third = np.uint64(7046029254386353131)
    fourth = np.uint64(1609587929392839161)
    prime = np.uint64(6364136223846793005)
    end = mask.shape[0] - mask.shape[0] % 4
    for index in range(0, end, 4):
        first = (first ^ np.uint64(mask[index])) * prime
        second = (second ^ np.uint64(mask[index + 1])) * prime
        third = (third ^ np.uint64(mask[index + 2])) * prime
        fourth = (fourth ^ np.uint64(mask[index + 3])) * prime
    for index in range(end, mask.shape[0]):
        first = (first ^ np.uint64(mask[index])) * prime
    first ^= (second >> np.uint64(29)) ^ (second << np.uint64(17))
    third ^= (fourth >> np.uint64(31)) ^ (fourth << np.uint64(11))
    return np.int64((first * prime + (third ^ (third >> np.uint64(23)))) >> np.uint64(1))  # type: ignore[return-value]


@compiled
def same(first: Words, second: Words) -> bool:
    """Whether two masks of one vocabulary are equal."""
    for index in range(first.shape[0]):  # noqa: SIM110
        if first[index] != second[index]:
            return False
    return True
