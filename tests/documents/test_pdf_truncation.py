"""A cut-off PDF never passes for the whole contract, wherever it was cut and however it was written."""

from __future__ import annotations

import re
import zlib

import pytest
from document_files import Sheet, make_pdf, raw_pdf

from core.documents import read
from core.documents.pdf.integrity import check_end, check_streams, contents_missing
from core.errors import DamagedDocument, EmptyDocument
from core.settings import Settings

SHARES = (0.01, 0.2, 0.5, 0.9, 0.99, 0.999)


@pytest.mark.parametrize("share", SHARES)
def test_cut_file_is_damaged(share: float, contract_pdf: bytes, settings: Settings) -> None:
    with pytest.raises(DamagedDocument) as caught:
        read(contract_pdf[: int(len(contract_pdf) * share)], file_name="a.pdf", settings=settings)
    assert caught.value.facts["reason"] == "truncated"


def test_every_cut_is_found_until_only_the_end_mark_is_missing(contract_pdf: bytes) -> None:
    last = contract_pdf.rindex(b"startxref")
    whole_from = last + len(re.match(rb"startxref\s*\d", contract_pdf[last:]).group())  # type: ignore[union-attr]
    passed = []
    for size in range(len(contract_pdf) - 200, len(contract_pdf) + 1):
        try:
            check_end(contract_pdf[:size])
        except DamagedDocument:
            continue
        passed.append(size)
    assert passed == list(range(whole_from, len(contract_pdf) + 1))


def _updated(pdf: bytes) -> bytes:
    """The PDF with its first page replaced by an incremental update."""
    start = len(pdf)
    update = b"6 0 obj\n<< /Note (an amendment) >>\nendobj\n"
    table = b"xref\n6 1\n%010d 00000 n \n" % start
    trailer = b"trailer\n<< /Size 7 /Root 1 0 R /Prev 9 >>\nstartxref\n%d\n%%%%EOF\n" % (start + len(update))
    return pdf + update + table + trailer


@pytest.mark.parametrize("kept", [5, 20, 60, 100, 120])
def test_cut_update_is_damaged(kept: int) -> None:
    """The file before the update has a proper end, but it is not what was signed."""
    whole = make_pdf(Sheet(["First version."]))
    with pytest.raises(DamagedDocument):
        check_end(_updated(whole)[: len(whole) + kept])
    check_end(_updated(whole))


@pytest.mark.parametrize("junk", [b"", b"\n\n", b"\x00" * 5000, b"<html>sent by a server</html>"])
def test_padding_and_junk_after_the_end_are_harmless(junk: bytes, contract_pdf: bytes) -> None:
    check_end(contract_pdf + junk)


def test_stated_length_of_a_web_optimised_file() -> None:
    head = b"%%PDF-1.5\n1 0 obj\n<< /Linearized 1 /L %d /H [1 2] >>\nendobj\nstartxref\n0\n%%%%EOF\n"
    check_end(head % 60)
    with pytest.raises(DamagedDocument) as caught:
        check_end(head % 90_000)
    assert caught.value.facts["expected"] == 90_000


def test_streams_inflate_to_their_end(contract_pdf: bytes) -> None:
    check_streams(contract_pdf)


def test_page_that_cannot_be_loaded_is_unread(settings: Settings) -> None:
    """The file is whole, one of its pages is not: it is named and not taken for a blank one."""
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >> >>"
    )
    content = b"BT /F 12 Tf 72 700 Td (This Agreement is made as of 1 April 2024.) Tj ET"
    pdf = raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
            page,
            b"(not a page)",
            b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )
    document = read(pdf, file_name="a.pdf", settings=settings)
    assert document.unread_pages == (2,)
    assert document.pages[1].reason == "damaged"


def test_a_hole_in_the_file_is_no_blank_page(settings: Settings) -> None:
    """A download with a hole has its index and its end; PDFium shows the page that is gone as a blank one."""
    whole = make_pdf(Sheet(["First page of the contract."]), Sheet(["Second page of the contract."]))
    assert read(whole, file_name="a.pdf", settings=settings).unread_pages == ()
    start = whole.index(b"obj", whole.rindex(b"/FlateDecode") - 120) - 4
    end = whole.index(b"endstream", start)
    holed = whole[:start] + b"\x00" * (end - start) + whole[end:]
    document = read(holed, file_name="a.pdf", settings=settings)
    assert [(page.source, page.reason) for page in document.pages] == [("text", None), ("unread", "damaged")]


def test_pages_in_object_streams_name_their_contents() -> None:
    page = zlib.compress(b"3 0 << /Type /Page /Contents [7 0 R 8 0 R] >>")
    stream = b"4 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n" + page + b"\nendstream\nendobj\n"
    held = b"%d 0 obj\n<< >>\nstream\n\nendstream\nendobj\n"
    assert contents_missing(stream + held % 7)
    assert contents_missing(stream + held % 7 + held % 18)
    assert not contents_missing(stream + held % 7 + held % 8)


def test_only_blank_pages_is_no_contract(settings: Settings) -> None:
    with pytest.raises(EmptyDocument):
        read(make_pdf(Sheet([])), file_name="a.pdf", settings=settings)
