"""Whether a day is bounded as in its source: on or before it, before it, on or after it, or after it."""

from __future__ import annotations

import re
from typing import Literal

from core.lexicon import bound_around
from core.qa.support.figures import placed_figures

Edge = tuple[Literal["first", "last"], bool]
"""Whether a day is the first or the last that counts, and whether it counts itself."""
_CAPITALS = re.compile(r"[A-Z]+")
_DENIES = re.compile(r"\b(?:no|not|never|nor|neither|cannot)\b|n't\b|ない|なく|ません|ず(?:に|、)|禁")


def day_bound_differs(text: str, source: str) -> bool:
    """Whether a day of a statement is bounded otherwise than the same day of its source, where both are bounded.

    What may not be done before a day may be done from that day on: where only one of both denies, its opposite counts.
    """
    claimed, written = _edges(text), _edges(source)
    one_denies = _denies(text) != _denies(source)
    for day, edges in claimed.items():
        known = written.get(day, set())
        if not known or not edges:
            continue
        also = {_opposite(edge) for edge in known} if one_denies else set()
        if edges.isdisjoint(known | also):
            return True
    return False


def _edges(text: str) -> dict[object, set[Edge]]:
    flat, placed = placed_figures(text)
    flat = _CAPITALS.sub(lambda capitals: capitals[0].lower(), flat)
    found: dict[object, set[Edge]] = {}
    for figure in placed:
        if figure.kind not in ("day", "month"):
            continue
        bound = bound_around(flat, figure.start, figure.end)
        if bound.side is not None and not bound.unclear:
            found.setdefault(figure.value, set()).add((bound.side, bound.included))
    return found


def _opposite(edge: Edge) -> Edge:
    side, included = edge
    return ("last" if side == "first" else "first"), not included


def _denies(text: str) -> bool:
    return _DENIES.search(text) is not None
