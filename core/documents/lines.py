"""Rectangles that cover a span of text, one a line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.documents.document import Box, Document

_STEP_BACK = 1.0  # points: a character that starts left of the line's end and does not overlap it is on a new line


def line_boxes(document: Document, start: int, end: int) -> tuple[Box, ...]:
    """One rectangle for each line that the characters `start` to `end` (exclusive) stand on, in reading order.

    Empty for Word and text files and for spans without ink.
    """
    if document.boxes is None:
        return ()
    found: list[Box] = []
    for page in document.pages:
        first, last = max(start, page.start), min(end, page.end)
        if first < last:
            found += _page_lines(page.number, document.text[first:last], document.boxes[first:last])
    return tuple(found)


def _page_lines(number: int, text: str, boxes: NDArray[np.float32]) -> list[Box]:
    lines: list[Box] = []
    current: Box | None = None
    broken = False
    for character, (left, bottom, right, top) in zip(text, boxes.tolist(), strict=True):
        if left != left:  # NaN: no ink
            broken = broken or character == "\n"
            continue
        box = Box(number, left, bottom, right, top)
        if current is not None and _same_line(current, box, broken):
            current = _union(current, box)
        else:
            lines += [current] if current is not None else []
            current = box
        broken = False
    return [*lines, current] if current is not None else lines


def _same_line(line: Box, box: Box, broken: bool) -> bool:
    """A comma and a quotation mark share no height with each other but always go on to the right."""
    height = min(line.top - line.bottom, box.top - box.bottom)
    overlap = min(line.top, box.top) - max(line.bottom, box.bottom)
    if broken:
        return overlap > 0.5 * height and box.left >= line.right - _STEP_BACK
    return overlap > 0 or box.left >= line.right - _STEP_BACK


def _union(a: Box, b: Box) -> Box:
    return Box(a.page, min(a.left, b.left), min(a.bottom, b.bottom), max(a.right, b.right), max(a.top, b.top))
