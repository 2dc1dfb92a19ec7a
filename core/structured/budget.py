"""Limits of time and size, so that a hostile schema or grammar ends in an error and not in a hang."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from core.structured.errors import BudgetExceeded

_STEPS_PER_LOOK = 64
_UNWATCHED = 0.05  # of the seconds of a call: they pass before the clock of the processor is read at all
_NEVER = float("inf")


@dataclass
class Budget:
    """What one compiled grammar may use; a limit passed raises `BudgetExceeded`.

    Args:
        seconds: processor time for one call (compiling, or one mask).
        states: lexical states and continuations made over the grammar's life.
        rows: of them, lexical states; each takes a kilobyte.
        alternatives: branches of one schema after its disjunctions are multiplied out.
        nodes: nodes of one pattern's automaton.
    """

    seconds: float = 10.0
    states: int = 400_000
    rows: int = 100_000
    alternatives: int = 2_000
    nodes: int = 60_000
    _ends: float | None = field(default=_NEVER, repr=False)
    _not_before: float = field(default=_NEVER, repr=False)
    _deadline: float = field(default=_NEVER, repr=False)
    _steps: int = field(default=0, repr=False)
    _states: int = field(default=0, repr=False)

    def begin(self) -> None:
        """Start the clock of one call."""
        if self._deadline == _NEVER:
            self._ends = None
            self._not_before = time.perf_counter() + _UNWATCHED * self.seconds
        else:
            self._watch(time.process_time(), self.seconds)

    def _watch(self, now: float, seconds: float) -> None:
        self._ends = min(now + seconds, self._deadline)
        self._not_before = time.perf_counter() + self._ends - now

    def end_in(self, seconds: float) -> None:
        """From now on all calls together may take so long; said again, the time begins anew."""
        self._deadline = time.process_time() + seconds

    def step(self, count: int = 1) -> None:
        """Count work and look at the clock now and then."""
        self._steps += count
        if self._steps >= _STEPS_PER_LOOK:
            self._steps = 0
            # The clock of the processor can take milliseconds to read; before so much time has passed it is not read.
            if time.perf_counter() > self._not_before:
                self._look()

    def _look(self) -> None:
        now = time.process_time()
        if self._ends is None:
            self._watch(now, (1 - _UNWATCHED) * self.seconds)
        elif now > self._ends:
            raise BudgetExceeded("seconds", self.seconds)

    def row(self, total: int) -> None:
        """Look whether so many lexical states are allowed."""
        if total > self.rows:
            raise BudgetExceeded("lexical states", self.rows)

    def state(self, count: int = 1) -> None:
        """Count states made."""
        self._states += count
        if self._states > self.states:
            raise BudgetExceeded("states", self.states)
        self.step(count)
