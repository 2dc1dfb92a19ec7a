"""Does a picture show words where a text layer without ink has some? That is the text layer of a scan.

A word stands on a picture when its place there has ink and paper, and along a row of pixels about as many strokes as
letters. A rule, a shade or an empty place has none. Two different words at the same place are neither: one picture
cannot show both.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf.objects import Outline

SCALE = 2.0  # pixels a point
CONTRAST = 48  # of 255, between ink and paper
INK = (0.01, 0.8)  # share of a word's place that may be ink
STROKES = 0.4  # a letter, at least
OVERLAP = 0.5  # of the smaller of two words' places, from which they claim the same ink
_LONGEST = 8  # characters looked at together: writing without spaces is cut
_PADDING = 1.0  # points around a word
_CLAIMANTS = 4_000  # words compared with each other

Mask = NDArray[np.bool_]


def shown_by_picture(
    text: str, boxes: Boxes, lost: Mask, outline: Outline, draw: Callable[[float], NDArray[np.uint8]], height: float
) -> Mask:
    """Which of the `lost` characters a picture shows.

    Args:
        text: the page's characters.
        boxes: one row a character, in points of the page as shown.
        lost: readable characters that make no ink.
        outline: says where images are.
        draw: the page in grey without its text, by pixels a point.
        height: of the page in points.
    """
    shown = np.zeros(len(text), dtype=bool)
    words = _words(text, boxes, lost)
    if not words:
        return shown
    places = np.array([[*boxes[word, :2].min(axis=0), *boxes[word, 2:].max(axis=0)] for word in words])
    inside = _inside(places, outline)
    if not inside.any():
        return shown
    picture = draw(SCALE)
    scale = picture.shape[0] / height
    strokes = [
        ok and _written(picture, place, len(word), scale) for ok, place, word in zip(inside, places, words, strict=True)
    ]
    told = ["".join(text[index] for index in word.tolist()) for word in words]
    for word, good in zip(words, np.array(strokes) & ~_disputed(places, told), strict=True):
        shown[word] = good
    return shown


def _words(text: str, boxes: Boxes, lost: Mask) -> list[NDArray[np.intp]]:
    """Runs of lost characters without white space or a line's turn between them, none too long."""
    words: list[list[int]] = []
    previous = -2
    for index in np.flatnonzero(lost).tolist():
        follows = index == previous + 1 and boxes[index, 0] >= boxes[previous, 0]
        full = follows and len(words[-1]) >= _LONGEST and not text[index].isascii()
        if follows and not full:
            words[-1].append(index)
        else:
            words.append([index])
        previous = index
    return [np.array(word, dtype=np.intp) for word in words]


def _inside(places: NDArray[np.float32], outline: Outline) -> Mask:
    if not len(outline.image_boxes):
        return np.ones(len(places), dtype=bool)  # the words may be drawn as outlines anywhere
    x, y = (places[:, 0] + places[:, 2]) / 2, (places[:, 1] + places[:, 3]) / 2
    inside = np.zeros(len(places), dtype=bool)
    for left, bottom, right, top in outline.image_boxes:
        inside |= (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    return inside


def _written(picture: NDArray[np.uint8], place: NDArray[np.float32], letters: int, scale: float) -> bool:
    left, bottom, right, top = (float(edge) for edge in place)
    rows = picture.shape[0]
    first, last = rows - int((top + _PADDING) * scale), rows - int((bottom - _PADDING) * scale)
    begin, end = int((left - _PADDING) * scale), int((right + _PADDING) * scale) + 1
    part = picture[max(0, first) : max(0, last), max(0, begin) : max(0, end)]
    if part.size == 0:
        return False
    low, high = int(part.min()), int(part.max())
    if high - low < CONTRAST:
        return False
    dark = part < (low + high) // 2
    ink = dark if dark.mean() <= 0.5 else ~dark  # white words on a dark ground
    if not INK[0] <= ink.mean() <= INK[1]:
        return False
    starts = ink[:, 1:] & ~ink[:, :-1]
    strokes = int((starts.sum(axis=1) + ink[:, 0]).max())
    return strokes >= max(1.0, STROKES * letters)


def _disputed(places: NDArray[np.float32], told: list[str]) -> Mask:
    """Words that share their place with a different word."""
    disputed = np.zeros(len(told), dtype=bool)
    if len(told) > _CLAIMANTS:
        return disputed
    area = np.maximum((places[:, 2] - places[:, 0]) * (places[:, 3] - places[:, 1]), 1e-6)
    for index, (left, bottom, right, top) in enumerate(places.tolist()):
        across = np.minimum(places[:, 2], right) - np.maximum(places[:, 0], left)
        up = np.minimum(places[:, 3], top) - np.maximum(places[:, 1], bottom)
        common = np.maximum(across, 0) * np.maximum(up, 0)
        for other in np.flatnonzero(common > OVERLAP * np.minimum(area, area[index])).tolist():
            disputed[index] |= told[other] != told[index]
    return disputed
