"""Words of a Word file that stand in pictures, data, codes of fields or odd fonts are read or named as not read."""

from __future__ import annotations

import io
import zipfile

import pytest
from document_files import LIMITS
from docx_files import make_docx, make_zip, p, part, r, relations
from PIL import Image, ImageDraw, ImageFont

from core.documents.docx.docx_file import read_docx
from core.documents.parsed import Parsed
from core.errors import DamagedDocument

LAW = "governed by the laws of New York"
START = p("This Agreement is made between Acme Inc. and Beta LLC on 1 May 2024, in two originals.")
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_INCH = 914_400
Members = dict[str, str | bytes]


def _read(body: str, more: Members | None = None, targets: dict[str, tuple[str, str]] | None = None) -> Parsed:
    """The file as read; `targets` are parts of the body by the ids of their relationships: kind and name."""
    data = make_docx(START + body)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members: Members = {name: archive.read(name) for name in archive.namelist()}
    if targets:
        members["word/_rels/document.xml.rels"] = _relations(targets)
    return read_docx(make_zip(members | (more or {})), LIMITS)


def _relations(targets: dict[str, tuple[str, str]]) -> str:
    rows = [relations(**{kind: name}).replace('"r0"', f'"{key}"') for key, (kind, name) in targets.items()]
    inner = "".join(row[row.index("<Relationship ") : row.index("</Relationships>")] for row in rows)
    return rows[0][: rows[0].index("<Relationship ")] + inner + "</Relationships>"


def _reasons(parsed: Parsed) -> list[str | None]:
    return [page.reason for page in parsed.pages]


def _picture(words: str, kind: str = "PNG") -> bytes:
    image = Image.new("L", (1300, 56), 255)
    ImageDraw.Draw(image).text((4, 2), words, font=ImageFont.load_default(40), fill=0)
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()


def _drawn(width: float = 4.4, height: float = 0.2, refers: str = "embed") -> str:
    return (
        f'<w:r><w:drawing><wp:inline xmlns:wp="{_DRAWING}"><wp:extent cx="{int(width * _INCH)}"'
        f' cy="{int(height * _INCH)}"/><a:graphic><a:blip {_R} r:{refers}="rI"/></a:graphic></wp:inline>'
        "</w:drawing></w:r>"
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "TIFF", "BMP"])
def test_a_picture_of_one_line_is_named(kind: str) -> None:
    read = _read(
        p(_drawn()), {"word/media/i": _picture(f"This Agreement is {LAW}", kind)}, {"rI": ("image", "media/i")}
    )
    assert _reasons(read) == [None, "picture"]


@pytest.mark.parametrize(("words", "width", "height"), [("ACME", 4.4, 0.2), (LAW, 0.3, 0.01)])
def test_a_name_or_a_speck_is_not(words: str, width: float, height: float) -> None:
    read = _read(p(_drawn(width, height)), {"word/media/i": _picture(words)}, {"rI": ("image", "media/i")})
    assert _reasons(read) == [None]


@pytest.mark.parametrize("data", [b"\x01\x00\x00\x00" + bytes(200), b"<svg/>", _picture(LAW)[:200]])
@pytest.mark.parametrize(("width", "reasons"), [(4.4, [None, "picture"]), (0.5, [None])])
def test_a_broad_picture_that_cannot_be_looked_into_is_named(
    data: bytes, width: float, reasons: list[str | None]
) -> None:
    assert _reasons(_read(p(_drawn(width)), {"word/media/i": data}, {"rI": ("image", "media/i")})) == reasons


@pytest.mark.parametrize("refers", ["link", "embed"])
def test_a_picture_that_is_not_in_the_file_is_named(refers: str) -> None:
    assert _reasons(_read(p(_drawn(refers=refers)))) == [None, "picture"]


def test_a_picture_in_a_header_and_behind_a_shape_is_named() -> None:
    more = {
        "word/h.xml": part("hdr", p(_drawn())),
        "word/media/i": _picture(f"This Agreement is {LAW}"),
        "word/_rels/h.xml.rels": _relations({"rI": ("image", "media/i")}),
    }
    section = f'<w:sectPr><w:headerReference {_R} w:type="default" r:id="rH"/></w:sectPr>'
    assert _reasons(_read(section, more, {"rH": ("header", "h.xml")})) == [None, "picture"]
    behind = f'<w:pict><v:rect style="width:320pt;height:14pt"><v:fill {_R} r:id="rI"/></v:rect></w:pict>'
    assert _reasons(_read(p(f"<w:r>{behind}</w:r>"), more, {"rI": ("image", "media/i")})) == [None, "picture"]


def test_a_picture_behind_the_pages_is_named() -> None:
    fill = f'<w:background><v:background><v:fill {_R} r:id="rI" type="frame"/></v:background></w:background>'
    main = part("document", f"{fill}<w:body>{START}</w:body>")
    more: Members = {"word/document.xml": main, "word/media/i": _picture(f"This Agreement is {LAW}")}
    assert _reasons(_read("", more, {"rI": ("image", "media/i")})) == [None, "picture"]


_OBJECT = (
    '<w:r><w:object><v:shape style="width:320pt;height:14pt"/><o:OLEObject'
    f' xmlns:o="urn:schemas-microsoft-com:office:office" {_R} ProgID="{{}}" r:id="rO"/></w:object></w:r>'
)
_NATIVE = "Equation Native".encode("utf-16-le")


@pytest.mark.parametrize("name", ["Equation.3", "equation.DSMT4", "Word.Document.12"])
@pytest.mark.parametrize("data", [_NATIVE, b"another document"])
def test_an_object_is_a_formula_when_it_holds_one(name: str, data: bytes) -> None:
    read = _read(p(_OBJECT.format(name)), {"word/o.bin": data}, {"rO": ("oleObject", "o.bin")})
    formula = name.lower().startswith("equation") and data == _NATIVE
    assert _reasons(read) == ([None] if formula else [None, "embedded_file"])


_DATA = "urn:data"


def _bound(words: str, kind: str = "", stored: str = LAW) -> Parsed:
    binding = f'<w:dataBinding w:prefixMappings="xmlns:n=\'{_DATA}\'" w:xpath="/n:root/n:law" w:storeItemID="{{A}}"/>'
    control = f"<w:sdt><w:sdtPr>{kind}{binding}</w:sdtPr><w:sdtContent>{p(words)}</w:sdtContent></w:sdt>"
    more = {
        "customXml/item1.xml": f'<root xmlns="{_DATA}"><law>{stored}</law></root>',
        "customXml/props1.xml": '<d:datastoreItem d:itemID="{a}" xmlns:d="urn:d"/>',
        "customXml/_rels/item1.xml.rels": _relations({"r1": ("customXmlProps", "props1.xml")}),
    }
    return _read(control, dict(more), {"rX": ("customXml", "../customXml/item1.xml")})


def test_words_that_are_bound_to_data_are_read_as_the_data_say() -> None:
    read = _bound("governed by the laws of Delaware")
    assert LAW in read.text
    assert "Delaware" not in read.text
    assert "Delaware" in read.pages[0].unseen
    assert LAW in _bound(LAW).text
    assert not _bound(LAW).pages[0].unseen


def test_bound_words_that_cannot_be_told_are_named() -> None:
    assert _reasons(_bound("1 May 2024", "<w:date/>", "2025-06-01")) == [None, "bound_data"]
    assert _reasons(_bound("1 May 2024", '<w:date w:fullDate="2024-05-01T00:00:00Z"/>', "2024-05-01")) == [None]
    entry = '<w:dropDownList><w:listItem w:value="x" w:displayText="Delaware"/></w:dropDownList>'
    assert _reasons(_bound("Delaware", entry, "x")) == [None]
    assert "Delaware" in _bound("Nevada", entry, "x").text


def _field(code: str, result: str = "") -> str:
    marks = [f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")]
    return p(f"{marks[0]}<w:r><w:instrText>{code}</w:instrText></w:r>{marks[1]}{result}{marks[2]}")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (f"MACROBUTTON NoMacro {LAW}", LAW),
        (r'EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(かぶしき),株式)会社', "株式会社"),
        (r"EQ \o\ac(○,印)", "○印"),
        ("PAGE", ""),
    ],
)
def test_words_of_a_fields_code_that_are_shown(code: str, shown: str) -> None:
    assert _read(_field(code)).text.splitlines()[1:] == ([shown] if shown else [])


def test_a_field_that_brings_words_from_elsewhere_and_has_none_is_named() -> None:
    assert _reasons(_read(_field("INCLUDETEXT annex.docx"))) == [None, "embedded_file"]
    assert _reasons(_read(_field("INCLUDETEXT annex.docx", r(LAW)))) == [None]
    assert _reasons(_read(p('<w:fldSimple w:instr="AUTOTEXT law"/>'))) == [None, "embedded_file"]


@pytest.mark.parametrize(
    "body",
    [
        p(r(LAW, '<w:sz w:val="0"/>')),
        p(LAW, properties='<w:spacing w:line="0" w:lineRule="exact"/>'),
    ],
)
def test_words_without_a_size_are_neither_read_nor_passed_over(body: str) -> None:
    """Readers differ: some show them, some do not."""
    read = _read(body)
    assert LAW in read.pages[0].unseen
    assert LAW not in read.text
    assert _reasons(read) == [None, "no_size"]


def test_words_in_a_font_of_signs_are_not_read() -> None:
    signs = '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>'
    read = _read(p(r(LAW, signs), r("q", signs)))
    assert read.text.splitlines()[1:] == ["q"]
    assert LAW in read.pages[0].unseen


def test_many_signs_without_a_meaning_are_named() -> None:
    private = "".join(chr(0xF000 + ord(sign)) for sign in LAW)
    assert _reasons(_read(p(private))) == [None, "unmapped"]
    assert _reasons(_read(p("\uf0b7 one") + p("\uf0b7 two"))) == [None]


def test_a_remark_in_the_file_ends_no_words() -> None:
    assert LAW in _read(f"<w:p><w:r><w:t>It is <!-- x -->{LAW}</w:t></w:r></w:p>").text


def test_ink_and_notes_that_are_not_there_are_named() -> None:
    assert _reasons(_read(p(f'<w:r><w:contentPart {_R} r:id="rI"/></w:r>'))) == [None, "embedded_file"]
    assert _reasons(_read(p('<w:r><w:footnoteReference w:id="9"/></w:r>'))) == [None, "damaged"]


def test_two_members_whose_names_differ_in_case_are_refused() -> None:
    with pytest.raises(DamagedDocument):
        _read(p("x"), {"Word/Document.xml": part("document", f"<w:body>{p(LAW)}</w:body>")})
