"""Text and boxes of PDF pages: one box a character, on the ink, however the page lies."""

from __future__ import annotations

import io

import numpy as np
import pytest
from document_files import LIMITS, MINCHO, Sheet, make_pdf
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from core.documents import Document, line_boxes, page_image, read, read_directly
from core.documents.hyphens import resolve_hyphens
from core.settings import Settings

LINES = ["Governing Law. This Agreement is governed", "by the laws of the State of New York."]
JAPANESE = [
    "第１条（目的）本契約は、令和6年4月1日から効力を生じる。",
    "株式会社甲は、乙に対し𠮷野家の秘密情報を開示しない。",
]


def _read(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="a.pdf", limits=LIMITS)


def test_pages_are_joined_by_one_form_feed(settings: Settings) -> None:
    document = read(
        make_pdf(Sheet(LINES), Sheet([]), Sheet(["Term: two years."])), file_name="ａ.pdf", settings=settings
    )
    first = "\n".join(LINES)
    assert document.text == f"{first}\f\fTerm: two years."
    assert [(page.start, page.end) for page in document.pages] == [(0, 79), (80, 80), (81, 97)]
    assert [(page.number, page.source, page.reason) for page in document.pages] == [
        (n, "text", None) for n in (1, 2, 3)
    ]
    assert (document.kind, document.language, document.file_name) == ("pdf", "en", "ａ.pdf")
    assert document.boxes is not None
    assert document.boxes.shape == (97, 4)
    assert document.boxes.dtype == np.float32


def test_characters_without_ink_have_no_box() -> None:
    document = _read(make_pdf(Sheet(LINES)))
    assert document.boxes is not None
    inked = ~np.isnan(document.boxes[:, 0])
    assert "".join(c for c, ink in zip(document.text, inked, strict=True) if ink) == "".join(LINES).replace(" ", "")


def test_japanese_and_characters_beyond_the_basic_plane() -> None:
    document = _read(make_pdf(Sheet(JAPANESE, font=MINCHO)))
    assert document.language == "ja"
    assert document.boxes is not None
    assert len(document.boxes) == len(document.text)
    text = document.text
    assert text.startswith(JAPANESE[0] + "\n株式会社甲は、乙に対し")
    for quote, line in (("令和6年4月1日", 0), ("秘密情報を開示しない。", 1)):
        start = text.index(quote)
        (box,) = line_boxes(document, start, start + len(quote))
        baseline = 700 - line * 18
        assert baseline - 4 < box.bottom < box.top < baseline + 12
        width = sum(6 if character.isascii() else 12 for character in quote)
        assert box.right - box.left == pytest.approx(width, abs=10)


SHEETS = {
    "upright": Sheet(LINES),
    "turned 90": Sheet(LINES, rotation=90),
    "turned 180": Sheet(LINES, rotation=180),
    "turned 270": Sheet(LINES, rotation=270),
    "cropped": Sheet(LINES, crop=(50, 300, 400, 750)),
    "cropped and turned": Sheet(LINES, crop=(50, 300, 400, 750), rotation=90),
    "cropped and turned back": Sheet(LINES, crop=(50, 300, 400, 750), rotation=270),
}


@pytest.mark.parametrize("name", SHEETS, ids=str)
def test_boxes_lie_on_the_ink(name: str) -> None:
    """Each letter's box holds dark pixels, and outside all boxes the page is white."""
    pdf = make_pdf(SHEETS[name])
    document = _read(pdf)
    assert document.boxes is not None
    page = document.pages[0]
    width = 1200
    picture = np.array(Image.open(io.BytesIO(page_image(pdf, document, 1, width_px=width))).convert("L"))
    scale = width / page.width
    assert picture.shape[0] == pytest.approx(page.height * scale, abs=1.5)
    rest = picture.copy()
    for character, (left, bottom, right, top) in zip(document.text, document.boxes, strict=True):
        if np.isnan(left):
            continue
        rows = slice(round((page.height - top) * scale), round((page.height - bottom) * scale) + 1)
        columns = slice(round(left * scale), round(right * scale) + 1)
        assert picture[rows, columns].min() < 100, character
        rest[rows.start - 2 : rows.stop + 2, columns.start - 2 : columns.stop + 2] = 255
    assert rest.min() > 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an agree\ufffement of the parties; this agreement", "an agree\u00adment of the parties; this agreement"),
        ("self\ufffeinsure or a self-insured", "self-insure or a self-insured"),
        ("to self\ufffeinsure itself, self and insure", "to self-insure itself, self and insure"),
        ("out-of\ufffepocket", "out-of-pocket"),
        ("Exhibit A\ufffe1", "Exhibit A-1"),
        ("indem\ufffenify", "indem\u00adnify"),
        ("a dash \ufffe alone", "a dash - alone"),
        ("no hyphen", "no hyphen"),
    ],
)
def test_hyphens_at_line_ends(text: str, expected: str) -> None:
    assert resolve_hyphens(text) == expected


def test_hyphen_at_a_line_end_of_a_page() -> None:
    document = _read(make_pdf(Sheet(["The Supplier may self-", "insure. A self-insured Supplier shall prove it."])))
    assert document.text == "The Supplier may self-insure. A self-insured Supplier shall prove it."


def test_filled_form_fields_are_text_of_the_page() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(612, 792))
    canvas.drawString(72, 700, "Name of the Buyer:")
    canvas.acroForm.textfield(name="buyer", value="Beta Stores LLC", x=200, y=690, width=200, height=20)
    canvas.linkURL("https://example.com", (72, 600, 100, 620))
    canvas.save()
    pdf = out.getvalue()
    document = _read(pdf)
    assert document.text == "Name of the Buyer:\nBeta Stores LLC"
    (box,) = line_boxes(document, 19, len(document.text))
    picture = np.array(Image.open(io.BytesIO(page_image(pdf, document, 1, width_px=612))).convert("L"))
    ink = picture[round(792 - box.top) : round(792 - box.bottom), round(box.left) : round(box.right)]
    assert ink.min() < 120
