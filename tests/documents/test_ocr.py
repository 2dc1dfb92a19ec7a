"""Pages whose words are in pictures: read by Tesseract where it is, named as unread where it is not."""

from __future__ import annotations

import dataclasses
import io
import shutil
import subprocess

import numpy as np
import pytest
from document_files import LIMITS, Sheet, make_pdf
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from core.documents import Limits, line_boxes, ocr_available, read, read_directly
from core.documents.ocr.tesseract import RecognisedWord, find_engine, lay_out, mean_confidence
from core.errors import NeedsOcr
from core.settings import Settings
from servers import missing

WITH_OCR = dataclasses.replace(LIMITS, ocr=True, parse_timeout_s=600)
ENGLISH = [
    "SUPPLY AGREEMENT",
    "The Supplier shall not assign this Agreement without the",
    "prior written consent of the Buyer.",
]
JAPANESE = [
    "秘密保持契約書",
    "第1条 本契約は、秘密情報の取扱いを定めることを目的とする。",
    "有効期間は、契約締結日から3年間とする。",
]


def _font(language: str) -> str:
    """File of a system font for this language."""
    program = shutil.which("fc-match")
    if program is None:
        missing("fontconfig is not installed: apt-get install fontconfig")
    pattern = f"sans:lang={language}"
    return subprocess.run([program, "-f", "%{file}", pattern], capture_output=True, text=True, check=True).stdout


def _scan(lines: list[str], language: str, *, turn: int = 0) -> Image.Image:
    """A page of text as a scanner sees it, 200 dpi, A4."""
    image = Image.new("L", (1654, 2339), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(_font(language), 34)
    for index, line in enumerate(lines):
        draw.text((180, 260 + index * 70), line, font=font, fill=0)
    return image.rotate(turn, expand=True)


def _scanned_pdf(*pages: Image.Image, footer: str = "") -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    for page in pages:
        picture = io.BytesIO()
        page.save(picture, "PNG")
        width, height = (595, 842) if page.height > page.width else (842, 595)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(picture), 0, 20, width, height - 20)
        canvas.drawString(40, 6, footer)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _read(pdf: bytes, limits: Limits):  # type: ignore[no-untyped-def]
    return read_directly(pdf, file_name="scan.pdf", limits=limits)


def _plain(width: int = 800, height: int = 1100) -> Image.Image:
    """A picture without words that is not blank either."""
    return Image.fromarray((np.indices((height, width)).sum(axis=0) // 7 % 2 * 200).astype(np.uint8))


# Without Tesseract


def test_a_scan_without_ocr_is_refused(settings: Settings) -> None:
    with pytest.raises(NeedsOcr) as caught:
        read(_scanned_pdf(_plain(), _plain()), file_name="scan.pdf", settings=settings)
    assert caught.value.facts == {"reason": "needs_ocr", "pages": 2}


def test_a_scanned_page_with_a_printed_footer_is_no_page_of_text() -> None:
    """The footer is more than a few characters, but the page's words are in the picture."""
    footer = "Source: EXAMPLE WIDGETS, INC., 10-K, Exhibit 10.1, 3/4/2001"
    words = [f"{line} of the agreement between the parties hereto" for line in range(30)]
    whole = _join(make_pdf(Sheet(words)), _scanned_pdf(_plain(), footer=footer))
    document = _read(whole, LIMITS)
    assert [(page.source, page.reason) for page in document.pages] == [("text", None), ("unread", "needs_ocr")]
    assert document.text == "\n".join(words) + "\f"
    assert document.unread_pages == (2,)


def test_a_logo_and_a_blank_page_need_no_ocr() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    picture = io.BytesIO()
    _plain(200, 100).save(picture, "PNG")
    canvas.drawImage(ImageReader(picture), 40, 700, 80, 40)
    canvas.drawString(40, 600, "EXHIBIT A")
    canvas.showPage()
    canvas.rect(40, 40, 400, 400)
    canvas.showPage()
    canvas.save()
    document = _read(out.getvalue(), LIMITS)
    assert [page.source for page in document.pages] == ["text", "text"]
    assert document.text == "EXHIBIT A\f"


def test_text_turned_into_outlines_needs_ocr() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), invariant=1)
    for index in range(400):
        path = canvas.beginPath()
        path.moveTo(index, 100)
        path.curveTo(index, 120, index + 5, 120, index + 5, 100)
        path.lineTo(index, 100)
        canvas.drawPath(path, fill=1)
    canvas.showPage()
    canvas.save()
    with pytest.raises(NeedsOcr):
        _read(out.getvalue(), LIMITS)


def test_no_engine_for_a_language_that_is_not_installed(settings: Settings) -> None:
    assert find_engine("eng+xyz") is None
    assert not ocr_available(settings)


def _words(*texts: str) -> list[RecognisedWord]:
    return [
        RecognisedWord(text, (1, 1, 1), 90.0, (index * 100, 0, index * 100 + 90, 30))
        for index, text in enumerate(texts)
    ]


_FAR = [RecognisedWord("第", (1, 1, 1), 90.0, (0, 0, 30, 30)), RecognisedWord("1", (1, 1, 1), 90.0, (50, 0, 60, 30))]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (_words("two", "words"), "two words"),
        (_words("秘密", "情報", "を", "含む"), "秘密情報を含む"),
        (_words("第", "1", "条", "AI", "及び"), "第1条AI及び"),
        (_FAR, "第 1"),
        ([], ""),
    ],
)
def test_words_are_laid_out(words: list[RecognisedWord], text: str) -> None:
    laid_out, boxes = lay_out(words)
    assert laid_out == text
    assert boxes.shape == (len(text), 4)
    assert np.isnan(boxes[:, 0]).tolist() == [character == " " for character in text]


def test_wide_characters_take_twice_the_room() -> None:
    _, boxes = lay_out([RecognisedWord("A甲", (1, 1, 1), 90.0, (0, 0, 90, 30))])
    assert boxes[:, 0].tolist() == [0.0, 30.0]
    assert boxes[:, 2].tolist() == [30.0, 90.0]


def test_confidence_is_weighted_by_characters() -> None:
    words = [RecognisedWord("abc", (1, 1, 1), 90.0, (0, 0, 1, 1)), RecognisedWord("d", (1, 1, 1), 50.0, (0, 0, 1, 1))]
    assert mean_confidence(words) == 80.0
    assert mean_confidence([]) == 0.0


# With Tesseract


@pytest.mark.ocr
def test_english_scan_with_boxes_on_the_words() -> None:
    document = _read(_scanned_pdf(_scan(ENGLISH, "en")), WITH_OCR)
    assert document.text == "\n".join(ENGLISH)
    assert [page.source for page in document.pages] == ["ocr"]
    start = document.text.index("prior")
    (box,) = line_boxes(document, start, start + len("prior written consent"))
    scale = 822 / 2339
    assert box.left == pytest.approx(180 * 595 / 1654, abs=3)
    assert box.bottom < 842 - (260 + 2 * 70 + 20) * scale < box.top


@pytest.mark.ocr
def test_japanese_scan_has_no_spaces_between_characters() -> None:
    document = _read(_scanned_pdf(_scan(JAPANESE, "ja")), WITH_OCR)
    assert document.language == "ja"
    assert "秘密情報の取扱いを定めることを目的とする。" in document.text.replace("\n", "")
    assert "契約締結日から3年間とする。" in document.text
    assert document.boxes is not None
    assert len(document.boxes) == len(document.text)


@pytest.mark.ocr
def test_a_page_scanned_on_its_side_and_pages_that_stay_unread() -> None:
    """One file: words, a turned scan, a picture without words, and a scan beyond the limit of pages."""
    text = [f"{line} of the agreement between the parties hereto" for line in range(5)]
    black = Image.new("L", (300, 400), 0)
    scan = _scan([*ENGLISH, *ENGLISH], "en", turn=90)
    whole = _join(make_pdf(Sheet(text)), _scanned_pdf(scan, black, _scan(ENGLISH, "en")))
    document = _read(whole, dataclasses.replace(WITH_OCR, ocr_max_pages=2))
    assert [(page.source, page.reason) for page in document.pages] == [
        ("text", None),
        ("ocr", None),
        ("unread", "no_words"),
        ("unread", "ocr_limit"),
    ]
    pages = document.text.split("\f")
    assert pages[0] == "\n".join(text)
    assert "shall not assign this Agreement" in pages[1]
    assert pages[2:] == ["", ""]


@pytest.mark.ocr
def test_a_printed_footer_stays_and_the_scan_is_added() -> None:
    footer = "Source: EXAMPLE WIDGETS, INC., 10-K, Exhibit 10.1, 3/4/2001"
    document = _read(_scanned_pdf(_scan(ENGLISH[:1], "en"), footer=footer), WITH_OCR)
    assert document.text == footer + "\n" + ENGLISH[0]
    assert document.pages[0].source == "ocr"


def _join(*pdfs: bytes) -> bytes:
    import pypdfium2 as pdfium

    out = io.BytesIO()
    with pdfium.PdfDocument.new() as whole:
        for pdf in pdfs:
            with pdfium.PdfDocument(pdf) as source:
                whole.import_pages(source)
        whole.save(out)
    return out.getvalue()
