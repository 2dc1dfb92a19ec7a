"""Text that stands on other text: which runs share a place, and how they are told apart.

A word that makes no ink (cut away by a clip, masked, blended away, in a layer that is off, of blank glyphs) at the
place of a visible one would have that one's ink. So runs that overlap are put into different layers, and each layer is
looked at by itself: it makes ink alone, and the page changes without it, or without it the same character remains
there, as where bold letters are made by printing them twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes

SHARED = 1.0  # points that two boxes must share in both directions to overlap
TWIN = 1.5  # points between the middles of a character that is printed twice
MOST_LAYERS = 8  # texts at one place that are told apart; nobody reads more of them
_FAR = 2.5  # character sizes to the next one of a line
_SMALLEST = 6.0  # points; size of a full stop for that purpose
_MOST_RUNS = 8_000
_AT_ONCE = 128  # lines compared with all others at once

Indexes = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class OverlapLayer:
    """Runs (by index) of which none overlaps another, and the indexes of their characters."""

    runs: tuple[int, ...]
    members: Indexes = field(repr=False)


def crowded(boxes: Boxes) -> Indexes:
    """Indexes of the characters on lines that overlap another line; `boxes` in the order of the text."""
    if len(boxes) < 2:
        return np.zeros(0, dtype=np.intp)
    begins = _line_begins(boxes)
    starts = np.flatnonzero(np.r_[True, begins])
    edges = np.ascontiguousarray(boxes.T)
    left, bottom = np.minimum.reduceat(edges[0], starts), np.minimum.reduceat(edges[1], starts)
    right, top = np.maximum.reduceat(edges[2], starts), np.maximum.reduceat(edges[3], starts)
    shared = np.zeros(len(starts), dtype=bool)
    for first in range(0, len(starts), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        across = np.minimum(right[some, None], right) - np.maximum(left[some, None], left) > SHARED
        up = np.minimum(top[some, None], top) - np.maximum(bottom[some, None], bottom) > SHARED
        large = (right - left > SHARED) & (top - bottom > SHARED)  # such a line overlaps itself
        shared[some] = np.count_nonzero(across & up, axis=1) > large[some]
    if not shared.any():
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(shared[np.r_[0, np.cumsum(begins)]])


def layers(boxes: Boxes, owners: Indexes, members: Indexes) -> tuple[list[OverlapLayer], Indexes]:
    """The runs of some characters in layers, and the indexes of those that are too many to be told apart.

    Args:
        boxes: of all characters.
        owners: the run of each member, by its index; -1 where it is unknown: such characters are in no layer.
        members: indexes of the characters.
    """
    known = np.unique(owners[owners >= 0])
    extents = np.array([_extent(boxes[members[owners == run]]) for run in known.tolist()]).reshape(-1, 4)
    colours: dict[int, int] = {}
    overlapped = set()
    for index, others in _overlapping(extents[:_MOST_RUNS]):
        if len(others):
            overlapped.add(index)
            taken = {colours.get(other) for other in others.tolist()}
            colours[index] = next(colour for colour in range(len(taken) + 1) if colour not in taken)
    by_colour = defaultdict(list)
    for index, colour in colours.items():
        by_colour[colour].append(int(known[index]))
    found = [
        OverlapLayer(tuple(runs), members[np.isin(owners, runs)])
        for colour, runs in by_colour.items()
        if colour < MOST_LAYERS
    ]
    beyond = [run for colour, runs in by_colour.items() if colour >= MOST_LAYERS for run in runs]
    beyond += known[_MOST_RUNS:].tolist()
    return found, members[np.isin(owners, beyond)]


def twins(codes: NDArray[np.uint32], boxes: Boxes, owners: Indexes, members: Indexes) -> Indexes:
    """For each member the place among the members of one that has the same character in another run there; -1: none.

    Only of words that are printed twice: a neighbour has its twin beside this one's.
    """
    found = np.full(len(members), -1, dtype=np.intp)
    x, y = (boxes[members, 0] + boxes[members, 2]) / 2, (boxes[members, 1] + boxes[members, 3]) / 2
    for code in np.unique(codes[members]).tolist():
        here = np.flatnonzero(codes[members] == code)
        for place in here.tolist():
            near = (np.abs(x[here] - x[place]) <= TWIN) & (np.abs(y[here] - y[place]) <= TWIN)
            others = here[near & (owners[here] != owners[place])]
            if len(others):
                found[place] = others[0]
    away = np.where(found >= 0, found - np.arange(len(found)), 0)
    beside = np.r_[False, away[1:] == away[:-1]] | np.r_[away[1:] == away[:-1], False]
    return np.where(beside & (away != 0), found, -1)


def _line_begins(boxes: Boxes) -> NDArray[np.bool_]:
    """Whether each character but the first begins a line: it does not go on from the one before it."""
    left, bottom, right, top = np.ascontiguousarray(boxes.T)
    size = np.maximum(np.float32(_SMALLEST), np.maximum(right - left, top - bottom))[:-1]
    across, down = np.diff(left + right) / 2, np.diff(bottom + top) / 2
    aside = np.abs(down)
    along = (across > 0) & (across < _FAR * size) & (aside < size)
    if along.all():
        return np.zeros(len(along), dtype=bool)
    stacked = (down < 0) & (aside < _FAR * size) & (np.abs(across) < size / 2)
    return np.asarray(~(along | stacked))


def _extent(boxes: Boxes) -> list[float]:
    return [*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist()]


def _overlapping(extents: NDArray[np.floating]) -> Iterator[tuple[int, Indexes]]:
    """Each box (left, bottom, right, top) by its index, with the indexes of those that it overlaps."""
    if not len(extents):
        return
    left, bottom, right, top = extents.T
    for index, (first, low, last, high) in enumerate(extents.tolist()):
        across = np.minimum(right, last) - np.maximum(left, first) > SHARED
        shared = across & (np.minimum(top, high) - np.maximum(bottom, low) > SHARED)
        shared[index] = False
        yield index, np.flatnonzero(shared)
