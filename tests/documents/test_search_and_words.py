"""Words looked for as people type them, and where the words of a page stand."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from core.documents import Limits, find_words, page_words, read_directly
from core.settings import settings


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The Franchisee shall pay.", "franchisee SHALL", ["Franchisee shall"]),
        ("The Franchisee\r\n  shall pay.", "franchisee shall", ["Franchisee\r\n  shall"]),
        ("The franchisees pay", "franchisee pay", []),
        ("甲は、秘密\n情報を開示しない。", "秘密情報", ["秘密\n情報"]),
        ("ＡＢＣ株式会社とABC", "abc", ["ＡＢＣ", "ABC"]),
        ("the licensor’s “Mark”", 'licensor\'s "mark"', ["licensor’s “Mark”"]),
        ("non–compete", "non-compete", ["non–compete"]),
        ("1.5 (a)* and 1x5", "1.5 (a)*", ["1.5 (a)*"]),
        ("anything", "  ", []),
    ],
)
def test_found_words(text: str, words: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_words(text, words)] == found


def test_no_more_than_wanted() -> None:
    assert len(find_words("a " * 2_000, "a", limit=7)) == 7


def test_where_words_stand_and_how_high_a_line_is() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 800), invariant=1)
    canvas.setFont("Helvetica", 10)
    for line in range(20):
        canvas.drawString(100, 700 - 14 * line, f"Agreement gypsy number {line}")
    canvas.save()
    document = read_directly(buffer.getvalue(), file_name="words.pdf", limits=Limits.of(settings()))
    found = page_words(document, 1)
    assert [document.text[word.start : word.end] for word in found.words[:4]] == ["Agreement", "gypsy", "number", "0"]
    first = found.words[0]
    assert first.left == pytest.approx(100, abs=1.5)
    assert 90 < first.top < first.bottom < 106
    assert found.extent is not None
    assert found.extent[0] == pytest.approx(100, abs=1.5)
    assert found.extent[3] - found.extent[1] == pytest.approx(19 * 14 + found.line_height, abs=3)
    assert 8 < found.line_height < 11


def test_a_text_file_has_no_places() -> None:
    document = read_directly(b"Agreement between A and B.", file_name="a.txt", limits=Limits.of(settings()))
    assert page_words(document, 1).extent is None
