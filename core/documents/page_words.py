"""Where the words of a page stand: for a picture that is cropped to its text, and whose words can be selected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import median

import numpy as np

from core.documents.document import Document
from core.documents.lines import line_boxes

_WORD = re.compile(r"\S+")
_EDGES = 0.02


@dataclass(frozen=True, slots=True)
class Word:
    """Characters without white space on one line, and the rectangle around them in points from the page's top left."""

    start: int
    end: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of a page.

    Attributes:
        words: in reading order.
        extent: left, top, right, bottom of what is written, in points from the top left; None on a page without words.
        line_height: from the lowest to the highest ink of the usual line, in points; 0 without words.
    """

    words: tuple[Word, ...]
    extent: tuple[float, float, float, float] | None
    line_height: float


def page_words(document: Document, page_number: int) -> PageWords:
    """Words of a PDF's page, numbered from 1; none for Word and text files, which have no fixed pages."""
    page = document.pages[page_number - 1]
    if document.boxes is None:
        return PageWords((), None, 0.0)
    found = [
        word
        for match in _WORD.finditer(document.text, page.start, page.end)
        for word in _on_lines(document, match.start(), match.end(), page.height)
    ]
    if not found:
        return PageWords((), None, 0.0)
    # A stamp or a line number at the very edge does not make the whole page small.
    lefts, rights = (np.array([getattr(word, side) for word in found]) for side in ("left", "right"))
    extent = (
        float(np.quantile(lefts, _EDGES / 4, method="lower")),
        min(word.top for word in found),
        float(np.quantile(rights, 1 - _EDGES / 4, method="higher")),
        max(word.bottom for word in found),
    )
    lines = line_boxes(document, page.start, page.end)
    return PageWords(tuple(found), extent, median(line.top - line.bottom for line in lines))


def _on_lines(document: Document, start: int, end: int, height: float) -> list[Word]:
    """A run of characters as one word a line: where a character shares no height with the last, a line has ended."""
    assert document.boxes is not None
    boxes = document.boxes[start:end]
    inked = np.flatnonzero(~np.isnan(boxes[:, 0]))
    if not len(inked):
        return []
    _, bottom, _, top = boxes[inked].T
    breaks = np.flatnonzero(np.minimum(top[1:], top[:-1]) <= np.maximum(bottom[1:], bottom[:-1])) + 1
    words = []
    for part in np.split(inked, breaks):
        left, low, right, high = boxes[part].T
        words.append(
            Word(
                start + int(part[0]),
                start + int(part[-1]) + 1,
                float(left.min()),
                height - float(high.max()),
                float(right.max()),
                height - float(low.min()),
            )
        )
    return _joined(words)


def _joined(words: list[Word]) -> list[Word]:
    """Parts of one line put together again: a comma shares no height with a quotation mark, but stands beside it."""
    kept: list[Word] = []
    for word in words:
        last = kept[-1] if kept else None
        if last is not None and word.left >= last.right - 1:
            kept[-1] = Word(
                last.start,
                word.end,
                last.left,
                min(last.top, word.top),
                word.right,
                max(last.bottom, word.bottom),
            )
        else:
            kept.append(word)
    return kept
