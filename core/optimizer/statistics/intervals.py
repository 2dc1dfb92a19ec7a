"""Intervals of shares (Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927)."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(successes: float, count: float) -> Interval:
    """A share with its Wilson interval; 5 of 5 is 1.0 with 0.57 to 1.0. Without trials it is unknown: 0 to 1.

    Args:
        successes: a tie may count as half of one.
        count: trials.
    """
    if count <= 0:
        return Interval(0.5, 0.0, 1.0)
    share, z2 = successes / count, Z95 * Z95
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    reach = Z95 * math.sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Interval(share, 0.0 if share == 0 else low, 1.0 if share == 1 else high)


def share_interval(outcomes: list[float]) -> Interval:
    """Mean of outcomes between 0 and 1 (a tie is half a win) with its Wilson interval."""
    return wilson(sum(outcomes), len(outcomes))
