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
    """Lines of a part of a page: runs of characters that follow each other, joined where a run goes on a line."""
    inked = np.flatnonzero(~np.isnan(boxes[:, 0]))
    if not len(inked):
        return []
    left, bottom, right, top = boxes[inked].T
    newlines = np.cumsum(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32) == ord("\n"))[inked]
    broken = np.diff(newlines) > 0
    overlap = np.minimum(top[1:], top[:-1]) > np.maximum(bottom[1:], bottom[:-1])
    goes_on = ~broken & (overlap | (left[1:] >= right[:-1] - _STEP_BACK))
    starts = np.r_[0, np.flatnonzero(~goes_on) + 1]
    runs = zip(
        np.minimum.reduceat(left, starts).tolist(),
        np.minimum.reduceat(bottom, starts).tolist(),
        np.maximum.reduceat(right, starts).tolist(),
        np.maximum.reduceat(top, starts).tolist(),
        boxes[inked[starts]].tolist(),
        [False, *broken[starts[1:] - 1].tolist()],
        strict=True,
    )
    lines: list[Box] = []
    for low_x, low_y, high_x, high_y, (start_x, low, _, high), breaks in runs:
        line = lines[-1] if lines else None
        if line is not None and _same_line(line.bottom, line.right, line.top, start_x, low, high, breaks):
            lines[-1] = Box(
                number,
                min(line.left, low_x),
                min(line.bottom, low_y),
                max(line.right, high_x),
                max(line.top, high_y),
            )
        else:
            lines.append(Box(number, low_x, low_y, high_x, high_y))
    return lines


def _same_line(bottom: float, right: float, top: float, start_x: float, low: float, high: float, broken: bool) -> bool:
    """Whether a character goes on a line; a comma and a quotation mark share no height, but go on to the right."""
    overlap = min(top, high) - max(bottom, low)
    if broken:
        return overlap > 0.5 * min(top - bottom, high - low) and start_x >= right - _STEP_BACK
    return overlap > 0 or start_x >= right - _STEP_BACK
