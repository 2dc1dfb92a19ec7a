"""How large a node is drawn."""

from __future__ import annotations

import math

_SMALLEST = {"Excerpt": 8, "ClauseType": 12, "Organization": 12}
_LARGEST = 30


_ROOMY = 120


def size_px(label: str, degree: int, nodes: int = 1) -> int:
    """Width of a node in pixels on the page; it grows with its relations, and shrinks in a picture of many nodes."""
    size = min(_LARGEST, _SMALLEST.get(label, 14) + round(2.2 * math.sqrt(degree)))
    return max(7, round(size * min(1.0, math.sqrt(_ROOMY / max(nodes, 1)))))
