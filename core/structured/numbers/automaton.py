"""One `Number` as a trimmed automaton over decimal spellings.

Spellings: an integer part, an optional fraction, and for scientific notation one digit before the point and an exponent
of at most four digits (what JSON writers produce). An integer may be spelled `5.0` or `1e+16`. Numbers that must be
multiples of something other than 1 are spelled without exponent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from core.structured.budget import Budget
from core.structured.errors import UnsupportedSchema
from core.structured.numbers.bounds import (
    TIGHT,
    Bound,
    Tracker,
    at_point,
    bound_of,
    exponent_limit,
    fraction_digit,
    holds,
    next_digit,
    significant_digit,
)
from core.structured.numbers.constraint import Number
from core.structured.numbers.number_words import NumberWords

MINUS, POINT, PLUS = 0x2D, 0x2E, 0x2B
NUMBER_BYTES = b"-+.0123456789eE"
_MOST_EXPONENT_DIGITS = 4
_MOST_SIGNIFICANT = 17  # digits after the point of a scientific spelling of an integer
_MOST_RESIDUES = 100_000

_ABOVE_ZERO = b"123456789"
_BEGIN, _SIGN, _WHOLE, _POINT, _FRACTION, _E, _E_SIGN, _E_DIGITS = range(8)


class State(NamedTuple):
    """What is known of the digits read."""

    phase: int
    negative: bool = False
    single: bool = False  # one digit other than 0 before the point: scientific notation is open
    zero: bool = False  # the integer part is 0 and complete
    empty: bool = True  # only zeros so far
    low: Tracker = ("loose", 0)
    high: Tracker = ("loose", 10**9)
    low_digits: tuple[int, int] = (TIGHT, 0)
    high_digits: tuple[int, int] = (TIGHT, 0)
    places: int = 0  # digits of the fraction read, as far as they matter
    last_place: int = 0  # of them, up to the last that is not 0
    residues: tuple[int, ...] = ()
    words: int = 0
    least: int | None = None  # bounds of the exponent
    most: int | None = None
    exponent: str = ""


@dataclass(frozen=True)
class _Step:
    """A multiple scaled to whole numbers: `value * 10**places` must be a multiple of `modulus`."""

    modulus: int
    places: int
    wanted: bool


class NumberAutomaton:
    """States are numbers from 0; `step` gives None where no number of the set goes on."""

    def __init__(self, number: Number, budget: Budget) -> None:
        self._budget = budget
        self._whole = Fraction(1) in number.multiples
        self._broken = Fraction(1) in number.avoided
        steps = [(step, True) for step in number.multiples if step != 1]
        steps += [(step, False) for step in number.avoided if step != 1]
        self._steps = [_scaled(step, wanted) for step, wanted in sorted(steps)]
        self._excluded = NumberWords([(value, 1) for value in number.excluded]) if number.excluded else None
        self._sides = tuple(_magnitudes(number, negative) for negative in (False, True))
        self._live: dict[State, bool] = {}
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._rows: list[dict[int, int | None]] = []
        self._accepted: dict[int, bool] = {}
        first = State(_BEGIN, words=self._excluded.start if self._excluded else 0)
        self.start: int | None = self._number(first) if self._lives(first) else None

    def step(self, state: int, byte: int) -> int | None:
        """The state after a byte."""
        row = self._rows[state]
        if byte not in row:
            after = self._move(self._states[state], byte)
            row[byte] = self._number(after) if after is not None and self._lives(after) else None
            if 0x31 <= byte <= 0x39 and self._alike(self._states[state]):
                row.update(dict.fromkeys(_ABOVE_ZERO, row[byte]))
        return row[byte]

    def _alike(self, state: State) -> bool:
        """Whether all digits but 0 lead to one state: no bound is compared with any more, no multiple is counted."""
        if self._steps or self._excluded or "tight" in (state.low[0], state.high[0]):
            return False
        return state.phase == _WHOLE or (state.phase in (_POINT, _FRACTION) and not state.single)

    def _number(self, state: State) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
            self._rows.append({})
        return number

    def charge(self, budget: Budget) -> None:
        """Count further work to this budget: automata of equal numbers are shared."""
        self._budget = budget

    def accepts(self, state: int) -> bool:
        """Whether a number of the set ends here."""
        known = self._accepted.get(state)
        if known is None:
            known = self._accepted[state] = self._ends(self._states[state])
        return known

    def _ends(self, state: State) -> bool:
        side = self._sides[state.negative]
        if side is None or (self._excluded and self._excluded.bits_at(state.words)):
            return False
        low, high = side
        if state.phase == _E_DIGITS:
            value = self._exponent(state)
            return (state.least is None or value >= state.least) and (state.most is None or value <= state.most)
        if state.phase not in (_WHOLE, _FRACTION):
            return False
        lower, upper = state.low, state.high
        if state.phase == _WHOLE:
            at_low, at_high = at_point(low, lower, upper=False), at_point(high, upper, upper=True) if high else upper
            if at_low is None or at_high is None:
                return False
            lower, upper = at_low, at_high
        if not holds(low, lower, upper=False) or (high and not holds(high, upper, upper=True)):
            return False
        if (self._whole and state.last_place) or (self._broken and not state.last_place):
            return False
        return all(self._divides(state, number) == step.wanted for number, step in enumerate(self._steps))

    def _divides(self, state: State, number: int) -> bool:
        step = self._steps[number]
        if state.last_place > step.places:
            return False
        places = min(state.places, step.places)
        scaled: int = state.residues[number] * 10 ** (step.places - places)
        return scaled % step.modulus == 0

    def _move(self, state: State, byte: int) -> State | None:
        digit = byte - 0x30
        if state.phase == _BEGIN and byte == MINUS:
            moved: State | None = state._replace(phase=_SIGN, negative=True)
        elif 0 <= digit <= 9:
            moved = self._digit(state, digit)
        elif byte == POINT:
            moved = self._point(state)
        elif byte in b"eE":
            moved = self._letter(state)
        elif byte in (PLUS, MINUS) and state.phase == _E:
            moved = self._exponent_sign(state, negative=byte == MINUS)
        else:
            return None
        if moved is not None and self._excluded:
            moved = moved._replace(words=self._excluded.step(state.words, byte))
        return moved

    def _digit(self, state: State, digit: int) -> State | None:
        side = self._sides[state.negative]
        if side is None:
            return None
        low, high = side
        if state.phase in (_BEGIN, _SIGN) or (state.phase == _WHOLE and not state.zero):
            first = state.phase != _WHOLE
            lower = next_digit(low, ("tight", 0) if first else state.low, digit, upper=False)
            upper = next_digit(high, ("tight", 0) if first else state.high, digit, upper=True) if high else state.high
            single = first and digit != 0 and not self._steps
            if single:
                lower, upper = lower or ("out", 0), upper or ("out", 0)
            if lower is None or upper is None:
                return None
            residues = state.residues or (0,) * len(self._steps)
            still = first and digit != 0
            return State(  # in the order of the fields: `_replace` takes three times as long
                _WHOLE,
                state.negative,
                single,
                first and digit == 0,
                state.empty and digit == 0,
                lower,
                upper,
                _compared(low, state.low_digits, digit, still=still),
                _compared(high, state.high_digits, digit, still=still),
                state.places,
                state.last_place,
                tuple([(10 * r + digit) % s.modulus for r, s in zip(residues, self._steps, strict=True)]),
                state.words,
                state.least,
                state.most,
                state.exponent,
            )
        if state.phase in (_POINT, _FRACTION):
            return self._fraction(state, digit, low, high)
        if state.phase in (_E, _E_SIGN, _E_DIGITS):
            return self._exponent_digit(state, str(digit))
        return None

    def _point(self, state: State) -> State | None:
        side = self._sides[state.negative]
        if state.phase != _WHOLE or side is None:
            return None
        low, high = side
        # Where the digits before the point already leave the bounds, only an exponent can mend it.
        lower = at_point(low, state.low, upper=False) or (("out", 0) if state.single else None)
        upper = (at_point(high, state.high, upper=True) if high else state.high) or (
            ("out", 0) if state.single else None
        )
        if lower is None or upper is None:
            return None
        return state._replace(phase=_POINT, low=lower, high=upper if high else ("loose", 0))

    def _fraction(self, state: State, digit: int, low: Bound, high: Bound | None) -> State | None:
        lower: Tracker | None = state.low
        upper: Tracker | None = state.high
        if state.low[0] != "out":
            lower = fraction_digit(low, state.low, digit, upper=False)
        if high and state.high[0] != "out":
            upper = fraction_digit(high, state.high, digit, upper=True)
        lower = lower or (("out", 0) if state.single else None)
        upper = upper or (("out", 0) if state.single else None)
        if lower is None or upper is None:
            return None
        if digit and self._whole and not state.single:
            return None
        # Places are counted only as far as a multiple or an exponent will ask for them.
        deepest = max((step.places for step in self._steps), default=0)
        most = _MOST_SIGNIFICANT + 1 if (self._whole or self._broken) and state.single else deepest + 1
        places = min(state.places + 1, most) if self._whole or self._broken or self._steps else 0
        last_place = places if digit else state.last_place
        if digit and self._whole and high and places > high.exponent:
            return None
        residues = state.residues
        if self._steps and places <= deepest:
            residues = tuple(
                (10 * r + digit) % s.modulus if places <= s.places else r
                for r, s in zip(residues, self._steps, strict=True)
            )
        return State(
            _FRACTION,
            state.negative,
            state.single,
            state.zero,
            state.empty and digit == 0,
            lower,
            upper,
            _compared(low, state.low_digits, digit, still=state.single),
            _compared(high, state.high_digits, digit, still=state.single),
            places,
            last_place,
            residues,
            state.words,
            state.least,
            state.most,
            state.exponent,
        )

    def _letter(self, state: State) -> State | None:
        if not state.single or state.phase not in (_WHOLE, _FRACTION):
            return None
        if (self._whole or self._broken) and state.last_place > _MOST_SIGNIFICANT:
            return None
        side = self._sides[state.negative]
        if side is None:
            return None
        low, high = side
        least: int | None = None if low.zero else exponent_limit(low, state.low_digits, upper=False)
        most: int | None = None
        if high is not None:
            if high.zero:
                return None
            most = exponent_limit(high, state.high_digits, upper=True)
        if self._whole:
            least = state.last_place if least is None else max(least, state.last_place)
        if self._broken:
            most = state.last_place - 1 if most is None else min(most, state.last_place - 1)
        letter = State(_E, negative=state.negative, least=least, most=most, words=state.words)
        return letter if _exponent_reachable(letter) else None

    @staticmethod
    def _exponent_sign(state: State, *, negative: bool) -> State | None:
        signed = state._replace(phase=_E_SIGN, exponent="-" if negative else "+")
        return signed if _exponent_reachable(signed) else None

    @staticmethod
    def _exponent_digit(state: State, digit: str) -> State | None:
        written = (state.exponent or "+") + digit
        if state.least is None and state.most is None:
            return State(_E_DIGITS, negative=state.negative, words=state.words, exponent="+0")
        moved = state._replace(phase=_E_DIGITS, exponent=written)
        if len(written) > _MOST_EXPONENT_DIGITS + 1 or not _exponent_reachable(moved):
            return None
        value = int(written)
        decided = (written[0] == "+" and state.most is None and value >= (state.least or 0)) or (
            written[0] == "-" and state.least is None and value <= (state.most or 0)
        )
        return State(_E_DIGITS, negative=state.negative, words=state.words, exponent="+0") if decided else moved

    @staticmethod
    def _exponent(state: State) -> int:
        return int(state.exponent)

    def _lives(self, state: State) -> bool:
        known = self._live.get(state)
        return self._search(state) if known is None else known

    def _search(self, state: State) -> bool:
        parents: dict[State, State | None] = {state: None}
        waiting = [state]
        while waiting:
            place = waiting.pop()
            self._budget.step(2)
            known = self._live.get(place)
            if known or (known is None and self._ends(place)):
                back: State | None = place
                while back is not None:
                    self._live[back] = True
                    back = parents[back]
                return True
            if known is False:
                continue
            for byte in NUMBER_BYTES:
                moved = self._move(place, byte)
                if moved is not None and moved not in parents:
                    parents[moved] = place
                    waiting.append(moved)
                    if self._live.get(moved) or self._ends(moved):
                        break  # it is looked at next
        for place in parents:
            self._live[place] = False
        return False


_shared: dict[Number, NumberAutomaton] = {}
_MOST_SHARED = 512


def number_automaton(number: Number, budget: Budget) -> NumberAutomaton:
    """The automaton of a number, one for equal numbers in the process."""
    known = _shared.get(number)
    if known is None:
        if len(_shared) >= _MOST_SHARED:
            _shared.clear()
        known = _shared[number] = NumberAutomaton(number, budget)
    known.charge(budget)
    return known


def _compared(bound: Bound | None, before: tuple[int, int], digit: int, *, still: bool) -> tuple[int, int]:
    """The significant digits against the bound's, as long as scientific notation is open."""
    if not still or bound is None or bound.zero:
        return (TIGHT, 0)
    return significant_digit(bound, before, digit)


def _exponent_reachable(state: State) -> bool:
    """Whether digits may still be added so that the exponent lies within its bounds."""
    least = -(10**_MOST_EXPONENT_DIGITS) if state.least is None else state.least
    most = 10**_MOST_EXPONENT_DIGITS if state.most is None else state.most
    digits = state.exponent[1:]
    prefix = int(digits or "0")
    sizes = range(0 if digits else 1, _MOST_EXPONENT_DIGITS - len(digits) + 1)
    for sign in (1, -1) if not state.exponent else (1,) if state.exponent[0] == "+" else (-1,):
        for size in sizes:
            near, far = sign * prefix * 10**size, sign * ((prefix + 1) * 10**size - 1)
            if min(near, far) <= most and max(near, far) >= least:
                return True
    return False


def _scaled(step: Fraction, wanted: bool) -> _Step:
    places, scaled = 0, step
    while scaled.denominator != 1:
        scaled *= 10
        places += 1
        if places > 30:
            raise UnsupportedSchema("multipleOf that is no short decimal", keyword="multipleOf")
    if scaled.numerator > _MOST_RESIDUES:
        raise UnsupportedSchema("multipleOf of too many digits", keyword="multipleOf")
    return _Step(scaled.numerator, places, wanted)


def _magnitudes(number: Number, negative: bool) -> tuple[Bound, Bound | None] | None:
    """Bounds of the magnitude of the numbers with that sign (-0 is 0), None where there are none."""
    low, low_open, high, high_open = number.low, number.low_open, number.high, number.high_open
    if negative:
        low, high = None if high is None else -high, None if low is None else -low
        low_open, high_open = high_open, low_open
    if low is None or low < 0:
        low, low_open = Fraction(0), False
    if high is not None and (high < low or (high == low and (low_open or high_open))):
        return None
    return bound_of(low, is_open=low_open), None if high is None else bound_of(high, is_open=high_open)
