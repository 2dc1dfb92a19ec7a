"""Looking for a text with two derivations.

Whether a grammar is ambiguous cannot be decided in general. What can: without a conflict of the LR(0) automaton under
the terminals that may follow each rule (SLR(1)) it is not. From each conflict both ways are followed at once, over the
same symbols; where they come back to one stack, the text so far has two derivations. The idea is that of Isradisaikul
and Myers, "Finding counterexamples from parsing conflicts" (2015), without their search for the smallest one.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from core.structured.budget import Budget
from core.structured.grammar.endings import Endings
from core.structured.grammar.flaws import Flaw
from core.structured.grammar.productions import START, Productions
from core.structured.grammar.stacks import Stacks

MOST_PAIRS = 12_000
_MOST_OF_ONE = 3_000
_ALL = 1 << 30  # symbols: every continuation was followed
_SHIFT = -1  # the "rule" of the action that shifts

_DETAILS = ("branches", "rules", "all")  # of a derivation: the first in which two of them differ is shown

_Action = tuple[int, int]  # symbols and rule of a reduction; (0, _SHIFT) for a shift
_Tree = tuple[int, tuple["_Tree", ...]]  # symbol, parts


@dataclass(frozen=True)
class Ambiguity:
    """A text with two derivations, or a conflict behind which none was found.

    Attributes:
        rules: names of the rules that are in conflict.
        example: the text, terminals with blanks between them; None where none was found.
        derivations: of the example, as `rule(part part)`.
    """

    rules: tuple[str, ...]
    example: str | None = None
    derivations: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Search:
    """What the search came to.

    Attributes:
        ambiguity: the first one with an example, otherwise one of the conflicts, otherwise None: unambiguous.
        conflicts: how many pairs of actions are in conflict.
        symbols: the longest continuation, in symbols, that was followed everywhere without finding one.
    """

    ambiguity: Ambiguity | None
    conflicts: int
    symbols: int

    @property
    def decided(self) -> bool:
        """Whether there is no doubt: an example, or no conflict at all."""
        return self.ambiguity is None or self.ambiguity.example is not None

    def flaw(self) -> Flaw | None:
        """The same as a flaw of the grammar."""
        found = self.ambiguity
        if found is None:
            return None
        rules = " and ".join(found.rules)
        if found.example is None:
            reach = f"up to {self.symbols} further symbols" if self.symbols < _ALL else "behind the shortest beginnings"
            message = (
                f"{self.conflicts} conflicts, the first of {rules}: no ambiguity found {reach}; whether there is one "
                "is not decided"
            )
        else:
            message = (
                f"conflict of {rules}: the text {found.example!r} has two derivations, {found.derivations[0]} and "
                f"{found.derivations[1]}"
            )
        return Flaw("ambiguity", message, found.rules)


class AmbiguitySearch:
    """The search in one grammar."""

    def __init__(self, productions: Productions, stacks: Stacks, endings: Endings, budget: Budget) -> None:
        self._productions = productions
        self._stacks = stacks
        self._endings = endings
        self._budget = budget
        self._pairs = 0

    def run(self) -> Search:
        """All conflicts, until one of them is an ambiguity."""
        count, symbols = 0, _ALL
        undecided: Ambiguity | None = None
        for state, first, second in self._conflicts():
            count += 1
            if self._pairs > MOST_PAIRS:
                symbols = min(symbols, 0)
                continue
            most = _ALL
            for path in self._contexts(state):
                found, reached = self._follow(path, first, second)
                if found is not None:
                    return Search(found, count, 0)
                most = min(most, reached)
            symbols = min(symbols, most)
            undecided = undecided or Ambiguity(self._rules_of(state, first, second))
        return Search(undecided, count, symbols if count else 0)

    def _rules_of(self, state: int, first: _Action, second: _Action) -> tuple[str, ...]:
        names = [self._productions.names[rule] for _, rule in (first, second) if rule != _SHIFT]
        if second[1] == _SHIFT:
            names += [self._productions.names[head] for head, side, dot in self._stacks.items(state) if dot < len(side)]
        return tuple(dict.fromkeys(names))

    def _conflicts(self) -> Iterator[tuple[int, _Action, _Action]]:
        follow = self._follow_sets()
        for state in range(self._stacks.all_states()):
            self._budget.step()
            reductions = self._stacks.reductions(state)
            shifts = {symbol for symbol in self._stacks.symbols(state) if symbol < 0}
            for index, (size, head) in enumerate(reductions):
                if follow[head] & shifts:
                    yield state, (size, head), (0, _SHIFT)
                for other in reductions[index + 1 :]:
                    if follow[head] & follow[other[1]]:
                        yield state, (size, head), other

    def _follow_sets(self) -> list[set[int]]:
        rules = self._productions.rules
        first: list[set[int]] = [set() for _ in rules]
        follow: list[set[int]] = [set() for _ in rules]
        follow[START].add(0)  # the end of the text: no terminal has this number
        grown = True
        while grown:
            grown = False
            for number, sides in enumerate(rules):
                for side in sides:
                    self._budget.step()
                    more = {side[0]} if side[0] < 0 else first[side[0]]
                    if not more <= first[number]:
                        first[number] |= more
                        grown = True
                    for index, symbol in enumerate(side):
                        if symbol < 0:
                            continue
                        behind = follow[number]
                        if index + 1 < len(side):
                            behind = {side[index + 1]} if side[index + 1] < 0 else first[side[index + 1]]
                        if not behind <= follow[symbol]:
                            follow[symbol] |= behind
                            grown = True
        return follow

    def _contexts(self, state: int) -> Iterator[list[int]]:
        """Symbols that lead to the state: the shortest path, and the same with a round inserted at each place."""
        base = self._path(0, state)
        if base is None:
            return
        yield base
        at, places = 0, [0]
        for symbol in base:
            at = self._stacks.target(at, symbol)
            places.append(at)
        for index, place in enumerate(places):
            cycle = self._path(place, place, at_least=1)
            if cycle is not None:
                yield [*base[:index], *cycle, *base[index:]]

    def _path(self, start: int, goal: int, *, at_least: int = 0) -> list[int] | None:
        if start == goal and not at_least:
            return []
        before: dict[int, tuple[int, int]] = {}
        waiting = [start]
        for state in waiting:
            self._budget.step()
            for symbol in self._stacks.symbols(state):
                after = self._stacks.target(state, symbol)
                if after in before:
                    continue
                before[after] = (state, symbol)
                if after == goal:
                    way = [symbol]
                    while state != start:
                        state, symbol = before[state]
                        way.append(symbol)
                    return way[::-1]
                waiting.append(after)
        return None

    def _follow(self, path: list[int], first: _Action, second: _Action) -> tuple[Ambiguity | None, int]:
        """Both actions behind a path at once; the ambiguity, and how many symbols further no other is."""
        stacks = self._stacks
        stack = stacks.start
        for symbol in path:
            stack = stacks.pushed(stack, symbol)
        left = stacks.reduced(stack, first)
        right = stack if second[1] == _SHIFT else stacks.reduced(stack, second)
        if left is None or right is None:
            return None, _ALL
        # A node: both stacks, and who may still reduce before the next symbol (0: the first, 1: the second, 2: nobody).
        root = (left, right, 0 if second[1] != _SHIFT else 3)
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int] | None, tuple[str, object]]] = {
            root: (None, ("begin", 0))
        }
        waiting = [(0, 0, 0, root)]
        count, expanded = 0, 0
        while waiting:
            length, size, _, node = heapq.heappop(waiting)
            left, right, phase = node
            expanded += 1
            self._pairs += 1
            self._budget.step(4)
            if left == right:
                return self._example(path, stack, first, second, node, came), length
            if expanded > _MOST_OF_ONE:
                return None, length - 1
            after: list[tuple[tuple[int, int, int], tuple[str, object], int]] = []
            if phase in (0, 3):
                for action in stacks.reductions_of(left):
                    reduced = stacks.reduced(left, action)
                    if reduced is not None:
                        after.append(((reduced, right, phase), ("first", action), 0))
            if phase in (0, 1):
                for action in stacks.reductions_of(right):
                    reduced = stacks.reduced(right, action)
                    if reduced is not None:
                        after.append(((left, reduced, 1), ("second", action), 0))
            for symbol in stacks.symbols_of(left) & stacks.symbols_of(right):
                pushed = (stacks.pushed(left, symbol), stacks.pushed(right, symbol), 0)
                after.append((pushed, ("both", symbol), self._endings.of_symbol(symbol)))
            for place, how, cost in after:
                if place not in came:
                    came[place] = (node, how)
                    count += 1
                    heapq.heappush(waiting, (length + (how[0] == "both"), size + cost, count, place))
        return None, _ALL

    def _example(
        self,
        path: list[int],
        stack: int,
        first: _Action,
        second: _Action,
        node: tuple[int, int, int],
        came: dict[tuple[int, int, int], tuple[tuple[int, int, int] | None, tuple[str, object]]],
    ) -> Ambiguity:
        steps: list[tuple[str, object]] = []
        place: tuple[int, int, int] | None = node
        while place is not None:
            place, how = came[place]
            steps.append(how)
        left = [self._cheapest(symbol) for symbol in path]
        right = list(left)
        _reduce(left, first)
        if second[1] != _SHIFT:
            _reduce(right, second)
        for who, what in reversed(steps[:-1]):
            if who == "both":
                assert isinstance(what, int)
                left.append(self._cheapest(what))
                right.append(self._cheapest(what))
            else:
                assert isinstance(what, tuple)
                _reduce(left if who == "first" else right, what)
        for rest, action in self._endings.way(node[0]):
            for trees in (left, right):
                trees.extend(self._cheapest(symbol) for symbol in rest)
                if action is not None:
                    _reduce(trees, action)
        names = self._rules_of(self._stacks.top(stack), first, second)
        for detail in _DETAILS:
            plain = ["".join(self._shown(tree, detail) for tree in trees) for trees in (left, right)]
            if plain[0] != plain[1]:
                break
        return Ambiguity(names, " ".join(self._words(left)), (plain[0].strip(), plain[1].strip()))

    def _cheapest(self, symbol: int) -> _Tree:
        """The shortest derivation of a symbol."""
        if symbol < 0:
            return symbol, ()
        return symbol, tuple(self._cheapest(inner) for inner in self._endings.cheapest_side(symbol))

    def _words(self, trees: list[_Tree]) -> list[str]:
        found: list[str] = []
        for symbol, parts in trees:
            found += [self._endings.word(-1 - symbol)] if symbol < 0 else self._words(list(parts))
        return found

    def _shown(self, tree: _Tree, detail: str) -> str:
        symbol, parts = tree
        if symbol < 0:
            return f" {self._endings.word(-1 - symbol)}"
        inside = "".join(self._shown(part, detail) for part in parts)
        name = self._productions.names[symbol]
        if (" " in name and detail != "all") or (len(parts) == 1 and detail == "branches"):
            return inside
        return f" {name.replace(' ', '-')}({inside.strip()})"


def _reduce(trees: list[_Tree], action: _Action) -> None:
    size, rule = action
    parts = tuple(trees[len(trees) - size :])
    del trees[len(trees) - size :]
    trees.append((rule, parts))
