"""Ways in which a PDF hides a word or has it read as another one; none of them may bring it into the text.

Each page shows one sentence about Delaware and holds one about New York that no reader of the page sees.
"""

from __future__ import annotations

import pytest
from document_files import LIMITS, raw_pdf

from core.documents import Document, read_directly

VISIBLE = b"This Agreement is governed by the laws of the State of Delaware."
HIDDEN = b"New York State law governs this Agreement in all respects."
LAST = b"Signed by both parties."
AWAY = b"BT /F1 11 Tf 72 600 Td (" + HIDDEN + b") Tj ET"
OVER = AWAY.replace(b"600", b"700")  # at the place of the visible sentence
HIGHER = AWAY.replace(b"600", b"704")

OFF = b"/OCProperties << /OCGs [7 0 R] /D << /ON [] /OFF [7 0 R] >> >>"
LAYER = b"<< /Type /OCG /Name (Draft) >>"
IMAGE_KEYS = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
FORM_KEYS = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>"
TILE_KEYS = (
    b"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>"
)
TO_WHITE = (
    b"<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Extend [true true]"
    b" /Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> >>"
)
SPOT = b"[/Separation /Spot /DeviceCMYK << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 1] /N 1 >>]"


def _stream(keys: bytes, body: bytes) -> bytes:
    return b"<< " + keys + b" /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"


def _pdf(content: bytes, *objects: bytes, resources: bytes = b"", catalogue: bytes = b"", page: bytes = b"") -> bytes:
    """A page with the visible sentence, `content`, and a last sentence; further objects are numbered from 6."""
    body = (b"BT 0 g /F1 11 Tf 72 700 Td (" + VISIBLE + b") Tj ET\nq\n" + content) + (
        b"\nQ\nBT 0 g /F1 11 Tf 72 500 Td (" + LAST + b") Tj ET"
    )
    fonts = b"/Font << /F1 5 0 R /T3 8 0 R >> "
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R " + catalogue + b" >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << "
            + fonts
            + resources
            + b" >> "
            + page
            + b" >>",
            _stream(b"", body),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            *objects,
        ]
    )


def _form(
    content: bytes, *more: bytes, keys: bytes = FORM_KEYS, before: bytes = b"", after: bytes = b"", **parts: bytes
) -> bytes:
    """A page that draws a form with this content."""
    resources = b"/XObject << /X 6 0 R >> " + parts.pop("resources", b"")
    return _pdf(before + b"/X Do" + after, _stream(keys, content), *more, resources=resources, **parts)


def _tile(words: bytes, painted: bytes) -> bytes:
    return _pdf(b"/Pattern cs /P1 scn " + words, _stream(TILE_KEYS, painted), resources=b"/Pattern << /P1 6 0 R >>")


def _state(words: bytes, state: bytes, *objects: bytes) -> bytes:
    return _pdf(b"/G gs 0 g " + words, *objects, resources=b"/ExtGState << /G << " + state + b" >> >>")


def _masked(words: bytes) -> bytes:
    mask = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /CS /DeviceGray >>"
    black = _stream(mask + b" /Resources << >>", b"0 g 0 0 612 792 re f")
    return _state(words, b"/SMask << /S /Luminosity /G 6 0 R >>", black)


def _layered(content: bytes, *, catalogue: bytes = OFF, first: bytes = b"null") -> bytes:
    properties = b"/Properties << /L 7 0 R /M 6 0 R >>"
    return _pdf(content, first, LAYER, resources=properties, catalogue=catalogue)


def _type3(place: bytes, glyph: bytes) -> bytes:
    """The hidden words in a font whose every letter is drawn by `glyph`."""
    words = b"New York law"
    codes = sorted(set(words))
    meaning = b" ".join(b"<%02x> <%04x>" % (code, code) for code in codes)
    to_unicode = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        + b"%d beginbfchar " % len(codes)
        + meaning
        + b" endbfchar endcmap end"
    )
    names = b" ".join(b"%d /g" % code for code in codes)
    font = (
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 0"
        + (b" /LastChar 255 /Widths [" + b" 600" * 256 + b" ] /Encoding << /Type /Encoding /Differences [" + names)
        + b"] >> /CharProcs << /g 9 0 R >> /Resources << >> /ToUnicode 10 0 R >>"
    )
    content = b"0 g BT /T3 11 Tf " + place + b" Td (" + words + b") Tj ET"
    return _pdf(content, b"null", b"null", font, _stream(b"", glyph), _stream(b"", to_unicode))


NARROW_FORM = FORM_KEYS.replace(b"0 0 612 792", b"0 0 10 10")
MARKED_FORM = FORM_KEYS.replace(b"/Font <<", b"/Properties << /L 7 0 R >> /Font <<")
CLIPPED = b"0 0 10 10 re W n "
PICTURE_LATER = b" q 480 0 0 30 60 590 cm /I Do Q"
WHITE_SQUARE = _stream(b"/Type /XObject /Subtype /Form /BBox [0 0 480 30] /Resources << >>", b"1 g 0 0 480 30 re f")

HIDINGS = {
    "pattern of white tiles": _tile(AWAY, b"1 g 0 0 10 10 re f"),
    "pattern of nothing": _tile(AWAY, b""),
    "pattern of a white shading": _pdf(
        b"/Pattern cs /P1 scn " + AWAY,
        b"<< /Type /Pattern /PatternType 2 /Shading " + TO_WHITE + b" >>",
        resources=b"/Pattern << /P1 6 0 R >>",
    ),
    "image over it": _pdf(AWAY + PICTURE_LATER, _stream(IMAGE_KEYS, b"\xff"), resources=b"/XObject << /I 6 0 R >>"),
    "image in a form over it": _pdf(
        AWAY + b" /X Do",
        _stream(FORM_KEYS.replace(b"/Font <<", b"/XObject << /I 7 0 R >> /Font <<"), PICTURE_LATER),
        _stream(IMAGE_KEYS, b"\xff"),
        resources=b"/XObject << /X 6 0 R >>",
    ),
    "shading over it": _pdf(
        AWAY + b" q 60 590 480 30 re W n /S sh Q", resources=b"/Shading << /S " + TO_WHITE + b" >>"
    ),
    "thick white line over it": _pdf(AWAY + b" 1 G 40 w 60 605 m 540 605 l S"),
    "annotation over it": _pdf(
        AWAY,
        b"<< /Type /Annot /Subtype /Square /Rect [60 590 540 620] /F 4 /AP << /N 7 0 R >> >>",
        WHITE_SQUARE,
        page=b"/Annots [6 0 R]",
    ),
    "no opacity": _state(AWAY, b"/ca 0"),
    "form without opacity": _form(AWAY, before=b"/G gs ", resources=b"/ExtGState << /G << /ca 0 >> >>"),
    "screened away": _state(AWAY, b"/BM /Screen"),
    "lightened away": _state(AWAY, b"/BM /Lighten"),
    "masked": _masked(AWAY),
    "tiny by the page's matrix": _pdf(b".08 0 0 .08 60 560 cm " + AWAY),
    "tiny by the text's matrix": _pdf(AWAY.replace(b"72 600 Td", b".08 0 0 .08 72 600 Tm")),
    "pressed together": _pdf(AWAY.replace(b"72 600 Td", b"1 Tz 72 600 Td")),
    "pressed flat": _pdf(AWAY.replace(b"72 600 Td", b"1 0 0 .01 72 600 Tm")),
    "clipped": _pdf(CLIPPED + AWAY),
    "clipped to nothing": _pdf(b"0 0 10 10 re W n 20 20 10 10 re W n " + AWAY),
    "clipped by text": _pdf(b"BT 7 Tr /F1 11 Tf 72 650 Td (-) Tj ET " + AWAY),
    "outside of its form": _form(AWAY, keys=NARROW_FORM),
    "pale in CMYK": _pdf(b"0.01 0.01 0.02 0 k " + AWAY),
    "no tint of a spot colour": _pdf(b"/CS cs 0 scn " + AWAY, resources=b"/ColorSpace << /CS " + SPOT + b" >>"),
    "white outlines": _pdf(b"1 G " + AWAY.replace(b"BT", b"BT 1 Tr")),
    "white with white outlines": _pdf(b"1 G 1 g " + AWAY.replace(b"BT", b"BT 2 Tr")),
    "form in a layer": _form(AWAY, LAYER, keys=FORM_KEYS + b" /OC 7 0 R", catalogue=OFF),
    "layer in a form": _form(b"/OC /L BDC " + AWAY + b" EMC", LAYER, keys=MARKED_FORM, catalogue=OFF),
    "form among a layer's content": _form(
        AWAY, LAYER, before=b"/OC /L BDC ", after=b" EMC", resources=b"/Properties << /L 7 0 R >>", catalogue=OFF
    ),
    "membership of a layer": _layered(
        b"/OC /M BDC " + AWAY + b" EMC", first=b"<< /Type /OCMD /OCGs [7 0 R] /P /AllOn >>"
    ),
    "all layers off": _layered(
        b"/OC /L BDC " + AWAY + b" EMC", catalogue=b"/OCProperties << /OCGs [7 0 R] /D << /BaseState /OFF >> >>"
    ),
    "mark within a layer": _layered(b"/OC /L BDC /Span << /MCID 0 >> BDC " + AWAY + b" EMC EMC"),
    "letters of nothing": _type3(b"72 600", b"600 0 d0"),
    "letters of no outline": _type3(b"72 600", b"600 0 0 0 600 700 d1"),
    "white letters": _type3(b"72 600", b"600 0 d0 1 g 50 0 500 700 re f"),
    "clipped, over words": _pdf(CLIPPED + OVER),
    "clipped, half a line above words": _pdf(CLIPPED + HIGHER),
    "masked, over words": _masked(OVER),
    "screened away, over words": _state(OVER, b"/BM /Screen"),
    "layer over words": _layered(b"/OC /L BDC " + OVER + b" EMC"),
    "form in a layer over words": _form(OVER, LAYER, keys=FORM_KEYS + b" /OC 7 0 R", catalogue=OFF),
    "form without opacity over words": _form(OVER, before=b"/G gs ", resources=b"/ExtGState << /G << /ca 0 >> >>"),
    "outside of its form, over words": _form(OVER, keys=NARROW_FORM),
    "letters of nothing over words": _type3(b"72 700", b"600 0 d0"),
    "pattern of nothing over words": _tile(OVER, b""),
}


def _read(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="hidden.pdf", limits=LIMITS)


@pytest.mark.parametrize("pdf", HIDINGS.values(), ids=HIDINGS)
def test_hidden_words_are_no_part_of_the_text(pdf: bytes) -> None:
    document = _read(pdf)
    assert document.text.split() == (VISIBLE + b" " + LAST).decode().split()
    assert "New" in document.pages[0].unseen


@pytest.mark.parametrize(
    "pdf",
    [
        _type3(b"72 600", b"600 0 0 0 600 700 d1 50 0 100 700 re 300 0 100 700 re f"),
        _pdf(b"0 g " + AWAY + b" " + AWAY.replace(b"72 600", b"72.3 600")),
        _pdf(b"0 g 0 0 612 792 re W n " + AWAY),
        _state(AWAY, b"/BM /Multiply"),
        _layered(b"/OC /L BDC " + AWAY + b" EMC", catalogue=OFF.replace(b"/OFF [7 0 R]", b"/OFF []")),
        _pdf(b"0 g " + AWAY + b" 0.4 G 66 598 m 520 598 l S 66 610 m 520 610 l S"),
    ],
    ids=["Type 3 font", "printed twice", "clipped to the page", "multiplied", "layer that is on", "between rules"],
)
def test_visible_words_stay(pdf: bytes) -> None:
    document = _read(pdf)
    assert "New York" in document.text
    assert document.unseen_pages == ()


def test_half_of_a_word_that_is_printed_twice_and_clipped_once_is_not_named() -> None:
    """Programs that cut a long page into sheets draw the last line twice, one of them clipped away."""
    document = _read(_pdf(b"q 0 0 612 300 re W n " + AWAY + b" Q 0 g " + AWAY))
    assert "New York State law" in document.text
    assert document.unseen_pages == ()


SHOWN = b"BT /F1 11 Tf 72 600 Td (Delaware law governs this Agreement in all regards.) Tj ET"
REPLACED = b"/Span << /ActualText (" + HIDDEN + b") >> BDC "


@pytest.mark.parametrize(
    "pdf",
    [
        _pdf(REPLACED + SHOWN + b" EMC"),
        _pdf(REPLACED.replace(b"ActualText", b"Actual#54ext") + SHOWN + b" EMC"),
        _pdf(REPLACED + b"/P << /MCID 0 >> BDC " + SHOWN + b" EMC EMC"),
        _form(REPLACED + SHOWN + b" EMC"),
        _pdf(
            b"/Span /P1 BDC " + SHOWN + b" EMC",
            b"<< /ActualText (" + HIDDEN + b") >>",
            resources=b"/Properties << /P1 6 0 R >>",
        ),
    ],
    ids=["span", "name in figures", "around another mark", "in a form", "by name"],
)
def test_words_are_read_as_they_are_drawn_and_not_as_the_file_says(pdf: bytes) -> None:
    """A replacement text was verified that the page shows nowhere."""
    document = _read(pdf)
    assert "Delaware law governs this Agreement in all regards." in document.text
    assert "New York" not in document.text
    assert document.pages[0].unseen == HIDDEN.decode()


def test_a_replacement_that_spells_out_what_is_drawn_is_taken() -> None:
    spelt = b"/Span << /ActualText (agreement) >> BDC (agree-) Tj 0 -13 Td (ment) Tj EMC"
    content = b"BT /F1 11 Tf 72 600 Td (The ) Tj " + spelt + b" ET"
    document = _read(_pdf(content))
    assert "The agreement" in document.text
    assert document.unseen_pages == ()
