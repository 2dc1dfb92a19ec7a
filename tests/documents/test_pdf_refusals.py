"""Bad PDF files: each is refused with its own reason, and the process that asked is unharmed."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest
from document_files import Sheet, make_pdf, one_page_pdf, raw_pdf

from core.documents import read
from core.errors import DamagedDocument, EmptyDocument, EncryptedDocument, IngestError, NeedsOcr, NotADocument, TooLarge
from core.settings import MB, Settings

_WORDS = b"BT /F1 12 Tf 72 700 Td (This Agreement is governed by the laws of Japan and nothing else.) Tj ET\n"


def _no_pages() -> bytes:
    return raw_pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"])


def _many_pages(count: int) -> bytes:
    kids = b" ".join(b"%d 0 R" % (number + 3) for number in range(count))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"
    return raw_pdf(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)]
        + [page] * count
    )


def _packed(content: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        content = zlib.compress(content, 9)
    return one_page_pdf(content, filtered=b"/Filter [%s]" % (b"/FlateDecode " * times))


def _image_only() -> bytes:
    pixels = b"\x00\xff" * 5_000
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /XObject << /I 5 0 R >> >> >>",
            b"<< /Length 26 >>\nstream\nq 612 0 0 792 0 0 cm /I Do\nendstream",
            b"<< /Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray"
            b" /Length %d >>\nstream\n" % len(pixels) + pixels + b"\nendstream",
        ]
    )


CASES: dict[str, tuple[Callable[[], bytes], type[IngestError], str]] = {
    "zero bytes": (lambda: b"", EmptyDocument, "zero_bytes"),
    "zero pages": (_no_pages, EmptyDocument, "zero_pages"),
    "blank pages": (lambda: make_pdf(Sheet([]), Sheet([])), EmptyDocument, "no_text"),
    "3,000 pages": (lambda: _many_pages(3_000), TooLarge, "pages"),
    "encrypted": (lambda: make_pdf(Sheet(["secret"]), password="k"), EncryptedDocument, "password"),
    "header only": (lambda: b"%PDF-1.7\n", DamagedDocument, "truncated"),
    "garbage inside": (lambda: b"%PDF-1.7\n" + b"x" * 500 + b"\nstartxref\n5\n%%EOF\n", DamagedDocument, "malformed"),
    "pictures only": (_image_only, NeedsOcr, "needs_ocr"),
    "100 MB of content": (lambda: _packed(_WORDS * (100 * 2**20 // len(_WORDS))), TooLarge, "content"),
    "corrupt content": (
        lambda: one_page_pdf(zlib.compress(_WORDS * 200)[:60] + b"\xff" * 60, filtered=b"/Filter /FlateDecode"),
        DamagedDocument,
        "stream",
    ),
    "an image": (lambda: b"GIF89a" + b"\x00" * 50, NotADocument, "image"),
    "random bytes": (lambda: bytes(range(256)) * 20, NotADocument, "unknown"),
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refused(case: str, settings: Settings) -> None:
    make, kind, reason = CASES[case]
    with pytest.raises(kind) as caught:
        read(make(), file_name="../a.pdf", settings=settings)
    assert type(caught.value) is kind
    assert caught.value.facts["reason"] == reason


@pytest.mark.parametrize(
    ("limit", "reason"),
    [({"max_file_mb": 1}, "file_size"), ({"max_pages": 11}, "pages"), ({"max_characters": 5_000}, "characters")],
)
def test_limits_of_settings(limit: dict[str, int], reason: str, contract_pdf: bytes, settings: Settings) -> None:
    padded = contract_pdf + b"\n" * (1 << 20)
    with pytest.raises(TooLarge) as caught:
        read(padded, file_name="a.pdf", settings=settings.model_copy(update=limit))
    assert caught.value.facts["reason"] == reason


def test_a_megabyte_of_a_file_is_a_million_bytes(contract_pdf: bytes, settings: Settings) -> None:
    """Whoever receives a file and whoever reads it refuse the same: the reader took 4 % more."""
    limited = settings.model_copy(update={"max_file_mb": 1})
    assert read(contract_pdf.ljust(MB, b"\n"), file_name="a.pdf", settings=limited).pages
    with pytest.raises(TooLarge) as caught:
        read(contract_pdf.ljust(MB + 1, b"\n"), file_name="a.pdf", settings=limited)
    assert caught.value.facts["limit"] == 1


def test_content_packed_twice_ends_by_a_limit(settings: Settings) -> None:
    """Several filters escape the measuring of streams: memory or CPU time must end it."""
    limits = settings.model_copy(update={"parse_memory_mb": 320, "parse_cpu_s": 3})
    with pytest.raises(TooLarge) as caught:
        read(_packed(_WORDS * (120 * 2**20 // len(_WORDS)), 2), file_name="a.pdf", settings=limits)
    assert caught.value.facts["reason"] in {"memory", "cpu"}
    good = read(make_pdf(Sheet(["All is well."])), file_name="b.pdf", settings=settings)
    assert good.text == "All is well."


def test_rights_reserved_is_no_password(settings: Settings) -> None:
    """A file that opens without a password is read, whatever it forbids."""
    document = read(
        make_pdf(Sheet(["Term: two years."]), password="k", owner_only=True), file_name="", settings=settings
    )
    assert document.text == "Term: two years."
