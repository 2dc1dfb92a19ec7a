"""What the browser is sent of a page: pieces of its text, marks in points, words of the interface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from core.documents import Box, Document, line_boxes
from core.ui.texts import t

Span = tuple[int, int]
_BUTTONS = (
    "page_back page_forward mark_back mark_forward zoom_in zoom_out fit fit_help whole whole_help text text_help full "
    "close take page find tools"
).split()


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked place: its rectangles and, where it is known, its characters."""

    page: int
    boxes: tuple[Box, ...] = ()
    span: Span | None = None


class SentMark(TypedDict):
    """A mark on the page: rectangles as left, top, right, bottom from the top left; whether it was searched for."""

    boxes: list[tuple[float, float, float, float]]
    hit: bool
    now: bool


class Steps(TypedDict):
    """What next and previous go through: how many, and where one is, in words."""

    count: int
    text: str


class PageSent(TypedDict):
    """A page as the browser draws it; `runs` are words as first character, text, left, top, right, bottom."""

    place: str
    page: int
    pages: int
    jump: int
    pressed: int
    picture: str | None
    size: tuple[float, float]
    extent: tuple[float, float, float, float] | None
    line: float
    runs: list[tuple[int, str, float, float, float, float]]
    marks: list[SentMark]
    text: list[tuple[int, str, str]]
    language: str
    steps: Steps
    find: str
    said: str
    alt: str
    low: bool
    selectable: bool
    words: dict[str, str]


def interface_words() -> dict[str, str]:
    """Words of the reader's buttons in the session's language."""
    return {name: t(f"reader.{name}") for name in _BUTTONS}


def sent_boxes(boxes: Iterable[Box], page: int, height: float) -> list[tuple[float, float, float, float]]:
    """Rectangles of a page from its top left, to a tenth of a point."""
    return [
        (round(box.left, 1), round(height - box.top, 1), round(box.right, 1), round(height - box.bottom, 1))
        for box in boxes
        if box.page == page
    ]


def sent_marks(
    document: Document, page: int, marks: Sequence[Mark], current: int, spans: Sequence[Span], chosen: int
) -> list[SentMark]:
    """Marks and hits of a page; the one that is meant is `now`."""
    height = document.pages[page - 1].height
    shown: list[SentMark] = []
    for number, mark in enumerate(marks):
        boxes = sent_boxes(mark.boxes, page, height)
        if boxes:
            shown.append({"boxes": boxes, "hit": False, "now": not spans and number == current})
    there = document.pages[page - 1]
    for number, (start, end) in enumerate(spans):
        if start < there.end and end > there.start:
            boxes = sent_boxes(line_boxes(document, start, end), page, height)
            shown.append({"boxes": boxes, "hit": True, "now": number == chosen})
    return shown


def sent_text(
    document: Document, page: int, marks: Sequence[Mark], current: int, marked: Sequence[Span], chosen: int
) -> list[tuple[int, str, str]]:
    """A page's text in pieces: first character, words, and how they are marked. Hits lie over marks."""
    there = document.pages[page - 1]
    kinds = [""] * (there.end - there.start)
    spans = [
        (mark.span, "mark now" if not marked and number == current else "mark")
        for number, mark in enumerate(marks)
        if mark.span
    ]
    spans += [(span, "hit now" if number == chosen else "hit") for number, span in enumerate(marked)]
    for (start, end), kind in spans:
        first, last = max(start, there.start) - there.start, min(end, there.end) - there.start
        if first < last:
            kinds[first:last] = [kind] * (last - first)
    pieces: list[tuple[int, str, str]] = []
    begin = 0
    for at in range(1, len(kinds) + 1):
        if at == len(kinds) or kinds[at] != kinds[begin]:
            pieces.append((there.start + begin, document.text[there.start + begin : there.start + at], kinds[begin]))
            begin = at
    return pieces
