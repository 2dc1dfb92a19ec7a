"""Words of a page that are no characters of its text are read by OCR or named as not read, however they are drawn."""

from __future__ import annotations

import math
import time
import zlib
from base64 import a85encode
from dataclasses import replace

import numpy as np
import pytest
from document_files import LIMITS, one_page_pdf, raw_pdf
from PIL import Image, ImageDraw, ImageFont

from core.documents.ocr.engines import ocr_engines
from core.documents.pdf.pdf_file import read_pdf
from core.errors import DamagedDocument

LAW = b"This Agreement is governed by the laws of New York"
_WORDS = (
    b"BT /F1 12 Tf 72 700 Td (This is page one, which has words enough to be read by anybody.) Tj"
    b" 0 -20 Td (Confidential information shall be returned within ten days.) Tj ET\n"
)
_FONT = b"/Font << /F1 5 0 R >>"
_LAW = b"BT /F1 12 Tf 72 400 Td (" + LAW + b") Tj ET"


def _stream(keys: bytes, body: bytes) -> bytes:
    return b"<< " + keys + b" /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"


def _read(content: bytes, *objects: bytes, **named: bytes) -> list[str | None]:
    """Why each page of a file is unread."""
    return [each.reason for each in read_pdf(_pdf(content, *objects, **named), LIMITS, deadline=math.inf).pages]


def _pdf(
    content: bytes,
    *objects: bytes,
    resources: bytes = b"",
    fonts: bytes = b"",
    page: bytes = b"",
    words: bytes = _WORDS,
) -> bytes:
    """A page with two sentences and this; further objects are numbered from 6."""
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R "
        + fonts
        + b" >> "
        + resources
        + b" >> "
        + page
        + b" >>",
        _stream(b"", words + b"q\n" + content + b"\nQ"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    return raw_pdf([*parts, *objects])


def _picture(line: str, *, width: int = 320, height: int = 14, scale: int = 4) -> np.ndarray:
    image = Image.new("L", (width * scale, height * scale), 255)
    ImageDraw.Draw(image).text((scale, 0), line, font=ImageFont.load_default(11 * scale), fill=0)
    return np.array(image)


def _image(pixels: np.ndarray) -> bytes:
    keys = b"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode"
    return _stream(keys + b" /Width %d /Height %d" % pixels.shape[::-1], zlib.compress(pixels.tobytes()))


_LINE = _picture(LAW.decode())
_SMALL = _picture(LAW.decode(), scale=1)
_IMAGE = b"/XObject << /I 6 0 R >>"
_TILE = (
    b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 612 792] /XStep 612 /YStep 792"
    b" /Resources << " + _FONT + b" >>"
)
_TILED = b"/Pattern << /P 6 0 R >>"
_MASK = (
    b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /CS /DeviceGray >>"
    b" /Resources << " + _FONT + b" >>"
)
_GLYPH = b"1000 0 d0 BT /F1 1000 Tf (" + LAW + b") Tj ET"
_DRAWN_LETTER = (
    b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 97"
    b" /LastChar 97 /Widths [1000] /Encoding << /Differences [97 /g] >> /CharProcs << /g 7 0 R >>"
    b" /Resources << " + _FONT + b" >> >>"
)
_DOTS = b"".join(b"%d %d 1 1 re " % (72 + x, 414 - y) for y, x in zip(*np.nonzero(_SMALL < 128), strict=True)) + b"f"
_INLINE = (
    b"q 320 0 0 14 72 400 cm BI /W %d /H %d /CS /G /BPC 8 /F /AHx ID " % _SMALL.shape[::-1]
    + _SMALL.tobytes().hex().encode()
    + b"> EI Q"
)
_STAMP = b"<< /Type /Annot /Rect [72 380 472 400] /Subtype /Stamp /F 4 /AP << /N 7 0 R >> >>"
_STAMPED = b"/Type /XObject /Subtype /Form /BBox [0 0 400 20] /Resources << /XObject << /I 6 0 R >> >>"

SHOWN = {
    "a picture of one line": ((b"320 0 0 14 72 400 cm /I Do", _image(_LINE)), {"resources": _IMAGE}),
    "in letters of eight points": ((b"210 0 0 9 72 400 cm /I Do", _image(_LINE)), {"resources": _IMAGE}),
    "white on black": ((b"320 0 0 14 72 400 cm /I Do", _image(255 - _LINE)), {"resources": _IMAGE}),
    "on its side": ((b"14 0 0 320 72 200 cm /I Do", _image(np.rot90(_LINE).copy())), {"resources": _IMAGE}),
    "a picture in the contents": ((_INLINE,), {}),
    "a picture on a stamp": (
        (b"", _image(_LINE), _stream(_STAMPED, b"320 0 0 14 2 2 cm /I Do")),
        {"page": b"/Annots [" + _STAMP + b"]"},
    ),
    "a pattern": ((b"/Pattern cs /P scn 60 390 400 30 re f", _stream(_TILE, _LAW)), {"resources": _TILED}),
    "a pattern of a line": (
        (b"/Pattern CS /P SCN 30 w 60 400 m 460 400 l S", _stream(_TILE, _LAW)),
        {"resources": _TILED},
    ),
    "a mask": (
        (b"/G gs 0 g 60 390 400 30 re f", _stream(_MASK, b"1 g " + _LAW)),
        {"resources": b"/ExtGState << /G << /SMask << /S /Luminosity /G 6 0 R >> >> >>"},
    ),
    "a letter that is a sentence": (
        (b"BT /T3 12 Tf 72 400 Td (a) Tj ET", _DRAWN_LETTER, _stream(b"", _GLYPH)),
        {"fonts": b"/T3 6 0 R"},
    ),
    "many small squares": ((_DOTS,), {}),
}


@pytest.mark.parametrize("name", SHOWN)
def test_words_that_are_no_characters_are_named(name: str) -> None:
    given, named = SHOWN[name]
    assert _read(*given, **named) == [None, "picture"]


def test_words_in_place_of_a_letter_are_read_by_ocr() -> None:
    """The box of the letter covers the sentence that it draws, so that OCR's words were taken for the layer's."""
    ocr = replace(LIMITS, ocr=True)
    if ocr_engines(ocr.ocr_languages) is None:
        pytest.skip("no OCR on this machine")
    given, named = SHOWN["a letter that is a sentence"]
    parsed = read_pdf(_pdf(*given, **named), ocr, deadline=time.monotonic() + 60)
    assert [page.source for page in parsed.pages] == ["ocr"]
    assert "laws of New York" in parsed.text


_BARS = np.tile(np.repeat(np.array([0, 255, 0, 0, 255, 255], dtype=np.uint8), 3), (40, 30))
NO_WORDS = {
    "nothing": ((b"",), {}),
    "a table": ((b"".join(b"%d 300 m %d 500 l S 72 %d m 540 %d l S " % (x, x, x, x) for x in range(72, 540, 12)),), {}),
    "a bar code": ((b"200 0 0 40 72 400 cm /I Do", _image(np.ascontiguousarray(_BARS))), {"resources": _IMAGE}),
    "a name": ((b"80 0 0 14 72 400 cm /I Do", _image(_picture("ACME Corp", width=80))), {"resources": _IMAGE}),
    "a black picture": ((b"200 0 0 40 72 400 cm /I Do", _image(np.zeros((9, 9), np.uint8))), {"resources": _IMAGE}),
    "dots that lead to a number": ((b"BT /F1 12 Tf 72 400 Td (Term" + b"." * 80 + b"7 [***] $[***]) Tj ET",), {}),
    "a dotted line": ((b"[2] 0 d 1 w 72 400 m 540 400 l S 72 404 m 540 404 l S",), {}),
}


@pytest.mark.parametrize("name", NO_WORDS)
def test_what_is_no_line_of_words_is_not_named(name: str) -> None:
    given, named = NO_WORDS[name]
    assert _read(*given, **named) == [None]


def test_a_signature_is_no_line_of_words() -> None:
    image = Image.new("L", (600, 120), 255)
    points = [(12 * step, 60 + 45 * math.sin(step) * math.cos(step / 5)) for step in range(50)]
    ImageDraw.Draw(image).line(points, fill=0, width=4)
    pixels = np.array(image)
    assert _read(b"200 0 0 40 72 400 cm /I Do", _image(pixels), resources=_IMAGE) == [None]


def test_a_picture_that_cannot_be_drawn_is_named() -> None:
    broken = _stream(b"/Type /XObject /Subtype /Image /Width 9 /Height 9 /Filter /JPXDecode", b"none")
    assert _read(b"400 0 0 150 72 300 cm /I Do", broken, resources=_IMAGE) == [None, "picture"]


def test_a_form_that_the_file_does_not_hold_is_named() -> None:
    assert _read(b"/X Do", resources=b"/XObject << /X 99 0 R >>") == [None, "damaged"]


def test_forms_deeper_than_any_reader_draws_leave_their_page_unread() -> None:
    keys = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X %d 0 R >> >>"
    forms = [_stream(keys % number, b"/X Do") for number in range(7, 52)]
    with pytest.raises(DamagedDocument):
        _read(b"/X Do", *forms, resources=b"/XObject << /X 6 0 R >>")


LAYERED = b"<< /Type /Annot /Rect [72 380 472 400] /Subtype /Stamp /F %d %s /AP << /N 6 0 R >> >>"


@pytest.mark.parametrize(("flags", "layer"), [(4, b"/OC << /Type /OCG /Name (Draft) >>"), (36, b"")])
def test_a_mark_that_not_every_reader_shows_is_named(flags: int, layer: bytes) -> None:
    looks = _stream(_MASK, _LAW)
    assert _read(b"", looks, page=b"/Annots [" + LAYERED % (flags, layer) + b"]") == [None, "layer"]


_LONG = _WORDS + b"% a remark that no reader sees, so that the words stand in the second half" * 9 + b"\n" + _LAW
_TEXT = a85encode(_LONG)
BROKEN = {
    "the end of a text is in its middle": (b"/ASCII85Decode", _TEXT[:500] + b"~>" + _TEXT[500:] + b"~>"),
    "a text without an end": (b"/A85", _TEXT[:500]),
    "packed data in a text": (b"[/ASCII85Decode /FlateDecode]", a85encode(zlib.compress(_LONG)[:-90]) + b"~>"),
    "figures": (b"/ASCIIHexDecode", _LONG.hex().encode()[:800] + b">" + _LONG.hex().encode()[800:] + b">"),
    "runs": (b"/RunLengthDecode", b"\x7f" + _LONG[:128] + b"\x80\x7f" + _LONG[128:256] + b"\x80"),
    "another stream's end": (b"", _WORDS + b"endstream\n" + _LAW),
}


@pytest.mark.parametrize("name", BROKEN)
def test_contents_that_end_too_early_are_refused(name: str) -> None:
    filters, data = BROKEN[name]
    with pytest.raises(DamagedDocument):
        read_pdf(one_page_pdf(data, filtered=b"/Filter " + filters if filters else b""), LIMITS, deadline=math.inf)


@pytest.mark.parametrize(
    ("filters", "data"),
    [
        (b"/ASCII85Decode", _TEXT + b"\n~>\n"),
        (b"[/A85 /Fl]", a85encode(zlib.compress(_LONG)) + b"~>"),
        (b"[/A85 /Fl]", a85encode(zlib.compress(_LONG)[:-4]) + b"~>"),  # some writers leave the checksum out
        (b"/ASCIIHexDecode", _LONG.hex().encode() + b" >"),
        (
            b"/RL",
            b"".join(bytes([len(_LONG[at : at + 99]) - 1]) + _LONG[at : at + 99] for at in range(0, len(_LONG), 99)),
        ),
    ],
)
def test_whole_contents_are_read(filters: bytes, data: bytes) -> None:
    parsed = read_pdf(one_page_pdf(data, filtered=b"/Filter " + filters), LIMITS, deadline=math.inf)
    assert LAW.decode() in parsed.text


@pytest.mark.parametrize("name", [b"Wingdings", b"ABCDEF+Webdings"])
def test_letters_of_a_font_of_signs_that_the_file_lacks_are_in_doubt(name: bytes) -> None:
    """PDFium draws letters in its stead, other readers draw signs."""
    font = b"<< /Type /Font /Subtype /TrueType /BaseFont /%s /FirstChar 32 /LastChar 126 /Widths [%s] >>" % (
        name,
        b"600 " * 95,
    )
    content = b"BT /F1 12 Tf 72 400 Td (governed by the laws of New York) Tj ET"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << " + _FONT + b" >> >>"
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    data = raw_pdf([b"<< /Type /Catalog /Pages 2 0 R >>", tree, page, _stream(b"", content), font])
    assert read_pdf(data, LIMITS, deadline=math.inf).pages[0].doubtful
