"""Fonts, bullets, drawings and boxes of a Word file hold what a reader sees, or are named (issue 13, 1 and 10)."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import reportlab
from document_files import LIMITS
from docx_files import CONTENT_TYPES, make_zip, numbered, p, r, relations
from PIL import Image, ImageDraw, ImageFont

from core.documents import Document, read_directly

LAW = "Governed by the laws of New York."
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
_KEY = "12345678-9ABC-DEF0-1234-56789ABCDEF0"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml"'
    f' xmlns:r="{_OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
)
_BEFORE = p("Confidential information shall be returned within ten days of the request.")


def _read(body: str, *, relation: tuple[str, str] | None = None, **parts: str | bytes) -> Document:
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relations(officeDocument="word/document.xml"),
        "word/document.xml": f"<w:document {_SPACES}><w:body>{_BEFORE}{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(**dict([relation] if relation else [])),
    }
    return read_directly(make_zip(members | parts), file_name="own.docx", limits=LIMITS)


def _reasons(document: Document) -> list[str]:
    return [page.reason for page in document.pages if page.reason is not None]


def _lying(data: bytes, pairs: Sequence[tuple[str, str]]) -> bytes:
    """A font in which the first letter of each pair is drawn as the second, or the other way round."""
    font = bytearray(data)
    tables = {
        font[at : at + 4].decode(): struct.unpack_from(">I", font, at + 8)[0]
        for at in range(12, 12 + 16 * struct.unpack_from(">H", font, 4)[0], 16)
    }
    wide = struct.unpack_from(">h", font, tables["head"] + 50)[0]

    def outline(letter: str) -> slice:
        number = ord(letter) - 29
        ends = struct.unpack_from(">2I" if wide else ">2H", font, tables["loca"] + (4 if wide else 2) * number)
        return slice(*(tables["glyf"] + end * (1 if wide else 2) for end in ends))

    for first, second in pairs:
        small, large = sorted((outline(first), outline(second)), key=lambda place: place.stop - place.start)
        font[large.start : large.start + small.stop - small.start] = font[small]
    return bytes(font)


def _in_font(data: bytes, *, font: str = "Own", text: str = LAW) -> Document:
    mask = bytes.fromhex(_KEY.replace("-", ""))[::-1]
    mixed = bytes(byte ^ mask[place % 16] for place, byte in enumerate(data[:32])) + data[32:]
    return _read(
        p(r(text, f'<w:rFonts w:ascii="{font}" w:hAnsi="{font}"/>')),
        relation=("fontTable", "fontTable.xml"),
        **{
            "word/fontTable.xml": f'<w:fonts {_SPACES}><w:font w:name="Own">'
            f'<w:embedRegular r:id="r0" w:fontKey="{{{_KEY}}}"/></w:font></w:fonts>',
            "word/_rels/fontTable.xml.rels": relations(font="fonts/font1.odttf"),
            "word/fonts/font1.odttf": mixed,
        },
    )


@pytest.mark.parametrize("pairs", [[("N", "D")], [("3", "6")], [("w", "t"), ("Y", "L")]])
def test_words_in_a_font_of_the_file_that_draws_other_letters_are_kept_apart(pairs: list[tuple[str, str]]) -> None:
    document = _in_font(_lying(VERA.read_bytes(), pairs))
    assert LAW not in document.text
    assert document.pages[0].unseen == LAW
    assert _reasons(document) == ["font"]


def test_a_font_of_the_file_that_draws_what_it_says_is_read() -> None:
    document = _in_font(VERA.read_bytes())
    assert LAW in document.text
    assert document.read_in_full
    assert _in_font(_lying(VERA.read_bytes(), [("N", "D")]), font="Arial").read_in_full


def _words(width: int, height: int, text: str) -> bytes:
    image = Image.new("RGB", (width, height), "white")
    ImageDraw.Draw(image).text((5, 5), text, fill="black", font=ImageFont.truetype(str(VERA), 36))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("picture", "size", "reasons"),
    [
        (_words(900, 60, LAW), "width:400pt;height:20pt", ["picture"]),
        (_words(12, 12, ""), "width:9pt;height:9pt", []),
    ],
    ids=["words", "dot"],
)
def test_bullets_that_are_pictures_are_looked_at(picture: bytes, size: str, reasons: list[str]) -> None:
    bullet = f'<w:pict><v:shape style="{size}"><v:imagedata r:id="r0"/></v:shape></w:pict>'
    document = _read(
        p("Fee", properties=numbered(1)),
        relation=("numbering", "numbering.xml"),
        **{
            "word/numbering.xml": f'<w:numbering {_SPACES}><w:numPicBullet w:numPicBulletId="0">{bullet}'
            "</w:numPicBullet></w:numbering>",
            "word/_rels/numbering.xml.rels": relations(image="media/b.png"),
            "word/media/b.png": picture,
        },
    )
    assert _reasons(document) == reasons


def _emf(text: str) -> bytes:
    head = struct.pack("<II32x4s", 1, 108, b" EMF").ljust(108, b"\0")
    letters = text.encode("utf-16-le")
    record = struct.pack("<II28xiiII24x", 84, 76 + len(letters), 10, 20, len(text), 76) + letters
    return head + record + struct.pack("<IIIII", 14, 20, 0, 16, 20)


def _wmf(text: str) -> bytes:
    letters = text.encode() + b"\0" * (len(text) % 2)
    record = struct.pack("<IHH", 3 + 1 + len(letters) // 2 + 2, 0x0521, len(text)) + letters + b"\0" * 4
    return b"\1\0\x09\0" + b"\0" * 14 + record + struct.pack("<IH", 3, 0)


def _svg(text: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text font-size="4">{text}</text></svg>'.encode()


@pytest.mark.parametrize("make", [_emf, _wmf, _svg])
@pytest.mark.parametrize(("text", "reasons"), [(LAW, ["picture"]), ("a = b", [])], ids=["words", "formula"])
def test_narrow_drawings_with_words_are_named(make: Callable[[str], bytes], text: str, reasons: list[str]) -> None:
    inline = (
        f'<w:p><w:r><w:drawing><wp:inline><wp:extent cx="{90 * 12_700}" cy="{12 * 12_700}"/>'
        '<a:blip r:embed="r0"/></wp:inline></w:drawing></w:r></w:p>'
    )
    document = _read(inline, relation=("image", "media/a.bin"), **{"word/media/a.bin": make(text)})
    assert _reasons(document) == reasons


def test_the_drawing_that_is_shown_in_place_of_a_picture_is_looked_at() -> None:
    shown = (
        f'<w:p><w:r><w:drawing><wp:inline><wp:extent cx="{90 * 12_700}" cy="{12 * 12_700}"/><a:blip>'
        '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="r0"/>'
        "</a:blip></wp:inline></w:drawing></w:r></w:p>"
    )
    assert _reasons(_read(shown, relation=("image", "media/a.svg"), **{"word/media/a.svg": _svg(LAW)})) == ["picture"]


@pytest.mark.parametrize("space", ["", ' xmlns="http://www.w3.org/1999/xhtml"'])
def test_words_of_html_in_an_old_box_are_named(space: str) -> None:
    box = f'<v:shape style="width:300pt;height:60pt"><v:textbox><div{space}>{LAW}</div></v:textbox></v:shape>'
    assert _reasons(_read(f"<w:p><w:r><w:pict>{box}</w:pict></w:r></w:p>")) == ["embedded_file"]
