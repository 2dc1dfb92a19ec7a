"""A contract in overlapping windows, so that every page is read however long it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.documents import Document

# Characters of a window: about 10,000 tokens in either language.
SIZE = {"en": 40_000, "ja": 12_000}
_OVERLAP = 20  # a twentieth of a window stands in the next one too
_SMALLEST = 2_000
# Best places to cut, in order: page break, empty line, line, sentence.
_BREAKS = (re.compile(r"\f"), re.compile(r"\n[ \t\r]*\n"), re.compile(r"\n"), re.compile(r"[.;。；]\s*"))


@dataclass(frozen=True, slots=True)
class Window:
    """Characters [start, end) of a document's text."""

    start: int
    end: int


def windows(document: Document, size: int | None = None) -> tuple[Window, ...]:
    """Windows that cover the whole text, each cut at a paragraph where there is one; none for an empty text."""
    if not document.text.strip():
        return ()
    return _cut(document.text, Window(0, len(document.text)), size or SIZE[document.language])


def halves(document: Document, window: Window) -> tuple[Window, ...] | None:
    """A window in two that overlap; None when it is too small to be cut."""
    length = window.end - window.start
    if length < 2 * _SMALLEST:
        return None
    return _cut(document.text, window, length // 2 + length // _OVERLAP)


def _cut(text: str, window: Window, size: int) -> tuple[Window, ...]:
    found = []
    start = window.start
    while window.end - start > size:
        end = _break_in(text, start + size // 2, start + size)
        found.append(Window(start, end))
        start = _break_in(text, end - 2 * (size // _OVERLAP), end - size // _OVERLAP)
    found.append(Window(start, window.end))
    return tuple(found)


def _break_in(text: str, low: int, high: int) -> int:
    """The last good place to cut in [low, high]; `high` when there is none."""
    for pattern in _BREAKS:
        places = [match.end() for match in pattern.finditer(text, low, high)]
        if places:
            return places[-1]
    return high
