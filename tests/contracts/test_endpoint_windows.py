"""Windows cover every character, overlap, and are cut where a paragraph ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.contracts.endpoint.text_windows import Window, halves, windows
from core.documents import Document, Page

PARAGRAPHS = "\n\n".join(f"Section {n}. " + "The parties agree on this. " * 8 for n in range(120))


def _document(text: str) -> Document:
    return Document("ab" * 32, "a.txt", "text", text, (Page(1, 0, len(text), 0.0, 0.0, "text"),), "en")


@pytest.mark.parametrize("size", [500, 2_000, 7_777])
@pytest.mark.parametrize("text", [PARAGRAPHS, "x" * 20_000, "乙は、秘密を保持する。" * 2_000, "a\fb" * 5_000])
def test_every_character_is_read_and_windows_overlap(text, size):
    found = windows(_document(text), size)
    assert (found[0].start, found[-1].end) == (0, len(text))
    assert all(0 < window.end - window.start <= size for window in found)
    overlaps = [before.end - after.start for before, after in pairwise(found)]
    assert all(size // 20 <= overlap <= size // 10 for overlap in overlaps)


def test_cut_at_paragraphs():
    found = windows(_document(PARAGRAPHS), 5_000)
    assert len(found) > 3
    assert all(PARAGRAPHS[window.start :].startswith("Section ") for window in found)
    assert all(PARAGRAPHS[: window.end].endswith("\n\n") for window in found[:-1])


@pytest.mark.parametrize(("text", "expected"), [("", ()), (" \n\f", ()), ("short", (Window(0, 5),))])
def test_small_texts(text, expected):
    assert windows(_document(text)) == expected


def test_halves():
    document = _document(PARAGRAPHS)
    parts = halves(document, Window(1_000, 11_000))
    assert (parts[0].start, parts[-1].end) == (1_000, 11_000)
    assert all(part.end - part.start <= 5_500 for part in parts)
    assert all(after.start < before.end for before, after in pairwise(parts))
    assert halves(document, Window(0, 3_999)) is None
