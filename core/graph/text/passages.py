"""A document's text cut into passages: a few sentences each, never across a page, so that each has one page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.documents import Page

SHORT = 160
"""Sentences are joined until a passage has this many characters."""
LONG = 800
"""A sentence longer than this many characters is cut at a space."""

# After . ! ? with white space, after 。！？, or at an empty line. "No. 5", "Inc. v." and the like are cut too, which
# costs little: short pieces are joined again.
_BREAK = re.compile(r"[.!?;:][\"”’)]*\s+|[。！？]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a document with their page; `start` and `end` are offsets into the document's text."""

    page: int
    start: int
    end: int
    text: str


def passages(text: str, pages: Sequence[Page]) -> list[Passage]:
    """All passages of a document in their order; together they hold every word of every page that was read."""
    found: list[Passage] = []
    for page in pages:
        start = page.start
        for end in _ends(text, page.start, page.end):
            begin, stop = _trim(text, start, end)
            if begin < stop:
                found.append(Passage(page.number, begin, stop, text[begin:stop]))
            start = end
    return found


def _ends(text: str, start: int, end: int) -> list[int]:
    cuts = [match.end() for match in _BREAK.finditer(text, start, end)]
    ends: list[int] = []
    last = start
    for cut in [*cuts, end]:
        while cut - last > LONG:
            space = max(text.rfind(" ", last + SHORT, last + LONG), text.rfind("\n", last + SHORT, last + LONG))
            last = space + 1 if space > 0 else last + LONG
            ends.append(last)
        if cut - last >= SHORT or cut == end:
            ends.append(cut)
            last = cut
    return ends


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
