"""What a number must satisfy, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


def exact(value: int | float) -> Fraction:
    """The number as its shortest decimal spelling says it (0.1 is one tenth)."""
    return Fraction(value) if isinstance(value, int) else Fraction(Decimal(repr(value)))


@dataclass(frozen=True)
class Number:
    """Numbers from `low` to `high` (None: without end), multiples of each of `multiples` and of none of `avoided`.

    `excluded` are single values that are left out. An integer is a multiple of 1.
    """

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    multiples: frozenset[Fraction] = frozenset()
    avoided: frozenset[Fraction] = frozenset()
    excluded: frozenset[Fraction] = frozenset()

    def admits(self, value: Fraction) -> bool:
        """Whether `value` is one of them."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        if self.high is not None and (value > self.high or (self.high_open and value == self.high)):
            return False
        if any((value / step).denominator != 1 for step in self.multiples):
            return False
        return value not in self.excluded and all((value / step).denominator != 1 for step in self.avoided)

    def both(self, other: Number) -> Number:
        """The numbers that satisfy both."""
        low, low_open = _tighter(self.low, self.low_open, other.low, other.low_open, upper=False)
        high, high_open = _tighter(self.high, self.high_open, other.high, other.high_open, upper=True)
        return Number(
            low,
            high,
            low_open,
            high_open,
            self.multiples | other.multiples,
            self.avoided | other.avoided,
            self.excluded | other.excluded,
        )

    @property
    def free(self) -> bool:
        """Whether nothing but being whole is asked."""
        bounded = self.low is not None or self.high is not None
        return not (bounded or self.avoided or self.excluded or self.multiples - {Fraction(1)})


def _tighter(
    first: Fraction | None, first_open: bool, second: Fraction | None, second_open: bool, *, upper: bool
) -> tuple[Fraction | None, bool]:
    if first is None or second is None:
        return (second, second_open) if first is None else (first, first_open)
    if first == second:
        return first, first_open or second_open
    return (first, first_open) if (first < second) == upper else (second, second_open)
