"""Running heads: headers, footers and page numbers that stand between the words of one sentence.

A line at the top or bottom of a page is one when it is only a page number, or when the same line, digits aside,
stands there on at least three pages. Nothing else is left out, so that no word of the contract can vanish.
"""

from __future__ import annotations

import re
from collections import Counter

from core.documents import Document

_EDGE_LINES = 3
_MIN_PAGES = 3
_LONGEST = 160
_LINE = re.compile(r"[^\n\r\f]+")
_PAGE_NUMBER = re.compile(
    r"[\s\u00a0]*(?:[-–—~\[(]*[\s\u00a0]*)?(?:page|ページ|頁|p\.)?[\s\u00a0]*(?:[a-z]{1,2}-)?(?:\d{1,4}|[ivxl]{1,6})"
    r"(?:[\s\u00a0]*(?:of|/|／)[\s\u00a0]*\d{1,4})?[\s\u00a0]*(?:ページ|頁)?[\s\u00a0]*[-–—~\])]*[\s\u00a0]*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_SPACES = re.compile(r"[\s\u00a0]+")


def running_heads(document: Document) -> list[tuple[int, int]]:
    """Spans [start, end) of running heads in the document's text, in order; none for a document of one page."""
    if len(document.pages) < 2:
        return []
    edges = [_edge_lines(document.text, page.start, page.end) for page in document.pages]
    seen: Counter[str] = Counter()
    for lines in edges:
        seen.update({_pattern(document.text[start:end]) for start, end in lines})
    spans = []
    for lines in edges:
        for start, end in lines:
            line = document.text[start:end]
            if _PAGE_NUMBER.fullmatch(line) or (len(line) <= _LONGEST and seen[_pattern(line)] >= _MIN_PAGES):
                spans.append((start, end))
    return spans


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with the spans turned into line ends of the same length."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "\n" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _pattern(line: str) -> str:
    return _SPACES.sub(" ", _DIGITS.sub("#", line)).strip().casefold()


def _edge_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of the first and last lines with ink between two offsets."""
    head: list[tuple[int, int]] = []
    for match in _LINE.finditer(text, start, end):
        if match[0].strip():
            head.append(match.span())
            if len(head) == _EDGE_LINES:
                break
    tail: list[tuple[int, int]] = []
    floor = head[-1][1] if head else end
    stop = end
    while stop > floor and len(tail) < _EDGE_LINES:
        begin = max(text.rfind("\n", floor, stop), text.rfind("\r", floor, stop), floor - 1) + 1
        if text[begin:stop].strip():
            tail.append((begin, stop))
        stop = begin - 1
    return head + tail[::-1]
