"""The kernel for grammars: walk a token trie, shifting terminals on the parser's stacks where lexemes end."""

from __future__ import annotations

import numpy as np

from core.structured.automata.jit import compiled
from core.structured.automata.walk import (
    BOUNDED_STATE,
    CELL_UNKNOWN,
    DEAD,
    DONE,
    FOLLOW_UNKNOWN,
    UNKNOWN,
    UNKNOWN_LIMIT,
    WORD_STATE,
    Int32,
    Int64,
    Words,
    slot_of,
)
from core.structured.grammar.arrays import ASK, FULL, NOWHERE, find_moves, push_stack, shift_together, start_together

LIMIT_UNKNOWN, NO_ROOM = 3, 4
_ROOM = 32
SHIFTED = -3  # in the place of a way: the stacks are shifted already


@compiled
def walk_grammar(
    rows: Int32,
    states: Int32,
    conts: Int32,
    follow_keys: Int64,
    follow_targets: Int64,
    stacks: Int32,
    stack_keys: Int64,
    stack_values: Int64,
    moves_keys: Int64,
    moves_values: Int64,
    shift_keys: Int64,
    shift_values: Int64,
    ways: Int32,
    pushes: Int32,
    starts: Int32,
    positions: Int32,
    position_keys: Int64,
    position_values: Int64,
    behind_keys: Int64,
    behind_values: Int64,
    terminal_of: Int32,
    pool: Int32,
    slots: Int32,
    scratch: Int32,
    sizes: Int64,
    trie: Int32,
    order: Int32,
    stack: Int32,  # (deepest + 2, 3): lexical state, continuation, unused
    at: int,
    end: int,
    whole_words: bool,
    mask: Words,
    stopped: Int64,
) -> int:
    """Set bits from node `at` to `end`; -1 when done, else the node where something unknown stands (`stopped`).

    With `whole_words` the trie holds words only, and below a state in which a word goes on all tokens are set at once.
    """
    while at < end:
        depth = trie[at, 1]
        byte = trie[at, 0]
        lexical = int(stack[depth - 1, 0])
        cont = int(stack[depth - 1, 1])
        alive = False
        while True:
            cell = rows[lexical, byte]
            if cell >= 0:
                alive = True
                lexical = cell
                if states[cell, 0] == BOUNDED_STATE:
                    if conts[cont, 1] == UNKNOWN_LIMIT:
                        stopped[0] = LIMIT_UNKNOWN
                        stopped[1] = cont
                        return at
                    alive = states[cell, 1] <= conts[cont, 1]
                break
            if cell == DEAD:
                break
            if cell == UNKNOWN:
                stopped[0] = CELL_UNKNOWN
                stopped[1] = lexical
                stopped[2] = byte
                return at
            code = -cell - 10
            kind = code >> 1
            place = slot_of(behind_keys, int((np.int64(cont) << 22) | np.int64(kind)))
            if behind_keys[place] != -1:  # these were here before
                target = behind_values[place]
                if target < 0:
                    break
                lexical = int(target & 0xFFFFFFFF)
                cont = int(target >> 32)
                if code & 1 == 0:
                    alive = True
                    break
                continue
            if 2 * (sizes[4] + _ROOM) > behind_keys.shape[0]:
                stopped[0] = NO_ROOM
                return at
            before = cont
            terminal = terminal_of[kind]
            here = int(positions[cont, 0])
            if terminal == -1:
                way = -1
            elif terminal >= 0 and here >= 0:
                moves = find_moves(stacks, moves_keys, moves_values, here)
                if moves < 0:
                    stopped[0] = FOLLOW_UNKNOWN
                    stopped[1] = cont
                    stopped[2] = kind
                    return at
                slot = slot_of(shift_keys, int((np.int64(moves) << 32) | np.int64(terminal)))
                if shift_keys[slot] == -1:
                    behind_keys[place] = (np.int64(before) << 22) | np.int64(kind)
                    behind_values[place] = -1
                    sizes[4] += 1
                    break
                way = shift_values[slot]
            elif terminal >= 0:
                here = shift_together(
                    stacks,
                    stack_keys,
                    stack_values,
                    moves_keys,
                    moves_values,
                    shift_keys,
                    shift_values,
                    ways,
                    pushes,
                    pool,
                    slots,
                    scratch,
                    sizes,
                    -2 - here,
                    terminal,
                )
                if here == NOWHERE:
                    behind_keys[place] = (np.int64(before) << 22) | np.int64(kind)
                    behind_values[place] = -1
                    sizes[4] += 1
                    break
                if here == FULL:
                    stopped[0] = NO_ROOM
                    return at
                way = -2 if here == ASK else SHIFTED
            else:
                way = -2
            if way == -2:
                key = (np.int64(cont) << 22) | np.int64(kind)
                slot = slot_of(follow_keys, int(key))
                if follow_keys[slot] == -1:
                    stopped[0] = FOLLOW_UNKNOWN
                    stopped[1] = cont
                    stopped[2] = kind
                    return at
                target = follow_targets[slot]
                if target < 0:
                    break
                lexical = target & 0xFFFFFFFF
                cont = target >> 32
            else:
                if way >= 0:
                    if sizes[0] + _ROOM > stacks.shape[0] or 2 * (sizes[0] + _ROOM) > stack_keys.shape[0]:
                        stopped[0] = NO_ROOM
                        return at
                    for _ in range(ways[way, 0]):
                        here = int(stacks[here, 1])
                    for index in range(ways[way, 1], ways[way, 2]):
                        here = int(push_stack(stacks, stack_keys, stack_values, sizes, pushes[index], here))
                if way != -1:
                    slot = slot_of(position_keys, int((np.int64(here) << 24) | np.int64(positions[cont, 1])))
                    if position_keys[slot] == -1:
                        # A continuation of its own: as the one before, with the new stack.
                        number = sizes[1]
                        if number + _ROOM > positions.shape[0] or number + _ROOM > conts.shape[0]:
                            stopped[0] = NO_ROOM
                            return at
                        if 2 * (number + _ROOM) > position_keys.shape[0]:
                            stopped[0] = NO_ROOM
                            return at
                        sizes[1] += 1
                        positions[number, 0] = here
                        positions[number, 1] = positions[cont, 1]
                        positions[number, 2] = positions[cont, 2]
                        conts[number, 0] = 0
                        conts[number, 1] = UNKNOWN_LIMIT
                        conts[number, 2] = -1
                        position_keys[slot] = (np.int64(here) << 24) | np.int64(positions[cont, 1])
                        position_values[slot] = number
                    cont = position_values[slot]
                if here < 0:
                    begin = start_together(
                        stacks,
                        moves_keys,
                        moves_values,
                        pool,
                        slots,
                        scratch,
                        sizes,
                        -2 - here,
                        int(positions[cont, 2]),
                    )
                    if begin == FULL:
                        stopped[0] = NO_ROOM
                        return at
                else:
                    moves = find_moves(stacks, moves_keys, moves_values, here)
                    begin = -1 if moves < 0 else int(starts[moves, positions[cont, 2]])
                if begin < 0:
                    stopped[0] = FOLLOW_UNKNOWN
                    stopped[1] = cont
                    stopped[2] = -1
                    return at
                lexical = begin
                behind_keys[place] = (np.int64(before) << 22) | np.int64(kind)
                behind_values[place] = (np.int64(cont) << 32) | np.int64(lexical)
                sizes[4] += 1
            if code & 1 == 0:
                alive = True
                break
        if alive:
            if whole_words and states[lexical, 0] == WORD_STATE:
                after = trie[at, 2]
                last = trie[after, 3] if after < trie.shape[0] else order.shape[0]
                for token in range(trie[at, 3], last):
                    number = order[token]
                    mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
                at = after
                continue
            stack[depth, 0] = lexical
            stack[depth, 1] = cont
            for token in range(trie[at, 3], trie[at, 4]):
                number = order[token]
                mask[number >> 5] |= np.uint32(1) << np.uint32(number & 31)
            at += 1
        else:
            at = trie[at, 2]
    return DONE
