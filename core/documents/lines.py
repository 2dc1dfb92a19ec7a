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
    # Plain numbers, not boxes, while a line grows: this runs for every character of every excerpt.
    left, bottom, right, top = 0.0, 0.0, 0.0, 0.0
    open_line = broken = False
    for character, (start_x, low, end_x, high) in zip(text, boxes.tolist(), strict=True):
        if start_x != start_x:  # NaN: no ink
            broken = broken or character == "\n"
            continue
        if open_line and _same_line(bottom, right, top, start_x, low, high, broken):
            left, bottom, right, top = min(left, start_x), min(bottom, low), max(right, end_x), max(top, high)
        else:
            if open_line:
                lines.append(Box(number, left, bottom, right, top))
            left, bottom, right, top, open_line = start_x, low, end_x, high, True
        broken = False
    return [*lines, Box(number, left, bottom, right, top)] if open_line else lines


def _same_line(bottom: float, right: float, top: float, start_x: float, low: float, high: float, broken: bool) -> bool:
    """Whether a character goes on a line; a comma and a quotation mark share no height, but go on to the right."""
    overlap = min(top, high) - max(bottom, low)
    if broken:
        return overlap > 0.5 * min(top - bottom, high - low) and start_x >= right - _STEP_BACK
    return overlap > 0 or start_x >= right - _STEP_BACK
