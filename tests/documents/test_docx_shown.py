"""What a reader of a Word file sees is read or named as unread; what nobody sees is kept apart."""

from __future__ import annotations

import io
import zipfile

import pytest
from document_files import LIMITS
from docx_files import make_docx, make_zip, p, part, r, relations

from core.documents.docx.docx_file import read_docx
from core.documents.parsed import Parsed

LAW = "governed by the laws of New York"
START = p("This Agreement is made between Acme Inc. and Beta LLC on 1 May 2024, in two originals.")
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"


def _read(body: str, more: dict[str, str] | None = None, **parts: str) -> Parsed:
    data = make_docx(START + body, **parts)
    if more:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        data = make_zip(members | more)
    return read_docx(data, LIMITS)


def _run(properties: str) -> str:
    return p(r(LAW, properties))


def _box(
    attributes: str = "", size: str = "", run: str = "", colour: str = "", fill: str = "", place: str = "0"
) -> str:
    shape = f"<wps:wsp><wps:spPr>{fill}</wps:spPr><wps:txbx><w:txbxContent>{_run(colour)}</w:txbxContent></wps:txbx>"
    return (
        f'<w:p><w:r>{run}<w:drawing><wp:anchor xmlns:wp="{_DRAWING}">'
        f'<wp:positionH relativeFrom="page"><wp:posOffset>{place}</wp:posOffset></wp:positionH>{size}'
        f'<wp:docPr id="1" name="x" {attributes}/><a:graphic>{shape}</wps:wsp></a:graphic></wp:anchor></w:drawing>'
        "</w:r></w:p>"
    )


def _row(row: str, cell: str = "", table: str = "", run: str = "") -> str:
    return (
        f"<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:trPr>{row}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>{_run(run)}"
        "</w:tc></w:tr></w:tbl>"
    )


def _field(*inner: str) -> str:
    marks = [f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end")]
    return f"<w:p>{marks[0]}{inner[0]}{marks[1]}{inner[1]}{marks[2]}</w:p>"


_WHITE, _RED = '<w:color w:val="FFFFFF"/>', '<w:color w:val="FF0000"/>'
_ON_RED = '<w:shd w:val="clear" w:color="auto" w:fill="FF0000"/>'
_W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
_PLAIN_STYLE = '<w:style w:type="table" w:styleId="Plain"><w:tblPr/></w:style>'
_DARK_STYLE = (
    '<w:style w:type="table" w:styleId="Dark"><w:tcPr><w:shd w:val="clear" w:fill="000080"/></w:tcPr></w:style>'
)
HIDDEN = {
    "white by the theme": _run('<w:color w:val="000000" w:themeColor="background1"/>'),
    "black on black": _run('<w:color w:val="000000"/><w:shd w:val="clear" w:color="auto" w:fill="000000"/>'),
    "red on a red paragraph": p(r(LAW, _RED), properties=_ON_RED),
    "red on a red cell": _row("", _ON_RED, run=_RED),
    "black marked in black": _run('<w:highlight w:val="black"/><w:color w:val="000000"/>'),
    "white in a white shade": _run(f'{_WHITE}<w:shd w:val="clear" w:fill="FFFFFF"/>'),
    "white in a table whose style has no shade": _row("", table='<w:tblStyle w:val="Plain"/>', run=_WHITE),
    "a line without height": p(LAW, properties='<w:spacing w:line="1" w:lineRule="exact"/>'),
    "a row without height": _row('<w:trHeight w:val="2" w:hRule="exact"/>'),
    "letters without width": _run('<w:w w:val="1"/>'),
    "letters on each other": _run('<w:spacing w:val="-400"/>'),
    "letters without a fill": _run(f"<w14:textFill {_W14}><w14:noFill/></w14:textFill>"),
    "letters filled with white": _run(
        f'<w14:textFill {_W14}><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>'
    ),
    "a hidden drawing": _box('hidden="1"'),
    "a drawing without size": _box(size='<wp:extent cx="0" cy="100"/>'),
    "a drawing in a hidden run": _box(run="<w:rPr><w:vanish/></w:rPr>"),
    "white in a box that is not filled": _box(colour=_WHITE, fill="<a:noFill/>"),
    "a hidden shape": '<w:p><w:r><w:pict><v:shape style="visibility:hidden"><v:textbox><w:txbxContent>'
    f"{p(LAW)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
    "a field's code": _field(r(LAW), r("1")),
    "an element that Word does not know": f'<zz:new xmlns:zz="urn:zz">{p(LAW)}</zz:new>',
    "letters that are seen through": _run(
        f'<w14:textFill {_W14}><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr>'
        "</w14:solidFill></w14:textFill>"
    ),
    "letters fitted into nothing": _run('<w:fitText w:val="1"/>'),
    "letters far above their line": _run('<w:position w:val="3000"/>'),
    "indented past the sheet": p(LAW, properties='<w:ind w:left="31680"/>'),
    "a frame beside the sheet": p(LAW, properties='<w:framePr w:w="2000" w:x="-20000" w:y="100" w:hAnchor="page"/>'),
    "a table below the sheet": _row("", table='<w:tblpPr w:tblpX="100" w:tblpY="31000"/>'),
    "a drawing beside the sheet": _box(place="-9000000"),
    "a shape beside the sheet": '<w:p><w:r><w:pict><v:shape style="position:absolute;margin-left:-2000pt;width:90pt">'
    f"<v:textbox><w:txbxContent>{p(LAW)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
    "hidden in a formula": f"<w:p><m:oMath><m:r><w:rPr><w:vanish/></w:rPr><m:t>{LAW}</m:t></m:r></m:oMath></w:p>",
    "a formula that keeps its room": '<w:p><m:oMath><m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>'
    f"<m:e><m:r><m:t>{LAW}</m:t></m:r></m:e></m:phant></m:oMath></w:p>",
    "hidden by the usual style": p(LAW, properties='<w:pStyle w:val="Hidden"/>'),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_nobody_sees_is_kept_apart(name: str) -> None:
    styles = f'{_PLAIN_STYLE}<w:style w:type="paragraph" w:styleId="Hidden"><w:rPr><w:vanish/></w:rPr></w:style>'
    read = _read(HIDDEN[name], styles=styles)
    assert LAW not in read.text
    assert LAW in read.pages[0].unseen


def test_the_usual_style_and_a_tables_style_hide_words() -> None:
    hidden = "<w:rPr><w:vanish/></w:rPr>"
    shown = '<w:style w:type="paragraph" w:styleId="Seen"/>'
    usual = f'{shown}<w:style w:type="paragraph" w:default="1" w:styleId="Normal">{hidden}</w:style>'
    seen = p("These words are shown, because their style is another one.", properties='<w:pStyle w:val="Seen"/>')
    assert LAW not in _read(seen + p(LAW), styles=usual).text
    table = f'<w:style w:type="table" w:styleId="T">{hidden}</w:style>'
    assert LAW not in _read(_row("", table='<w:tblStyle w:val="T"/>'), styles=table).text


def test_a_deleted_cell_is_not_read() -> None:
    assert LAW not in _read(_row("", '<w:cellDel w:id="1"/>')).text


_CHOICES = (
    '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>'
    f'<w:listEntry w:val="Delaware"/><w:listEntry w:val="{LAW}"/></w:ddList></w:ffData></w:fldChar></w:r>'
    '<w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
)
_NEW_AND_OLD = (
    '<mc:AlternateContent><mc:Choice {} Requires="zz"><w:r><w:t>{}</w:t></w:r></mc:Choice>'
    "<mc:Fallback><w:r><w:t>{}</w:t></w:r></mc:Fallback></mc:AlternateContent>"
)
SEEN = {
    "a chosen entry of a form": _CHOICES,
    "the fallback of what Word does not know": p(_NEW_AND_OLD.format('xmlns:zz="urn:zz"', "Delaware", LAW)),
    "the choice that Word knows": p(
        _NEW_AND_OLD.format('xmlns:zz="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"', LAW, "x")
    ),
    "the result of a field": _field("<w:r><w:instrText>PAGE</w:instrText></w:r>", r(LAW)),
    "a field that never ends": f'<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>{r(LAW)}</w:p>',
    "white on a coloured cell": _row("", '<w:shd w:val="clear" w:fill="003366"/>', run=_WHITE),
    "white in a table whose style has a shade": _row("", table='<w:tblStyle w:val="Dark"/>', run=_WHITE),
    "white in a filled box": _box(colour=_WHITE, fill='<a:solidFill><a:srgbClr val="003366"/></a:solidFill>'),
    "black by the theme": _run('<w:color w:val="FFFFFF" w:themeColor="text1"/>'),
    "a pattern behind": _run('<w:shd w:val="pct50" w:color="000000" w:fill="FFFFFF"/>'),
    "a drawing on the sheet": _box(place="914400", size='<wp:extent cx="914400" cy="100000"/>'),
    "a framed paragraph on the sheet": p(LAW, properties='<w:framePr w:w="2000" w:x="-300" w:y="100"/>'),
    "a formula": f"<w:p><m:oMath><m:phant><m:e><m:r><m:t>{LAW}</m:t></m:r></m:e></m:phant></m:oMath></w:p>",
    "drawn words": f'<w:p><w:r><w:pict><v:shape><v:textpath string="{LAW}"/></v:shape></w:pict></w:r></w:p>',
}


@pytest.mark.parametrize("name", SEEN)
def test_what_a_reader_sees_is_read(name: str) -> None:
    read = _read(SEEN[name], styles=_DARK_STYLE)
    assert LAW in read.text
    assert not read.pages[0].unseen


def test_a_box_of_a_form_is_read_as_ticked_or_not() -> None:
    box = '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>{}</w:checkBox></w:ffData></w:fldChar></w:r>'
    ticked, open_box = box.format('<w:default w:val="0"/><w:checked/>'), box.format('<w:default w:val="0"/>')
    assert "☑exclusive ☐open" in _read(p(ticked, r("exclusive "), open_box, r("open"))).text


_PICTURE = (
    f'<w:drawing><wp:inline xmlns:wp="{_DRAWING}"><wp:extent cx="{{}}" cy="{{}}"/><a:blip/></wp:inline></w:drawing>'
)
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
UNREAD = {
    "a diagram": (f'<w:drawing><dgm:relIds xmlns:dgm="{_DIAGRAM}"/></w:drawing>', "embedded_file"),
    "a control": ('<w:object><w:control w:name="T"/></w:object>', "embedded_file"),
    "an object that is said to be a formula": (
        '<w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ProgID="EquationWord.1"/></w:object>',
        "embedded_file",
    ),
    "an embedded object": ('<w:object><w:objectEmbed w:progId="Word.Document.12"/></w:object>', "embedded_file"),
    "a picture as large as half a sheet": (_PICTURE.format(6 * 914_400, 5 * 914_400), "picture"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_cannot_be_read_is_named(name: str) -> None:
    drawing, reason = UNREAD[name]
    assert [page.reason for page in _read(p(f"<w:r>{drawing}</w:r>")).pages] == [None, reason]


def test_a_small_picture_is_no_page_of_words() -> None:
    assert len(_read(p(f"<w:r>{_PICTURE.format(914_400, 914_400)}</w:r>")).pages) == 1


def test_a_file_in_a_footnote_is_named() -> None:
    file = '<w:p><w:r><w:object><OLEObject ProgID="Word.Document.12"/></w:object></w:r></w:p>'
    note = f'<w:footnote w:id="2">{file}</w:footnote>'
    read = _read('<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>', footnotes=note)
    assert read.pages[-1].reason == "embedded_file"


def test_headers_and_footers_that_are_shown_are_read() -> None:
    spaces = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    uses = {"header": "default", "footer": "first"}
    references = "".join(
        f'<w:{kind}Reference {spaces} w:type="{use}" r:id="r{number}"/>'
        for number, (kind, use) in enumerate(uses.items())
    )
    more = {
        "word/header.xml": part("hdr", p("Agreement No. 4711 between Acme and Beta")),
        "word/footer.xml": part("ftr", p(LAW)),
        "word/_rels/document.xml.rels": relations(header="header.xml", footer="footer.xml"),
    }
    without, with_first = (
        _read(f"<w:sectPr>{references}</w:sectPr>", more),
        _read(f"<w:sectPr>{references}<w:titlePg/></w:sectPr>", more),
    )
    assert "Agreement No. 4711" in without.text
    assert LAW not in without.text
    assert LAW in with_first.text
