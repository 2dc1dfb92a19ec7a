"""Several automata of patterns read at once, as one: trimmed, and shared by all schemas that ask for the same."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.utf8 import BOUNDARY, BYTE_KINDS, UTF8, byte_classes
from core.structured.budget import Budget
from core.structured.regex.automaton import RegexAutomaton

_MOST_KEPT = 512


Tests = tuple[tuple["RegexAutomaton | JointAutomaton", bool], ...]
_Place = tuple[int, ...]  # where in a character, then the state of each automaton


class JointAutomaton:
    """The texts that each automaton accepts (True) or refuses (False); a state lives only if such a text goes on."""

    def __init__(self, tests: Tests, budget: Budget) -> None:
        self._tests = tests
        self._budget = budget
        self.class_of: npt.NDArray[np.int64]
        self.class_of, self._bytes = byte_classes(BYTE_KINDS, *(automaton.class_of for automaton, _ in tests))
        self._alive: dict[_Place, bool] = {}
        self._numbers: dict[_Place, int] = {}
        self._places: list[_Place] = []
        self._moves: list[list[int | None]] = []
        first: _Place = (BOUNDARY, *(automaton.start for automaton, _ in tests))
        possible = all(state >= 0 or not wanted for state, (_, wanted) in zip(first[1:], tests, strict=True))
        self.start: int = self._number(first) if possible and self._lives(first) else -1

    def charge(self, budget: Budget) -> None:
        """Count further work to this budget."""
        self._budget = budget

    def step(self, state: int, byte: int) -> int:
        """The state after a byte, -1 if no completion is left."""
        moves = self._moves[state]
        kind = int(self.class_of[byte])
        after = moves[kind]
        if after is None:
            place = self._move(self._places[state], self._bytes[kind])
            after = moves[kind] = -1 if place is None or not self._lives(place) else self._number(place)
        return after

    def accepts(self, state: int) -> bool:
        """Whether a text that ends in this state is one of them."""
        return self._ends(self._places[state])

    def _number(self, place: _Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            self._budget.state()
            number = self._numbers[place] = len(self._places)
            self._places.append(place)
            self._moves.append([None] * len(self._bytes))
        return number

    def _ends(self, place: _Place) -> bool:
        return place[0] == BOUNDARY and all(
            (state >= 0 and automaton.accepts(state)) == wanted
            for state, (automaton, wanted) in zip(place[1:], self._tests, strict=True)
        )

    def _move(self, place: _Place, byte: int) -> _Place | None:
        utf8 = UTF8[place[0]][byte]
        if utf8 < 0:
            return None
        moved = [utf8]
        for state, (automaton, wanted) in zip(place[1:], self._tests, strict=True):
            after = automaton.step(state, byte) if state >= 0 else -1
            if after < 0 and wanted:
                return None
            moved.append(after)
        return tuple(moved)

    def _lives(self, start: _Place) -> bool:
        """Whether a text ends somewhere behind this place."""
        known = self._alive.get(start)
        if known is not None:
            return known
        parents: dict[_Place, _Place | None] = {start: None}
        waiting = [start]
        while waiting:
            place = waiting.pop()
            self._budget.step(2)
            if self._alive.get(place) or self._ends(place):
                back: _Place | None = place
                while back is not None:
                    self._alive[back] = True
                    back = parents[back]
                return True
            for byte in self._bytes:
                after = self._move(place, byte)
                if after is not None and after not in parents and self._alive.get(after, True):
                    parents[after] = place
                    waiting.append(after)
        for place in parents:
            self._alive[place] = False
        return False


_joint: dict[Tests, JointAutomaton] = {}


def joined(tests: Tests, *, budget: Budget) -> Tests:
    """The same tests as at most one, which must accept."""
    if not tests or (len(tests) == 1 and tests[0][1]):
        return tests
    tests = tuple(dict.fromkeys(tests))
    made = _joint.get(tests)
    if made is None:
        if len(_joint) >= _MOST_KEPT:
            _joint.clear()
        made = _joint[tests] = JointAutomaton(tests, budget)
    made.charge(budget)
    return ((made, True),)
