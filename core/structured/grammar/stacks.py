"""Parsing by sets of stacks: what may follow a text of terminals, for any grammar, ambiguous ones too.

The states are sets of LR(0) items, made when first reached. A stack is a number: its topmost state and the stack below.
Reductions need no look-ahead, because only stacks that can shift the next terminal go on; so a stack that can shift
something always leads to a whole text. What can be shifted depends on the few topmost states that reductions read, and
is remembered by just those (generalised LR parsing, after Tomita, without empty right sides).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.structured.automata.walk import Int32, Int64
from core.structured.budget import Budget
from core.structured.grammar.arrays import ParserArrays, find_moves
from core.structured.grammar.productions import START, Productions

Place = tuple[int, tuple[int, ...]]  # states to drop from the stack, then states to push
Shifts = tuple[frozenset[int], Int64, Int32]  # terminals, the same in an order, and the states behind them


@dataclass(frozen=True, eq=False, slots=True)
class Moves:
    """What a stack can do.

    Attributes:
        places: what reductions lead to: states dropped, states pushed, and the topmost state then.
        ends: whether the text may end.
        terminals: what can be shifted.
        number: in the arrays.
    """

    places: tuple[tuple[int, tuple[int, ...], int], ...]
    ends: bool
    terminals: frozenset[int]
    number: int


class Stacks:
    """All stacks of one grammar."""

    def __init__(self, productions: Productions, budget: Budget) -> None:
        self._budget = budget
        # An item is (right side, symbols read); right sides are numbered through all rules.
        self._sides: list[tuple[int, ...]] = []
        self._heads: list[int] = []
        self._sides_of: list[range] = []
        for number, sides in enumerate(productions.rules):
            self._sides_of.append(range(len(self._sides), len(self._sides) + len(sides)))
            self._sides.extend(sides)
            self._heads.extend([number] * len(sides))
        self._kernels: dict[frozenset[tuple[int, int]], int] = {}
        self._gotos: list[dict[int, frozenset[tuple[int, int]]]] = []
        self._targets: list[dict[int, int]] = []
        self._terminals: dict[int, Shifts] = {}
        self._together: dict[frozenset[int], frozenset[int]] = {}
        self._reductions: list[tuple[tuple[int, int], ...]] = []
        self._items: list[frozenset[tuple[int, int]]] = []
        self.arrays = ParserArrays()
        self._moves: list[Moves] = []
        first = self._state(frozenset((side, 0) for side in self._sides_of[START]))
        self.start = self.arrays.stack(first, -1)

    def moves(self, stack: int) -> Moves:
        """What the stack can do."""
        arrays = self.arrays
        known = int(find_moves(arrays.stacks, arrays.trie.keys, arrays.trie.values, stack))
        return self._moves[known] if known >= 0 else self._find(stack)

    def shifted(self, stack: int, terminal: int) -> list[int]:
        """The stacks after shifting a terminal."""
        found = []
        for drop, push, top in self.moves(stack).places:
            if -1 - terminal not in self._gotos[top]:
                continue
            base = self._below(stack, drop)
            for state in (*push, self._goto(top, -1 - terminal)):
                base = self.arrays.stack(state, base)
            found.append(base)
        return found

    def finished(self, stack: int) -> list[tuple[tuple[int, ...], tuple[int, int], int | None]]:
        """For each item of the topmost state: the symbols that it still waits for, its reduction, the stack behind it.

        A reduction is (symbols, rule). The stack is None where the whole text is complete then.
        """
        found: dict[tuple[tuple[int, ...], tuple[int, int], int | None], None] = {}
        for side, dot in self._items[self.top(stack)]:
            base = self._below(stack, dot)
            symbols, head = self._sides[side], self._heads[side]
            after = None if head == START else self.arrays.stack(self._goto(self.top(base), head), base)
            found[symbols[dot:], (len(symbols), head), after] = None
        return list(found)

    def top(self, stack: int) -> int:
        """The topmost state."""
        return int(self.arrays.stacks[stack, 0])

    def _below(self, stack: int, count: int) -> int:
        for _ in range(count):
            stack = int(self.arrays.stacks[stack, 1])
        return stack

    def all_states(self) -> int:
        """Make every state of the automaton; how many there are."""
        state = 0
        while state < len(self._gotos):
            for symbol in self._gotos[state]:
                self._goto(state, symbol)
            state += 1
        return state

    def symbols(self, state: int) -> list[int]:
        """What may stand behind a state: rules, and terminals below 0."""
        return list(self._gotos[state])

    def target(self, state: int, symbol: int) -> int:
        """The state behind a symbol."""
        return self._goto(state, symbol)

    def reductions(self, state: int) -> list[tuple[int, int]]:
        """What a state reduces by: symbols taken off, rule."""
        return list(self._reductions[state])

    def items(self, state: int) -> list[tuple[int, tuple[int, ...], int]]:
        """Rule, right side and symbols read of each item that the state was made for."""
        return [(self._heads[side], self._sides[side], dot) for side, dot in sorted(self._items[state])]

    def symbols_of(self, stack: int) -> set[int]:
        """What may stand behind a stack without a reduction."""
        return set(self._gotos[self.top(stack)])

    def reductions_of(self, stack: int) -> list[tuple[int, int]]:
        """What a stack may be reduced by, the whole text left out."""
        return [action for action in self._reductions[self.top(stack)] if action[1] != START]

    def pushed(self, stack: int, symbol: int) -> int:
        """The stack with one symbol more."""
        return self.arrays.stack(self._goto(self.top(stack), symbol), stack)

    def reduced(self, stack: int, action: tuple[int, int]) -> int | None:
        """The stack after a reduction; None where that would be the whole text."""
        size, head = action
        return None if head == START else self.pushed(self._below(stack, size), head)

    def _find(self, stack: int) -> Moves:
        arrays = self.arrays
        states = []
        place = stack
        while place >= 0:
            states.append(int(arrays.stacks[place, 0]))
            place = int(arrays.stacks[place, 1])
        moves, read = self._explore(states)
        level = 0
        for state in states[: read - 1]:
            key = (level << 32) | state
            value = arrays.trie.get(key, 0)
            if value == 0:
                value = -2 - arrays.levels
                arrays.levels += 1
                arrays.trie.put(key, value)
            level = -2 - value
        arrays.trie.put((level << 32) | states[read - 1], moves.number)
        return moves

    def _explore(self, states: list[int]) -> tuple[Moves, int]:
        """All reductions and shifts from a stack (topmost state first), and how many of its states were read."""
        places: list[tuple[int, tuple[int, ...], int]] = []
        ends = False
        read = 1
        waiting: list[Place] = [(0, ())]
        seen = set(waiting)
        while waiting:
            drop, push = waiting.pop()
            if not len(places) & 15:
                self._budget.step(16)
            if not push:
                read = max(read, drop + 1)
            top = push[-1] if push else states[drop]
            places.append((drop, push, top))
            for size, head in self._reductions[top]:
                if size <= len(push):
                    below: Place = (drop, push[: len(push) - size])
                else:
                    below = (drop + size - len(push), ())
                if head == START:
                    ends = True
                    continue
                if not below[1]:
                    read = max(read, below[0] + 1)
                base = below[1][-1] if below[1] else states[below[0]]
                after = (below[0], (*below[1], self._goto(base, head)))
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        shifts = {top: self._shifts_of(top) for _, _, top in places}
        places = [place for place in places if shifts[place[2]][0]]
        moves = Moves(tuple(places), ends, self._shifted_by(frozenset(shifts)), self.arrays.add_moves())
        self._budget.state()
        self._moves.append(moves)
        if places:
            self.arrays.add_shifts(moves.number, [(drop, push, *shifts[top][1:]) for drop, push, top in places])
        return moves, read

    def _shifted_by(self, states: frozenset[int]) -> frozenset[int]:
        """Terminals that may stand right behind any of these states: one object for equal sets of states."""
        known = self._together.get(states)
        if known is None:
            known = self._together[states] = frozenset[int]().union(*(self._shifts_of(state)[0] for state in states))
        return known

    def _shifts_of(self, state: int) -> Shifts:
        """Terminals that may stand right behind a state, and the states behind them."""
        known = self._terminals.get(state)
        if known is None:
            pairs = [(-1 - symbol, self._goto(state, symbol)) for symbol in self._gotos[state] if symbol < 0]
            known = self._terminals[state] = (
                frozenset(terminal for terminal, _ in pairs),
                np.array([terminal for terminal, _ in pairs], dtype=np.int64),
                np.array([target for _, target in pairs], dtype=np.int32),
            )
        return known

    def _goto(self, state: int, symbol: int) -> int:
        target = self._targets[state].get(symbol)
        if target is None:
            target = self._targets[state][symbol] = self._state(self._gotos[state][symbol])
        return target

    def _state(self, kernel: frozenset[tuple[int, int]]) -> int:
        number = self._kernels.get(kernel)
        if number is not None:
            return number
        self._budget.state()
        number = self._kernels[kernel] = len(self._gotos)
        gotos: dict[int, set[tuple[int, int]]] = {}
        reductions = []
        opened: set[int] = set()
        waiting = list(kernel)
        while waiting:
            side, dot = waiting.pop()
            symbols = self._sides[side]
            if dot == len(symbols):
                reductions.append((dot, self._heads[side]))
                continue
            symbol = symbols[dot]
            gotos.setdefault(symbol, set()).add((side, dot + 1))
            if symbol >= 0 and symbol not in opened:
                opened.add(symbol)
                waiting.extend((inner, 0) for inner in self._sides_of[symbol])
        self._budget.step(1 + len(gotos))
        self._gotos.append({symbol: frozenset(items) for symbol, items in gotos.items()})
        self._targets.append({})
        self._reductions.append(tuple(dict.fromkeys(reductions)))
        self._items.append(kernel)
        return number
