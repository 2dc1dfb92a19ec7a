"""What PDFium passes over in silence is named: strings that it cuts, pages that are not counted (issue 13, 10)."""

from __future__ import annotations

import pytest
from document_files import raw_pdf

from core.documents import read
from core.errors import DamagedDocument
from core.settings import Settings

_LAW = b"0 -20 Td (This Agreement is governed by the laws of Japan.) Tj ET\n"
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
    b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
)


def _with_contents(contents: list[bytes], counted: int | None = None) -> bytes:
    numbers = range(3, 3 + 2 * len(contents), 2)
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents) if counted is None else counted),
    ]
    for number, words in zip(numbers, contents, strict=True):
        objects += [_PAGE % (number + 1), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words)]
    return raw_pdf(objects)


def _page(number: int) -> bytes:
    return b"BT /F1 12 Tf 72 700 Td (This is page %d, which has words enough to be read by anybody.) Tj ET" % number


@pytest.mark.parametrize("form", ["literal", "hexadecimal"])
def test_a_string_that_is_cut_leaves_its_page_unread(settings: Settings, form: str) -> None:
    words = b"word " * 8_000
    shown = b"(" + words + b")" if form == "literal" else b"<" + words.hex().encode() + b">"
    content = b"BT /F1 12 Tf 72 700 Td " + shown + b" Tj " + _LAW
    document = read(_with_contents([content, _page(2)]), file_name="a.pdf", settings=settings)
    assert document.unread_pages == (1,)


def test_a_long_page_of_short_strings_is_read(settings: Settings) -> None:
    lines = b"".join(b"0 -2 Td (%s) Tj " % (b"word " * 16) for _ in range(250))
    content = b"BT /F1 6 Tf 72 700 Td " + lines + _LAW
    document = read(_with_contents([content]), file_name="a.pdf", settings=settings)
    assert not document.unread_pages
    assert "laws of Japan" in document.text


def test_ten_pages_under_a_count_of_one(settings: Settings) -> None:
    """One of ten pages was read, and nothing was said of the others."""
    with pytest.raises(DamagedDocument, match="more pages than it counts"):
        read(_with_contents([_page(number) for number in range(10)], 1), file_name="a.pdf", settings=settings)


def test_as_many_pages_as_are_counted(settings: Settings) -> None:
    assert (
        len(read(_with_contents([_page(number) for number in range(3)]), file_name="a.pdf", settings=settings).pages)
        == 3
    )
