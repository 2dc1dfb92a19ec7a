"""Where in a contract to look: the article around words, and the sentences nearest to a text."""

from __future__ import annotations

import re
from functools import lru_cache

from core.documents import Document
from core.evidence import sentence_span
from core.graph.text import query_groups, terms

_ARTICLE = re.compile(
    r"(?m)^[ \t　]*(?:第[0-9０-９一二三四五六七八九十百]+条(?!第)"
    r"|(?:ARTICLE|Article|SECTION|Section)[ \u00a0]+[0-9IVXL]+"
    r"|[0-9]{1,2}\.(?:[ \t]+[A-Z“\"]|[0-9]{1,2}\.?[ \t]))"
)
_REACH = 2_500
_LEAST_SHARE = 0.5


def article_span(document: Document, start: int, end: int) -> tuple[int, int]:
    """Offsets of the article that holds a span, at most 2,500 characters to either side."""
    starts = _starts(document.text)
    left = max((at for at in starts if at <= start), default=0)
    right = min((at for at in starts if at >= end), default=len(document.text))
    left, right = max(left, start - _REACH), min(right, end + _REACH)
    while right > end and document.text[right - 1].isspace():
        right -= 1
    return left, right


@lru_cache(maxsize=8)
def _starts(text: str) -> tuple[int, ...]:
    return tuple(match.start() for match in _ARTICLE.finditer(text))


def nearest_sentence(document: Document, text: str) -> tuple[int, int] | None:
    """Offsets of the sentence that shares most words with a text; None where none shares half of them."""
    groups = query_groups(text)[:60]
    if not groups:
        return None
    best: tuple[float, int, int] | None = None
    for start, end in _sentences(document.text):
        line = f" {' '.join(terms(document.text[start:end]))} "
        held = sum(any(f" {' '.join(way)} " in line for way in group.alternatives) for group in groups)
        share = held / len(groups)
        if share >= _LEAST_SHARE and (best is None or share > best[0]):
            best = (share, start, end)
    return None if best is None else (best[1], best[2])


@lru_cache(maxsize=4)
def _sentences(text: str) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        while at < len(text) and text[at].isspace():
            at += 1
        if at >= len(text):
            break
        start, end = sentence_span(text, at, at + 1)
        end = max(end, at + 1)
        found.append((max(start, at), end))
        at = end
    return tuple(found)
