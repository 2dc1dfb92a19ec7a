"""Whether a day is bounded as in its source: on or before it, before it, on or after it, or after it.

The window of a call holds both its days; "before 31 March" asks for one that ends on the 30th.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from core.lexicon import bound_around, named_days
from core.qa.support.figures import placed_figures
from core.questions import folded, ranges

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


_SIDES: tuple[Literal["first", "last"], ...] = ("first", "last")
_WINDOW = {"first": "from_day", "last": "to_day"}
"""Arguments of the retrieval functions, both days included."""


@dataclass(frozen=True, slots=True)
class WindowEdge:
    """An argument of a call that lies one day off what words say: its name, the day it gives, the day that is meant."""

    argument: str
    given: date
    meant: date


def window_off(
    text: str, arguments: Mapping[str, Any], *, today: date, known: Collection[str] = ()
) -> WindowEdge | None:
    """The edge of a call's window that lies one day beside the one that words say; None where none does.

    Args:
        text: a question, or a statement about what the call gave.
        arguments: of the call; one that is asked in words is held against them by its words.
        today: what relative days count from.
        known: days in ISO form that words may name for another reason, such as those of the rows.
    """
    said = _named_ranges(text, today, known)
    for side in _SIDES:
        meant = {day for first, last in said if (day := first if side == "first" else last) is not None}
        given = _given(arguments, side, today)
        for day in given - meant:
            beside = [other for other in meant if abs((other - day).days) == 1]
            if beside and given.isdisjoint(meant):
                return WindowEdge(_WINDOW[side] if _WINDOW[side] in arguments else "question", day, beside[0])
    return None


def outside_window(text: str, arguments: Mapping[str, Any], *, today: date, known: Collection[str]) -> bool:
    """Whether a statement bounds what a call gave by other days than the call's window.

    A month or a year in which one of the `known` days lies is a row's own; any other must hold the whole window. A day
    that bounds one side must be the window's: of "by April" a list up to 31 March has not all.
    """
    first, last = (next(iter(_given(arguments, side, today)), None) for side in _SIDES)
    for begins, ends in _named_ranges(text, today, known):
        if begins is not None and ends is not None:
            if any(begins.isoformat() <= day <= ends.isoformat() for day in known):
                continue
            if first is None or first < begins or last is None or last > ends:
                return True
        elif (begins is not None and begins != first) or (ends is not None and ends != last):
            return True
    return False


def _named_ranges(text: str, today: date, known: Collection[str]) -> list[tuple[date | None, date | None]]:
    """First and last days that words name, but for `known` ones and those that are unclear."""
    plain = folded(text)
    return [
        (window.first, window.last)
        for window in ranges(plain, today=today)
        if not (window.unclear or window.past or _names_one_of(known, plain[window.start : window.end], today))
    ]


def _names_one_of(known: Collection[str], words: str, today: date) -> bool:
    return any(day.first == day.last and day.first.isoformat() in known for day in named_days(words, today=today))


def _given(arguments: Mapping[str, Any], side: Literal["first", "last"], today: date) -> set[date]:
    """The first or last days that a call asks for."""
    asked = arguments.get("question")
    if isinstance(asked, str):
        windows = ranges(folded(asked), today=today)
        return {day for each in windows if (day := getattr(each, side)) is not None}
    try:
        return {date.fromisoformat(str(arguments[_WINDOW[side]]))}
    except (KeyError, ValueError):
        return set()
