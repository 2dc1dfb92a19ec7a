"""Makers of files with known content."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from core.documents.limits import Limits
from core.settings import MB

MINCHO = "HeiseiMin-W3"
pdfmetrics.registerFont(UnicodeCIDFont(MINCHO))

LIMITS = Limits(
    max_file_bytes=50 * MB,
    max_pages=2_000,
    max_characters=10_000_000,
    parse_memory_mb=1_536,
    parse_cpu_s=60,
    parse_timeout_s=60,
    ocr=False,
    ocr_languages="eng+jpn",
    ocr_max_pages=200,
    min_page_characters=40,
)


@dataclass(frozen=True)
class Sheet:
    """A page to be made: its lines from the top, and how it lies."""

    lines: Sequence[str]
    rotation: int = 0
    crop: tuple[float, float, float, float] | None = None
    font: str = "Helvetica"
    size: float = 12.0
    left: float = 72.0
    top: float = 700.0


def make_pdf(*sheets: Sheet, password: str | None = None, owner_only: bool = False) -> bytes:
    """A PDF of these pages; behind a password, or with rights reserved only."""
    out = io.BytesIO()
    encryption = None
    if password is not None:
        encryption = StandardEncryption("" if owner_only else password, ownerPassword=password, strength=128)
    canvas = Canvas(out, pagesize=(612, 792), encrypt=encryption, invariant=1)
    for sheet in sheets:
        canvas.setFont(sheet.font, sheet.size)
        for index, line in enumerate(sheet.lines):
            canvas.drawString(sheet.left, sheet.top - index * sheet.size * 1.5, line)
        if sheet.crop:
            canvas.setCropBox(sheet.crop)
        canvas.showPage()
    canvas.save()
    return _turned(out.getvalue(), [sheet.rotation for sheet in sheets])


def _turned(pdf: bytes, rotations: Sequence[int]) -> bytes:
    """The PDF with its pages turned; reportlab would change their size as well."""
    if not any(rotations):
        return pdf
    out = io.BytesIO()
    with pdfium.PdfDocument(pdf) as document:
        for index, rotation in enumerate(rotations):
            document[index].set_rotation(rotation)
        document.save(out)
    return out.getvalue()


def raw_pdf(objects: Sequence[bytes], *, extra: bytes = b"") -> bytes:
    """A PDF put together from the bodies of its objects, the first being the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out) + extra


def one_page_pdf(content: bytes, *, filtered: bytes = b"") -> bytes:
    """A PDF of one page with this content stream, as it is or as `filtered` says that it is packed."""
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>",
            b"<< /Length %d %s >>\nstream\n" % (len(content), filtered) + content + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )
