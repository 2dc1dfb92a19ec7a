"""How far the end of a text is: the shortest terminals that complete a stack, and the bytes that they take.

Each rule has a cheapest text (Knuth's generalisation of Dijkstra's algorithm). A stack is completed by writing the rest
of an item of its topmost state, reducing by it, and going on from the stack below; the cheapest order of such steps is
found by Dijkstra's algorithm over stacks, which never grow on the way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from core.structured.grammar.productions import Productions
from core.structured.grammar.scanner import Pairs, Scanner
from core.structured.grammar.stacks import Stacks

_VIRTUAL = 2  # bytes that a change of indentation is reckoned with
_SEPARATOR = 1
FAR = 1 << 30
_Step = tuple[int, tuple[int, ...], tuple[int, int] | None]  # the stack before, symbols to write, then the reduction


class Endings:
    """Distances from the end, in bytes, each lexeme with a separator behind it; an estimate that a search goes by."""

    def __init__(self, productions: Productions, scanner: Scanner, stacks: Stacks) -> None:
        self._scanner = scanner
        self._stacks = stacks
        self._words: dict[tuple[int, int], int] = {}
        self._terminals = [
            _VIRTUAL if terminal.automaton is None else self.rest_of_word(number, terminal.automaton.start) + _SEPARATOR
            for number, terminal in enumerate(productions.terminals)
        ]
        self._shortest = [
            terminal.name if terminal.automaton is None else self._word_of(number, terminal.automaton.start)
            for number, terminal in enumerate(productions.terminals)
        ]
        self._cheapest: dict[int, tuple[int, ...]] = {}
        self._rules = self._costs_of(productions.rules)
        self._known: dict[int, int] = {}

    def rest_of_word(self, terminal: int, state: int) -> int:
        """Bytes of the shortest way to an end of the terminal's word."""
        known = self._words.get((terminal, state))
        if known is None:
            known = self._words[terminal, state] = self._search(terminal, state)
        return known

    def _search(self, terminal: int, state: int) -> int:
        scanner = self._scanner
        here, seen, size = {state}, {state}, 0
        while here:
            if any(scanner.accepts(terminal, each) for each in here):
                return size
            pairs: Pairs = tuple((terminal, each) for each in here)
            after = {
                target for number in range(len(scanner.classes)) for _, target in scanner.advance(pairs, number)
            } - seen
            seen |= after
            here, size = after, size + 1
        return FAR

    def _word_of(self, terminal: int, state: int) -> str:
        scanner, written = self._scanner, bytearray()
        while left := self.rest_of_word(terminal, state):
            for number, byte in enumerate(scanner.classes):
                after = scanner.advance(((terminal, state),), number)
                if after and self.rest_of_word(*after[0]) < left:
                    state = after[0][1]
                    written.append(byte)
                    break
        return written.decode("utf-8", "replace")

    def _costs_of(self, rules: list[list[tuple[int, ...]]]) -> list[int]:
        costs = [FAR] * len(rules)
        users: dict[int, set[int]] = {}
        for number, sides in enumerate(rules):
            for side in sides:
                for symbol in side:
                    if symbol >= 0:
                        users.setdefault(symbol, set()).add(number)
        waiting = set(range(len(rules)))
        while waiting:
            number = waiting.pop()
            best, side = min(((self._sum(side, costs), side) for side in rules[number]), default=(FAR, ()))
            if best < costs[number]:
                costs[number] = best
                self._cheapest[number] = side
                waiting |= users.get(number, set())
        return costs

    def _sum(self, symbols: Iterable[int], costs: list[int]) -> int:
        return min(FAR, sum(costs[symbol] if symbol >= 0 else self._terminals[-1 - symbol] for symbol in symbols))

    def of_stack(self, stack: int) -> int:
        """Bytes that complete the text from a stack at the beginning of a lexeme."""
        known = self._known.get(stack)
        if known is not None:
            return known
        result = self._dijkstra(stack)[0]
        self._known[stack] = result
        return result

    def way(self, stack: int) -> list[tuple[tuple[int, ...], tuple[int, int] | None]]:
        """The same as what is to be written: symbols, then the reduction behind them (None at the end of the text)."""
        _, last, came = self._dijkstra(stack, known=False)
        found: list[tuple[tuple[int, ...], tuple[int, int] | None]] = []
        step: _Step | None = last
        while step is not None:
            before, rest, action = step
            found.append((rest, action))
            step = came.get(before)
        return found[::-1]

    def of_symbol(self, symbol: int) -> int:
        """Bytes of the shortest text of a rule or terminal."""
        return self._sum((symbol,), self._rules)

    def cheapest_side(self, rule: int) -> tuple[int, ...]:
        """The right side of a rule's shortest text."""
        return self._cheapest[rule]

    def word(self, terminal: int) -> str:
        """A shortest word of a terminal, readable where it can be; the terminal's name for what indentation means."""
        return self._shortest[terminal]

    def _dijkstra(self, stack: int, *, known: bool = True) -> tuple[int, _Step | None, dict[int, _Step]]:
        best = {stack: 0}
        came: dict[int, _Step] = {}
        last: _Step | None = None
        waiting = [(0, stack)]
        result = FAR
        while waiting:
            cost, current = heapq.heappop(waiting)
            if cost >= result:
                break
            if cost > best[current]:
                continue
            settled = self._known.get(current) if known else None
            if settled is not None:
                result = min(result, cost + settled)
                continue
            for rest, action, after in self._stacks.finished(current):
                total = cost + self._sum(rest, self._rules)
                if after is None:
                    if total < result:
                        result, last = total, (current, rest, None)
                elif total < best.get(after, FAR):
                    best[after] = total
                    came[after] = (current, rest, action)
                    heapq.heappush(waiting, (total, after))
        return result, last, came

    def of_stacks(self, stacks: Iterable[int]) -> int:
        """The same for the nearest of several stacks; `FAR` where there is none."""
        return min((self.of_stack(stack) for stack in stacks), default=FAR)
