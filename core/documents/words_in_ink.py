"""Does a page show lines of words that none of its characters stands for?

Words may be in a picture of any size, in a pattern, in a mask, in drawn shapes, in a letter that draws a sentence, or
in letters that are said to be spaces. However they got there, they are ink: what the characters of the page do not
account for is looked at, first on a small picture for rows of many edges, then large for the shapes of a line of
letters. Pictures, rules, signatures, logos of a few letters and bar codes are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes

SCALE = 3.0  # pixels a point of the large picture
CONTRAST = 24  # of 255, from one pixel of the small picture to the next
EDGES, ROWS, STEP = 12, 2, 2  # of strokes in a row of pixels (eight letters), rows next to each other, every second one
LETTERS = 9  # of a line, at least
LOWEST, HIGHEST = 4.0, 60.0  # points of a line of letters
_LONGEST, _WIDEST = 24.0, 2.0  # points, or times its height, that one character accounts for
_GAP = 9.0  # points between two characters from which something else may stand there
_MARGIN = 1.5  # points around characters that are theirs
_RULE = 30.0  # points of ink on end: a rule, the edge of a box or of a picture
_AROUND = 24.0  # points above and below rows of edges that belong to the same line
_GROUND = 0.03  # share of dark from which there may be light letters on it
_COLUMN = 24.0  # points of paper between what stands beside each other
_MARKS = re.compile(r"(?:[^\w\s]|_|\ufffd|[\ue000-\uf8ff]){8,}")
_KINDS = 6  # different marks in a row
_EVEN, _LEAST = 1.5, 0.5  # by how much the boxes of one mark differ that are others', and points of the least box
_DARK, _LIGHT = 190, 110  # of 255: ink on paper is darker, ink on a dark ground lighter
_THIN, _BROAD = 0.35, 1.7  # of the line's height: the lowest and the broadest letter
_SOLID = 0.9  # share of ink of a bar
_STROKES, _WORDS = 24, 3  # of a line whose letters touch each other

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]


def shows_more_words(
    picture: Pixels,
    text: str,
    boxes: Boxes,
    height: float,
    draw: Callable[[float], Pixels],
    *,
    ways: Sequence[bool] = (False, True),
) -> bool:
    """Whether there is a line of words where no character is.

    Args:
        picture: the page in grey, small.
        text: the characters that a reader of the page sees.
        boxes: theirs, in points of the page as shown; NaN without ink.
        height: of the page in points.
        draw: the page in grey, by pixels a point.
        ways: whether lines are looked for on their side; both unless said otherwise.
    """
    stretches = accounted_for(text, boxes)
    found = [(sideways, *_rows_of_edges(picture, stretches, height, sideways=sideways)) for sideways in ways]
    found = [place for place in found if place[1] < place[2]]
    if not found:
        return False
    large = draw(SCALE)
    scale = large.shape[0] / height
    theirs = np.zeros(large.shape, dtype=bool)
    for rows, columns in _places(stretches, large.shape[0], scale):
        theirs[rows, columns] = True
    for sideways, first, last in found:
        page, hidden = (large.T, theirs.T) if sideways else (large, theirs)
        part = slice(max(0, int((first - _AROUND) * scale)), int((last + _AROUND) * scale))
        free = ~hidden[part]
        dark = np.ascontiguousarray((page[part] < _DARK) & free)
        if _holds_line(dark, scale):
            return True
        if dark.mean() > _GROUND and _holds_line(np.ascontiguousarray((page[part] > _LIGHT) & free), scale):
            return True
    return False


def accounted_for(text: str, boxes: Boxes) -> Boxes:
    """Stretches of a line that characters stand for (left, bottom, right, top)."""
    boxes = boxes[_trusted(text, boxes) & ~np.isnan(boxes[:, 0])]
    if not len(boxes):
        return boxes
    left, bottom, right, top = boxes.T
    right = np.minimum(right, left + np.maximum(_LONGEST, _WIDEST * (top - bottom)))
    apart = (
        (left[1:] > right[:-1] + _GAP)
        | (left[1:] < left[:-1] - _MARGIN)
        | (np.minimum(top[1:], top[:-1]) <= np.maximum(bottom[1:], bottom[:-1]) - 2 * _MARGIN)
    )
    starts = np.r_[0, np.flatnonzero(apart) + 1]
    edges = (
        np.minimum.reduceat(left, starts) - _MARGIN,
        np.minimum.reduceat(bottom, starts) - _MARGIN,
        np.maximum.reduceat(right, starts) + _MARGIN,
        np.maximum.reduceat(top, starts) + _MARGIN,
    )
    return np.stack(edges, axis=1)


def _trusted(text: str, boxes: Boxes) -> Mask:
    """Which characters are what they say. Many signs without a meaning may be letters, and so may many marks of which
    one has several sizes, or which are many different ones."""
    trusted = np.ones(len(text), dtype=bool)
    for match in _MARKS.finditer(text):
        signs = np.array(list(match[0]))
        sizes = boxes[match.start() : match.end(), 2:] - boxes[match.start() : match.end(), :2]
        inked = ~np.isnan(sizes[:, 0])
        kinds = set(signs[inked].tolist())
        if len(kinds) >= _KINDS or any(_uneven(sizes[inked & (signs == kind)]) for kind in kinds):
            trusted[match.start() : match.end()] = False
    return trusted


def _uneven(sizes: Boxes) -> bool:
    least = np.maximum(sizes.min(axis=0), _LEAST)
    return bool((sizes.max(axis=0) > _EVEN * least).any())


def _places(stretches: Boxes, rows: int, scale: float) -> Iterator[tuple[slice, slice]]:
    """Pixels of the stretches in a picture of the page."""
    places = np.rint(stretches * np.float32(scale)).astype(np.intp).clip(0)
    for left, bottom, right, top in places.tolist():
        yield slice(max(0, rows - top), max(0, rows - bottom)), slice(left, right)


def _rows_of_edges(picture: Pixels, stretches: Boxes, height: float, *, sideways: bool) -> tuple[float, float]:
    """Points from the top (the left: `sideways`) between which rows of pixels hold the edges of many strokes."""
    grey = picture if picture.ndim == 2 else picture[:, :, :3].min(axis=2)
    scale = grey.shape[0] / height
    rows = np.ascontiguousarray(grey[:, ::STEP].T) if sideways else grey[::STEP]
    edges = np.maximum(rows[:, :-1], rows[:, 1:])
    edges -= np.minimum(rows[:, :-1], rows[:, 1:])
    strokes = edges >= CONTRAST
    for across, along in _places(stretches, grey.shape[0], scale):
        if sideways:
            across, along = along, across
        strokes[-(-across.start // STEP) : -(-across.stop // STEP), along] = False
    found = _many(strokes)
    if len(found):
        part = strokes[found[0] : found[-1] + 1]
        found = found[0] + _many(part & ~_long(part.T, round(_RULE * scale / STEP)).T)
    return (float(found[0] * STEP / scale), float((found[-1] + 1) * STEP / scale)) if len(found) else (0.0, 0.0)


def _many(edges: Mask) -> NDArray[np.intp]:
    """Rows with the edges of many strokes, of which several are next to each other."""
    many = edges.view(np.uint8).sum(axis=1, dtype=np.uint16) >= EDGES
    if len(many) < ROWS:
        return np.flatnonzero(many)[:0]
    first = np.flatnonzero(np.all([many[start : len(many) - ROWS + 1 + start] for start in range(ROWS)], axis=0))
    return np.unique(np.add.outer(first, np.arange(ROWS)))


def _holds_line(ink: Mask, scale: float) -> bool:
    clean = _without_rules(ink, round(_RULE * scale))
    return any(_is_line(block, scale) for block in _blocks(clean, scale))


def _without_rules(ink: Mask, length: int) -> Mask:
    """The ink without what goes on for so many pixels in a row or a column."""
    columns = np.ascontiguousarray(ink.T)
    return ink & ~_long(ink, length) & ~_long(columns, length).T


def _long(ink: Mask, length: int) -> Mask:
    """What lies in a row of so many pixels of ink."""
    if ink.shape[1] < length:
        return np.zeros_like(ink)
    core, reach = ink, 1
    while reach < length:  # ends of ever longer rows
        step = min(reach, length - reach)
        core, reach = core[:, step:] & core[:, :-step], reach + step
    found = np.zeros_like(ink)
    found[:, : core.shape[1]] = core
    reach = 1
    while reach < length:
        step = min(reach, length - reach)
        found[:, step:] |= found[:, :-step].copy()
        reach += step
    return found


def _blocks(ink: Mask, scale: float) -> Iterator[Mask]:
    """Lines: what is parted by rows of paper, then by broad columns of it, then by rows again."""
    column = round(_COLUMN * scale)
    for band in _parted(ink, 1):
        for part in _parted(band.T, column):
            yield from _parted(part.T, 1)


def _parted(ink: Mask, gap: int) -> Iterator[Mask]:
    """Parts of the rows that have ink, with less than `gap` empty rows inside."""
    rows = np.flatnonzero(ink.any(axis=1))
    if len(rows):
        for part in np.split(rows, np.flatnonzero(np.diff(rows) > gap) + 1):
            yield ink[part[0] : part[-1] + 1]


def _is_line(ink: Mask, scale: float) -> bool:
    """Whether a block of ink has the shapes of a line of letters."""
    height = len(ink)
    if not LOWEST * scale <= height <= HIGHEST * scale:
        return False
    filled = np.r_[False, ink.any(axis=0), False]
    starts, ends = np.flatnonzero(np.diff(filled)).reshape(-1, 2).T
    if len(starts) < _WORDS:
        return False
    shares = np.add.reduceat(np.count_nonzero(ink, axis=0), starts) / (height * (ends - starts))
    heights = np.array(
        [np.ptp(np.flatnonzero(ink[:, start:end].any(axis=1))) + 1 for start, end in zip(starts, ends, strict=True)]
    )
    widths = ends - starts
    letters = (heights >= _THIN * height) & (shares < _SOLID) & (widths <= _BROAD * height)
    if np.count_nonzero(letters) >= LETTERS:
        return True
    broad = widths > _BROAD * height
    strokes = int(np.count_nonzero(ink[:, 1:] & ~ink[:, :-1], axis=1).max())
    return int(np.count_nonzero(broad | letters)) >= _WORDS and strokes >= _STROKES
