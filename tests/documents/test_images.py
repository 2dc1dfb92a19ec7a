"""Pictures as contracts: PNG, JPEG and TIFF read by OCR, refused beyond their limits, and drawn as pages."""

from __future__ import annotations

import dataclasses
import io
import struct
import zlib

import numpy as np
import pytest
from document_files import LIMITS
from PIL import Image, ImageDraw, ImageFont

from core.documents import Document, Limits, kind_of, line_boxes, page_image, read, read_directly
from core.documents.drawing import FOCUS
from core.documents.ocr.tesseract import find_engine
from core.errors import DamagedDocument, EmptyDocument, IngestError, NeedsOcr, NotADocument, TooLarge
from core.settings import Settings
from servers import missing

WITH_OCR = dataclasses.replace(LIMITS, ocr=True, ocr_languages="eng", parse_timeout_s=600)
LINES = ["SUPPLY AGREEMENT", "The Supplier shall not assign this Agreement", "without the consent of the Buyer."]
A4 = pytest.approx((595, 842), abs=2)


def _page(lines: list[str], *, mode: str = "L") -> Image.Image:
    """A4 at 150 dpi."""
    image = Image.new(mode, (1240, 1754), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(32)
    for index, line in enumerate(lines):
        draw.text((140, 200 + index * 70), line, font=font, fill="black")
    return image


def _file(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def _read(data: bytes, limits: Limits = WITH_OCR) -> Document:
    if limits.ocr and find_engine(limits.ocr_languages) is None:
        missing("Tesseract is not installed: apt-get install tesseract-ocr")
    return read_directly(data, file_name="page", limits=limits)


def _words(document: Document) -> str:
    return " ".join(document.text.split())


@pytest.mark.parametrize(
    ("form", "options"),
    [("PNG", {"dpi": (150, 150)}), ("JPEG", {"quality": 85, "dpi": (150, 150)}), ("TIFF", {"compression": "group4"})],
)
def test_each_form_is_read_with_boxes(form: str, options: dict[str, object]) -> None:
    page = _page(LINES).convert("1") if form == "TIFF" else _page(LINES)
    document = _read(_file(page, form, **options))
    assert (document.kind, document.language, document.pictured) == (form.lower(), "en", True)
    assert _words(document) == " ".join(LINES)
    assert [row.source for row in document.pages] == ["ocr"]
    assert (document.pages[0].width, document.pages[0].height) == A4
    start = document.text.index("Supplier")
    (box,) = line_boxes(document, start, start + len("Supplier"))
    assert box.left == pytest.approx((140 + 60) * 72 / 150, abs=8)
    assert box.top == pytest.approx(842 - (200 + 70) * 72 / 150, abs=8)


def test_a_tiff_has_a_page_for_each_frame() -> None:
    frames = [_page(LINES), _page(["ANNEX A", "Fees are due in thirty days."])]
    data = _file(frames[0], "TIFF", save_all=True, append_images=frames[1:], dpi=(150, 150))
    document = _read(data)
    assert len(document.pages) == 2
    second = document.pages[1]
    assert document.text[second.start : second.end].split() == "ANNEX A Fees are due in thirty days.".split()
    with pytest.raises(TooLarge) as caught:
        _read(data, dataclasses.replace(LIMITS, max_pages=1))
    assert caught.value.facts["reason"] == "pages"


def test_a_photograph_stands_upright_as_its_camera_says() -> None:
    turned = _page(LINES, mode="RGB").rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise by a quarter
    for form in ("JPEG", "TIFF"):
        document = _read(_file(turned, form, exif=exif, dpi=(150, 150)))
        assert _words(document) == " ".join(LINES)
        assert (document.pages[0].width, document.pages[0].height) == A4


def test_a_camera_s_resolution_is_no_size_of_paper() -> None:
    document = _read(_file(_page(LINES), "JPEG", quality=90, dpi=(20, 20)))
    assert (document.pages[0].width, document.pages[0].height) == A4


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "CMYK", "I;16"])
def test_other_colours_are_read(mode: str) -> None:
    if mode == "I;16":
        page = Image.fromarray(np.asarray(_page(LINES), np.uint16) * 257)
    elif mode in ("RGBA", "LA"):  # black words on nothing
        grey = _page(LINES)
        page = Image.merge("LA", (Image.new("L", grey.size, 0), Image.eval(grey, lambda value: 255 - value)))
        page = page.convert(mode)
    else:
        page = _page(LINES, mode="RGB").convert(mode)
    form = "TIFF" if mode == "CMYK" else "PNG"
    assert _words(_read(_file(page, form))) == " ".join(LINES)


def test_without_ocr_a_picture_is_refused_and_a_blank_one_is_empty() -> None:
    with pytest.raises(NeedsOcr):
        _read(_file(_page(LINES), "PNG"), LIMITS)
    with pytest.raises(EmptyDocument) as caught:
        _read(_file(_page([]), "PNG"))
    assert caught.value.facts["reason"] == "no_text"


def _png_header(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


WHOLE = _file(_page(LINES), "PNG")
REFUSED: dict[str, tuple[bytes, type[IngestError], str]] = {
    "ten thousand million pixels": (_png_header(100_000, 100_000), TooLarge, "pixels"),
    "a strip without end": (_png_header(1, 60_000), TooLarge, "pixels"),
    "cut off": (WHOLE[: len(WHOLE) // 2], DamagedDocument, "malformed"),
    "only a signature": (WHOLE[:20], DamagedDocument, "malformed"),
    "a TIFF of noise": (b"II*\x00" + bytes(range(256)) * 4, DamagedDocument, "malformed"),
    "another kind": (_file(_page(LINES, mode="RGB"), "WEBP"), NotADocument, "image"),
    "a telephone's own kind": (b"\0\0\0\x18ftypheic" + b"\0" * 40, NotADocument, "image"),
}


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refused(case: str) -> None:
    data, kind, reason = REFUSED[case]
    settings = Settings(_env_file=None, ocr="auto")  # type: ignore[call-arg]
    with pytest.raises(IngestError) as caught:
        read(data, file_name="page.png", settings=settings)
    assert (type(caught.value), caught.value.facts["reason"]) == (kind, reason)


def test_words_that_begin_like_a_picture_are_text() -> None:
    assert kind_of(b"BMW Bank and the Borrower agree.") == "text"
    assert kind_of(b"MM and II are parties.") == "text"


def test_a_page_is_drawn_with_its_marks() -> None:
    data = _file(_page(LINES), "PNG", dpi=(150, 150))
    document = _read(data)
    start = document.text.index("Buyer")
    boxes = line_boxes(document, start, start + 5)
    picture = Image.open(io.BytesIO(page_image(data, document, 1, focus=boxes, width_px=595)))
    assert picture.size == (595, 842)
    pixels = np.array(picture.convert("RGB"))
    rows, columns = np.nonzero((pixels == FOCUS).all(axis=2))
    assert columns.min() == pytest.approx(boxes[0].left, abs=3)
    assert rows.max() == pytest.approx(842 - boxes[0].bottom, abs=3)
