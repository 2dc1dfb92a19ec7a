"""Contents that nobody shows are named as not read; words that some readers show are kept apart (issue 13, 10)."""

from __future__ import annotations

import pytest
from document_files import LIMITS, one_page_pdf, raw_pdf

from core.documents import Document, read_directly
from core.errors import DamagedDocument

_LAW = b"This Agreement is governed by the laws of New York"
_WORDS = (
    b"BT /F1 12 Tf 72 700 Td (This is page one, which has words enough to be read by anybody.) Tj"
    b" 0 -20 Td (Confidential information shall be returned within ten days.) Tj ET\n"
)


def _read(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="broken.pdf", limits=LIMITS)


def _with(*objects: bytes, contents: bytes = b"4 0 R", annotations: bytes = b"") -> Document:
    """A page with two sentences; further objects are numbered from 6."""
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents " + contents + annotations
    return _read(
        raw_pdf(
            [
                b"<< /Type /Catalog /Pages 2 0 R >>",
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                page + b" /Resources << /Font << /F1 5 0 R >> >> >>",
                b"<< /Length %d >>\nstream\n" % len(_WORDS) + _WORDS + b"\nendstream",
                b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
                *objects,
            ]
        )
    )


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F1 12 Tf 72 400 Td (" + _LAW + b" Tj ET",
        b"BT /F1 12 Tf 72 400 Td (Fee \\( of 30) Tj 0 -20 Td (Broken Tj 0 -20 Td (" + _LAW + b") Tj ET",
        b"q /X Do Q",
    ],
    ids=["string without an end", "string that swallows another", "drawing without a resource"],
)
def test_what_nobody_shows_is_named_as_not_read(content: bytes) -> None:
    document = _read(one_page_pdf(_WORDS + content))
    assert not document.read_in_full
    assert document.pages[-1].reason == "damaged"


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F1 12 Tf 72 400 Td (a \\( \\) (nested) b \\\\) Tj ET",
        b"% a remark (without an end\nBT /F1 12 Tf 72 400 Td (fee) Tj ET",
        b"BI /W 4 /H 4 /BPC 8 /CS /G ID ((((abcdefghijkl EI BT /F1 12 Tf 72 400 Td (fee) Tj ET",
    ],
    ids=["brackets in brackets", "remark", "picture"],
)
def test_brackets_that_are_in_order_are_read(content: bytes) -> None:
    assert _read(one_page_pdf(_WORDS + content)).read_in_full


@pytest.mark.parametrize("part", [b"<< /A /B >>", b"(BT (New York) Tj ET)", b"null"])
def test_parts_of_contents_that_are_no_streams_are_damage(part: bytes) -> None:
    with pytest.raises(DamagedDocument):
        _with(part, contents=b"[4 0 R 6 0 R]")


@pytest.mark.parametrize(
    "annotation",
    [
        b"/Subtype /Line /L [70 320 500 320] /Cap true /Contents (" + _LAW + b")",
        b"/Subtype /Redact /OverlayText (" + _LAW + b")",
    ],
    ids=["caption of a line", "words over what is blacked out"],
)
def test_words_that_some_readers_show_are_kept_apart(annotation: bytes) -> None:
    document = _with(b"<< /Type /Annot /Rect [70 300 500 340] " + annotation + b" >>", annotations=b" /Annots [6 0 R]")
    assert _LAW.decode() in document.pages[0].unseen
    assert "New York" not in document.text


def test_the_remark_of_a_line_without_a_caption_is_no_word_of_the_page() -> None:
    line = b"<< /Type /Annot /Rect [70 300 500 340] /Subtype /Line /L [70 320 500 320] /Contents (A remark) >>"
    assert _with(line, annotations=b" /Annots [6 0 R]").pages[0].unseen == ""
