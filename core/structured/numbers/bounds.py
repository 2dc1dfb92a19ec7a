"""Comparing a number with a bound while its digits are read.

A bound on the magnitude is an exact decimal. While the integer part is read, a number stands to an upper bound either
loose ("so many more digits keep it below") or tight (its digits so far are the bound's); to a lower bound likewise.
After the point the comparison goes on digit by digit, if it is still tight. For scientific spelling (one digit before
the point) the digits are compared with the bound's significant digits beside it, and the exponent decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from core.structured.errors import UnsupportedSchema

_MOST_DIGITS = 400

# ("loose", digits that may or must follow), ("tight", position), or ("out", 0): only an exponent brings it back
Tracker = tuple[str, int]
LESS, TIGHT, MORE = -1, 0, 1


@dataclass(frozen=True)
class Bound:
    """A magnitude: digits before and after the point, significant digits and their exponent (0.0 has none)."""

    whole: str
    fraction: str
    significant: str
    exponent: int
    open: bool

    @property
    def zero(self) -> bool:
        """Whether the bound is 0."""
        return not self.significant


def bound_of(value: Fraction, *, is_open: bool) -> Bound:
    """The bound at a magnitude of at least 0.

    Raises:
        UnsupportedSchema: not a decimal of a reasonable length.
    """
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    places = max(twos, fives)
    if denominator != 1 or places > _MOST_DIGITS:
        raise UnsupportedSchema("a bound that is no short decimal", keyword="minimum")
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    whole, fraction = (digits[:-places], digits[-places:]) if places else (digits, "")
    if len(whole) > _MOST_DIGITS:
        raise UnsupportedSchema("a bound of too many digits", keyword="maximum")
    stripped = digits.lstrip("0")
    exponent = len(whole) - 1 if whole != "0" else -(len(fraction) - len(fraction.lstrip("0")) + 1)
    return Bound(whole, fraction.rstrip("0"), stripped.rstrip("0"), exponent, is_open)


def next_digit(bound: Bound, tracker: Tracker, digit: int, *, upper: bool) -> Tracker | None:
    """Where a number stands after one more digit before the point (first from ("tight", 0)), None beyond the bound."""
    kind, number = tracker
    if kind == "out":
        return None
    if kind == "loose":
        left = number - 1
        if upper:
            return ("loose", left) if left >= 0 else None
        return ("loose", max(left, 0))
    size = len(bound.whole)
    if number >= size:  # longer than the bound
        return None if upper else ("loose", 0)
    against = int(bound.whole[number])
    left = size - number - 1
    if digit == against:
        return ("tight", number + 1)
    if upper:
        return ("loose", left) if digit < against else (("loose", left - 1) if left else None)
    return ("loose", left) if digit > against else ("loose", left + 1)


def at_point(bound: Bound, tracker: Tracker, *, upper: bool) -> Tracker | None:
    """Where it stands once the integer part is over: ("loose", 0) is decided, ("tight", i) at fraction digit i."""
    kind, number = tracker
    if kind == "out":
        return None
    if kind == "loose":
        return ("loose", 0) if upper or number == 0 else None
    if number == len(bound.whole):
        return ("tight", 0)
    return ("loose", 0) if upper else None


def fraction_digit(bound: Bound, tracker: Tracker, digit: int, *, upper: bool) -> Tracker | None:
    """Where it stands after one more digit of the fraction."""
    kind, number = tracker
    if kind == "loose":
        return tracker
    against = int(bound.fraction[number]) if number < len(bound.fraction) else 0
    if digit == against:
        return ("tight", min(number + 1, len(bound.fraction)))
    return ("loose", 0) if (digit < against) == upper else None


def holds(bound: Bound, tracker: Tracker, *, upper: bool) -> bool:
    """Whether a number that ends here (after `at_point`) is within the bound."""
    kind, number = tracker
    if kind != "tight":
        return kind == "loose"
    if number < len(bound.fraction):  # the bound has more digits than the number
        return upper
    return not bound.open


def significant_digit(bound: Bound, place: tuple[int, int], digit: int) -> tuple[int, int]:
    """(LESS | TIGHT | MORE, position) of the digits read against the bound's significant digits."""
    order, position = place
    if order != TIGHT:
        return place
    against = int(bound.significant[position]) if position < len(bound.significant) else 0
    if digit == against:
        return (TIGHT, min(position + 1, len(bound.significant)))
    return (LESS, 0) if digit < against else (MORE, 0)


def exponent_limit(bound: Bound, place: tuple[int, int], *, upper: bool) -> int:
    """Largest (or smallest) exponent with which these significant digits stay within a bound that is not 0."""
    order, position = place
    if order == TIGHT:
        if position < len(bound.significant):
            order = LESS
        elif bound.open:
            order = MORE if upper else LESS
        else:
            return bound.exponent
    if upper:
        return bound.exponent if order == LESS else bound.exponent - 1
    return bound.exponent if order == MORE else bound.exponent + 1
