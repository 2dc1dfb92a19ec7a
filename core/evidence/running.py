"""Running heads: headers, footers and page numbers that stand between the words of one sentence.

A line at the top or bottom of a page is one when the same line stands there on at least three pages, or when its
number counts the pages along with the same words around it. A number that stands alone on a line for another reason
("within / 30 / days") is no running head, so that no word of the contract vanishes.
"""

from __future__ import annotations

import re
from collections import Counter

from core.documents import Document

_EDGE_LINES = 3
_SAME_PAGES = 3
_COUNTED_PAGES = 2
_LONGEST = 160
_LINE = re.compile(r"[^\n\r\f]+")
_NUMBER = re.compile(r"\d{1,4}|(?<![a-z])[ivxl]{1,7}(?![a-z])")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


def running_heads(document: Document) -> list[tuple[int, int]]:
    """Spans [start, end) of running heads in the document's text, in order; none for a document of one page."""
    if len(document.pages) < 2:
        return []
    lines = [
        (page.number, start, end, " ".join(document.text[start:end].split()).casefold())
        for page in document.pages
        for start, end in _edge_lines(document.text, page.start, page.end)
        if end - start <= _LONGEST or len(document.text[start:end].split()) <= 12
    ]
    same = Counter({(number, line) for number, _, _, line in lines})
    pages_with = Counter(line for _, line in same)
    counted: Counter[tuple[str, int]] = Counter()
    for number, line in same:
        counted.update(_counts(line, number))
    return [
        (start, end)
        for number, start, end, line in lines
        if pages_with[line] >= _SAME_PAGES or any(counted[key] >= _COUNTED_PAGES for key in _counts(line, number))
    ]


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with the spans turned into line ends of the same length."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], "\n" * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def _counts(line: str, page: int) -> set[tuple[str, int]]:
    """The line around each of its numbers, with the number's distance from the page's."""
    return {(line[: m.start()] + "#" + line[m.end() :], _value(m[0]) - page) for m in _NUMBER.finditer(line)}


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_ROMAN[char] for char in number]
    following = [*values[1:], 0]
    return sum(-v if v < after else v for v, after in zip(values, following, strict=True))


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
