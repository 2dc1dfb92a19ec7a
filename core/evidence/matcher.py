"""The two questions that the rest of the product asks: where is this quote, and what stands at this span."""

from __future__ import annotations

from core.documents import Document
from core.errors import BadArguments
from core.evidence.index import index_of
from core.evidence.types import Evidence


def locate(document: Document, quote: str, *, around: int | None = None) -> Evidence:
    """Where a quote stands in a document, and what may be shown for it.

    Exact, then canonical, then split at ellipses, then near; a near match is refused unless every word that differs
    is a harmless slip. Never raises for a quote, however odd.

    Args:
        document: the document as read.
        quote: words that a model or a person says are in it.
        around: offset that chooses among equal occurrences; without it the first.
    """
    return index_of(document).locate(quote, around=around)


def from_span(document: Document, start: int, end: int) -> Evidence:
    """Evidence for words that were found by their offsets: verified, because they are the source's own.

    White space at the ends is left out.

    Raises:
        BadArguments: the span lies outside the text or holds no words.
    """
    text = document.text
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise BadArguments(f"No words at {start}–{end} of {len(text)} characters", start=start, end=end)
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    return index_of(document).of_span(start, end)
