"""A pattern as a lazily determinised automaton over UTF-8 bytes (Thompson construction, subsets made when first read).

The search is unanchored: a text is accepted when the pattern matches somewhere in it. `^` and `$` are assertions on the
automaton's empty edges, so they may stand anywhere. Nodes from which no match can be completed are pruned: a live state
always has a completion, if bytes that are not UTF-8 are ruled out by the caller.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

import numpy as np
import numpy.typing as npt

from core.structured.budget import Budget
from core.structured.errors import BudgetExceeded
from core.structured.regex.characters import byte_sequences
from core.structured.regex.syntax import Chars, Choice, End, Machine, Repeat, Sequence, Start, Tree

_ACCEPT = 0
_ANY, _ENDS = -1, -2  # members of a subset that are no nodes: accepted whatever follows; accepted if the text ends
_ALL = frozenset({_ANY, _ENDS})
_ASK = -2  # a move that was not looked up yet

Subset = frozenset[int]


class RegexAutomaton:
    """States are small integers; `step` gives -1 where no completion is left.

    Edges are plain numbers in few lists: tuples for each would be walked over by Python's garbage collector.
    """

    def __init__(self, tree: Tree, *, budget: Budget, with_empty: bool = True) -> None:
        """Build the automaton; without `with_empty` the empty text does not match, whatever the tree says."""
        self._budget = budget
        # Of each node its last edge, -1 for none; of each edge its lowest and highest byte and its target, packed, and
        # the edge before it.
        self._last_edge: list[int] = [-1]
        self._edges: list[int] = []
        self._edge_before: list[int] = []
        # Nodes that are left without a byte; few nodes are.
        self._empty: defaultdict[int, list[int]] = defaultdict(list)
        self._at_start: defaultdict[int, list[int]] = defaultdict(list)
        self._at_end: defaultdict[int, list[int]] = defaultdict(list)
        entry = self._build(tree, _ACCEPT)
        search = self._node()
        self._edge(search, 0, 255, search)
        self._empty[search].append(entry)
        self._live, self._ends = self._completable()
        self._closures: dict[int, Subset] = {}
        self.class_of, self.representatives = self._classes()
        self._class_of: list[int] = self.class_of.tolist()
        self._subsets: list[Subset] = []
        self._numbers: dict[Subset, int] = {}
        self._moves: list[int] = []  # by state and class
        first = self._closure(search, at_start=True)
        if not with_empty and first != _ALL:
            first -= {_ENDS}
        self.start = self._number(first) if first else -1

    def charge(self, budget: Budget) -> None:
        """Count further work to this budget: the automaton is shared by the grammars that name its pattern."""
        self._budget = budget

    def step(self, state: int, byte: int) -> int:
        """The state after a byte, -1 if no completion is left."""
        return self.step_of_class(state, self._class_of[byte])

    def step_of_class(self, state: int, kind: int) -> int:
        """The state after a byte of a class."""
        at = state * len(self.representatives) + kind
        after = self._moves[at]
        if after == _ASK:
            after = self._moves[at] = self._move(state, self.representatives[kind])
        return after

    def row(self, state: int) -> list[int]:
        """The states after a byte of each class."""
        return [self.step_of_class(state, kind) for kind in range(len(self.representatives))]

    def accepts(self, state: int) -> bool:
        """Whether a text that ends in this state matches."""
        return _ENDS in self._subsets[state]

    def matches(self, text: str) -> bool:
        """Whether the pattern matches somewhere in `text`."""
        state = self.start
        for byte in text.encode("utf-8", "surrogatepass"):
            if state < 0:
                return False
            state = self.step(state, byte)
        return state >= 0 and self.accepts(state)

    def _move(self, state: int, byte: int) -> int:
        subset = self._subsets[state]
        if subset is _ALL:
            return state
        self._budget.step(1 + len(subset) // 4)
        edges, before = self._edges, self._edge_before
        reached: set[int] = set()
        for node in subset:
            at = self._last_edge[node] if node >= 0 else -1
            while at >= 0:
                edge = edges[at]
                if edge & 0xFF <= byte <= edge >> 8 & 0xFF:
                    more = self._closure(edge >> 16, at_start=False)
                    if more is _ALL:
                        return self._number(_ALL)
                    reached |= more
                at = before[at]
        return self._number(frozenset(reached)) if reached else -1

    def _number(self, subset: Subset) -> int:
        number = self._numbers.get(subset)
        if number is None:
            self._budget.state()
            number = self._numbers[subset] = len(self._subsets)
            self._subsets.append(subset)
            self._moves.extend([_ASK] * len(self.representatives))
        return number

    def _closure(self, node: int, *, at_start: bool) -> Subset:
        """The nodes that are reached without a byte."""
        if not at_start and node in self._closures:
            return self._closures[node]
        nodes: set[int] = set()
        seen = {node}
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if current == _ACCEPT:
                nodes.add(_ANY)
            if current in self._ends or (at_start and self._ends_at_start(current)):
                nodes.add(_ENDS)
            if self._last_edge[current] >= 0 and current in self._live:
                nodes.add(current)
            targets: Collection[int] = self._empty.get(current, ())
            if at_start:
                targets = (*targets, *self._at_start.get(current, ()))
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        result = _ALL if _ANY in nodes else frozenset(nodes)
        if not at_start:
            self._closures[node] = result
        return result

    def _ends_at_start(self, node: int) -> bool:
        """Whether the empty text matches from here: `^` and `$` both hold."""
        seen, waiting = {node}, [node]
        while waiting:
            current = waiting.pop()
            if current == _ACCEPT:
                return True
            for edges in (self._empty, self._at_start, self._at_end):
                for target in edges.get(current, ()):
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
        return False

    def _completable(self) -> tuple[set[int], set[int]]:
        """Nodes from which a match can be completed, and those that match if the text ends there."""
        back_empty: defaultdict[int, list[int]] = defaultdict(list)
        back_end: defaultdict[int, list[int]] = defaultdict(list)
        back_bytes: defaultdict[int, list[int]] = defaultdict(list)
        for edges, back in ((self._empty, back_empty), (self._at_end, back_end)):
            for node, targets in edges.items():
                for target in targets:
                    back[target].append(node)
        for node, at in enumerate(self._last_edge):
            while at >= 0:
                back_bytes[self._edges[at] >> 16].append(node)
                at = self._edge_before[at]
        ends = _backwards({_ACCEPT}, back_empty, back_end)
        return _backwards(set(ends), back_empty, back_bytes), ends

    def _classes(self) -> tuple[npt.NDArray[np.uint8], list[int]]:
        cuts = {0}
        for edge in self._edges:
            cuts.add(edge & 0xFF)
            cuts.add((edge >> 8 & 0xFF) + 1)
        starts = sorted(cut for cut in cuts if cut < 256)
        class_of = np.repeat(np.arange(len(starts), dtype=np.uint8), np.diff([*starts, 256]))
        return class_of, starts

    def _node(self) -> int:
        self._last_edge.append(-1)
        if len(self._last_edge) > self._budget.nodes:
            raise BudgetExceeded("nodes of one pattern", self._budget.nodes)
        return len(self._last_edge) - 1

    def _edge(self, node: int, low: int, high: int, target: int) -> None:
        self._edge_before.append(self._last_edge[node])
        self._last_edge[node] = len(self._edges)
        self._edges.append(target << 16 | high << 8 | low)

    def _build(self, tree: Tree, out: int) -> int:
        """Entry node of `tree` whose matches end in node `out`."""
        self._budget.step()
        match tree:
            case Chars(ranges):
                return self._chars(ranges, out)
            case Sequence(parts):
                for part in reversed(parts):
                    out = self._build(part, out)
                return out
            case Choice(branches):
                node = self._node()
                self._empty[node].extend(self._build(branch, out) for branch in branches)
                return node
            case Repeat(body, least, most):
                return self._repeat(body, least, most, out)
            case Start():
                node = self._node()
                self._at_start[node].append(out)
                return node
            case End():
                node = self._node()
                self._at_end[node].append(out)
                return node
            case Machine(states, edges, accepting):
                return self._machine(states, edges, accepting, out)
        raise AssertionError("look-aheads are taken out before")

    def _machine(
        self, states: int, edges: tuple[tuple[int, int, int, int], ...], accepting: tuple[int, ...], out: int
    ) -> int:
        nodes = [self._node() for _ in range(states)]
        for source, low, high, target in edges:
            self._edge(nodes[source], low, high, nodes[target])
        for state in accepting:
            self._empty[nodes[state]].append(out)
        return nodes[0]

    def _repeat(self, body: Tree, least: int, most: int | None, out: int) -> int:
        if most is None:
            loop = self._node()
            self._empty[loop].extend((self._build(body, loop), out))
            entry = loop
        else:
            entry = out
            for _ in range(most - least):
                node = self._node()
                self._empty[node].extend((self._build(body, entry), out))
                entry = node
        for _ in range(least):
            entry = self._build(body, entry)
        return entry

    def _chars(self, ranges: tuple[tuple[int, int], ...], out: int) -> int:
        entry = self._node()
        tails: dict[tuple[tuple[int, int], ...], int] = {(): out}
        for sequence in byte_sequences(ranges):
            for size in range(1, len(sequence)):
                tail = sequence[-size:]
                if tail not in tails:
                    node = tails[tail] = self._node()
                    self._edge(node, *tail[0], tails[tail[1:]])
            self._edge(entry, *sequence[0], tails[sequence[1:]])
        return entry


def _backwards(reached: set[int], *edges: Mapping[int, list[int]]) -> set[int]:
    waiting = list(reached)
    while waiting:
        node = waiting.pop()
        for back in edges:
            for source in back.get(node, ()):
                if source not in reached:
                    reached.add(source)
                    waiting.append(source)
    return reached
