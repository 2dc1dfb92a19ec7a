"""Several automata of patterns read at once, as one: trimmed, and shared by all schemas that ask for the same."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.utf8 import BOUNDARY, BYTE_KINDS, UTF8, byte_classes
from core.structured.budget import Budget
from core.structured.regex.automaton import RegexAutomaton

_MOST_KEPT = 512
_ASK = -2

Tests = tuple[tuple["RegexAutomaton | JointAutomaton", bool], ...]
# Where in a character (three bits), then the state of each automaton (`_BITS` bits, 0 for none): one number, because
# thousands of tuples would be walked over by Python's garbage collector.
_Place = int
_BITS, _STATE = 24, (1 << 24) - 1


class JointAutomaton:
    """The texts that each automaton accepts (True) or refuses (False); a state lives only if such a text goes on."""

    def __init__(self, tests: Tests, budget: Budget) -> None:
        self._tests = tests
        self._budget = budget
        self.class_of: npt.NDArray[np.int64]
        self.class_of, self.representatives = byte_classes(BYTE_KINDS, *(automaton.class_of for automaton, _ in tests))
        self._class_of: list[int] = self.class_of.tolist()
        # Of each automaton: its step, its own class of each of these, and whether it must accept.
        self._steps = [
            (automaton.step_of_class, automaton.class_of[self.representatives].tolist(), wanted)
            for automaton, wanted in tests
        ]
        self._alive: dict[_Place, bool] = {}
        self._numbers: dict[_Place, int] = {}
        self._places: list[_Place] = []
        self._moves: list[int] = []  # by state and class; _ASK where it was not asked yet
        first = BOUNDARY
        for number, (automaton, _) in enumerate(tests):
            first |= automaton.start + 1 << 3 + _BITS * number
        possible = all(automaton.start >= 0 or not wanted for automaton, wanted in tests)
        self.start: int = self._number(first) if possible and self._lives(first) else -1

    def charge(self, budget: Budget) -> None:
        """Count further work to this budget."""
        self._budget = budget

    def step(self, state: int, byte: int) -> int:
        """The state after a byte, -1 if no completion is left."""
        return self.step_of_class(state, self._class_of[byte])

    def step_of_class(self, state: int, kind: int) -> int:
        """The state after a byte of a class."""
        at = state * len(self.representatives) + kind
        after = self._moves[at]
        if after == _ASK:
            place = self._move(self._places[state], kind)
            after = self._moves[at] = -1 if place is None or not self._lives(place) else self._number(place)
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
            self._moves.extend([_ASK] * len(self.representatives))
        return number

    def _ends(self, place: _Place) -> bool:
        if place & 7 != BOUNDARY:
            return False
        place >>= 3
        for automaton, wanted in self._tests:
            state = (place & _STATE) - 1
            if (state >= 0 and automaton.accepts(state)) != wanted:
                return False
            place >>= _BITS
        return True

    def _move(self, place: _Place, kind: int) -> _Place | None:
        moved = UTF8[place & 7][self.representatives[kind]]
        if moved < 0:
            return None
        place >>= 3
        shift = 3
        for step, own, wanted in self._steps:
            state = place & _STATE
            after = step(state - 1, own[kind]) if state else -1
            if after < 0 and wanted:
                return None
            moved |= after + 1 << shift
            shift += _BITS
            place >>= _BITS
        return moved

    def _lives(self, start: _Place) -> bool:
        """Whether a text ends somewhere behind this place: a walk that goes on from each place until it is stuck."""
        alive = self._alive
        known = alive.get(start)
        if known is not None:
            return known
        if self._ends(start):
            alive[start] = True
            return True
        seen = {start}
        path, looked = [start], [0]  # the places on the way, and how many classes of bytes were tried at each
        while path:
            place = path[-1]
            for kind in range(looked[-1], len(self.representatives)):
                after = self._move(place, kind)
                if after is None or after in seen:
                    continue
                known = alive.get(after)
                if known is False:
                    continue
                seen.add(after)
                self._budget.step(2)
                looked[-1] = kind + 1
                path.append(after)
                looked.append(0)
                if known or self._ends(after):
                    alive.update(dict.fromkeys(path, True))
                    return True
                break
            else:
                path.pop()
                looked.pop()
        alive.update(dict.fromkeys(seen, False))
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
