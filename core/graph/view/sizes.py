"""How large a node is drawn."""

from __future__ import annotations

import math

_SMALLEST = {"Excerpt": 8, "ClauseType": 12, "Organization": 12}
_LARGEST = 30


def size_px(label: str, degree: int) -> int:
    """Width of a node in pixels on the page; it grows with the number of its relations."""
    return min(_LARGEST, _SMALLEST.get(label, 14) + round(2.2 * math.sqrt(degree)))
