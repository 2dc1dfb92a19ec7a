"""Word files: the text is what a reader sees with all changes accepted, in reading order."""

from __future__ import annotations

import io

import docx
import pytest
from document_files import LIMITS
from docx_files import make_docx, p, r

from core.documents import Document, read, read_directly
from core.settings import Settings

_BOX = "<w:txbxContent>" + p("In a box.") + "</w:txbxContent>"
_BREAK = "<w:r><w:lastRenderedPageBreak/></w:r>"
_ASKED = '<w:r><w:br w:type="page"/></w:r>'
_PICTURE = "<w:r><w:drawing><a:blip/></w:drawing></w:r>"


def _cell(*content: str) -> str:
    return f"<w:tc><w:tcPr/>{''.join(content)}</w:tc>"


def _table(*cells: str) -> str:
    return f"<w:tbl><w:tr>{''.join(cells)}</w:tr></w:tbl>"


def _read(data: bytes) -> Document:
    return read_directly(data, file_name="a.docx", limits=LIMITS)


BODIES = {
    "paragraphs": (p("One.") + p() + p("Two."), "One.\n\nTwo."),
    "runs join": (p("Agree", "ment"), "Agreement"),
    "tab, breaks, hyphens": (
        p(
            "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/></w:r>"
        ),
        "a\tb\nc-d\u00ad",
    ),
    "tracked changes": (
        p(
            "The fee is ",
            '<w:del w:id="1"><w:r><w:delText>5</w:delText></w:r></w:del>',
            f'<w:ins w:id="2">{r("7")}</w:ins>',
            " %.",
        ),
        "The fee is 7 %.",
    ),
    "moved text": (
        p(f"<w:moveFrom>{r('old place')}</w:moveFrom>", f"<w:moveTo>{r('new place')}</w:moveTo>"),
        "new place",
    ),
    "deleted paragraph": (
        p("One.")
        + p('<w:del w:id="1"><w:r><w:delText>Gone.</w:delText></w:r></w:del>', properties="<w:rPr><w:del/></w:rPr>")
        + p("Two."),
        "One.\nTwo.",
    ),
    "deleted paragraph mark": (p("One ", properties="<w:rPr><w:del/></w:rPr>") + p("line."), "One line."),
    "hidden text": (p("Seen", r(" unseen", "<w:vanish/>"), r(" shown", '<w:vanish w:val="0"/>')), "Seen shown"),
    "field": (
        p(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
            "7",
            f'<w:fldSimple w:instr="DATE">{r(" May")}</w:fldSimple>',
        ),
        "7 May",
    ),
    "hyperlink and content control": (
        p(
            f"<w:hyperlink>{r('link ')}</w:hyperlink>",
            f"<w:sdt><w:sdtPr/><w:sdtContent>{r('control')}</w:sdtContent></w:sdt>",
        ),
        "link control",
    ),
    "control around blocks": (f"<w:sdt><w:sdtContent>{p('One.')}{p('Two.')}</w:sdtContent></w:sdt>", "One.\nTwo."),
    "unknown wrapper": (p(f"<w:unheardOf>{r('kept')}</w:unheardOf>"), "kept"),
    "formula": (p("<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"), "x=1"),
    "ruby": (
        p(f"<w:r><w:ruby><w:rt>{r('こう')}</w:rt><w:rubyBase>{r('甲')}</w:rubyBase></w:ruby></w:r>"),
        "甲",
    ),
    "check boxes": (
        p('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:char="F0A8"/><w:sym w:char="F123"/></w:r>'),
        "☑☐\ufffd",
    ),
    "text box, said twice": (
        p(
            "Before. ",
            f"<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{_BOX}</wps:txbx></w:drawing></mc:Choice>"
            f"<mc:Fallback><w:pict><v:textbox>{_BOX}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>",
            "After.",
        ),
        "Before. After.\nIn a box.",
    ),
    "old text box": (p(f"<w:r><w:pict><v:textbox>{_BOX}</v:textbox></w:pict></w:r>", "Words."), "Words.\nIn a box."),
    "table": (
        p("Fees")
        + f"<w:tbl><w:tblPr/><w:tr>{_cell(p('Item'))}{_cell(p('Price'))}</w:tr>"
        + f"<w:tr>{_cell(p('A'), p('B'))}{_cell(p('5'))}</w:tr>"
        + f"<w:sdt><w:sdtContent><w:tr>{_cell(p('C'))}{_cell(p())}</w:tr></w:sdtContent></w:sdt>"
        + "<w:tr><w:trPr><w:del/></w:trPr>"
        + f"{_cell(p('D'))}</w:tr></w:tbl>"
        + p("End"),
        "Fees\nItem\tPrice\nA\nB\t5\nC\t\nEnd",
    ),
    "table in a table": (
        _table(_cell(_table(_cell(p("in"))), p("out"))),
        "in\nout",
    ),
    "page breaks": (
        p("One.") + p(_ASKED) + p(_BREAK, "Two.") + p("still ", _BREAK, "three."),
        "One.\fTwo.\nstill \fthree.",
    ),
    "break before": (p("One.") + p("Two.", properties="<w:pageBreakBefore/>"), "One.\fTwo."),
}


@pytest.mark.parametrize("name", BODIES, ids=str)
def test_body(name: str) -> None:
    body, text = BODIES[name]
    document = _read(make_docx(body))
    assert document.text == text
    assert document.boxes is None
    assert document.kind == "docx"
    assert "\f".join(document.text[page.start : page.end] for page in document.pages) == text


def test_notes_stand_at_the_foot_of_their_page() -> None:
    foot = '<w:footnote w:id="2">' + p("<w:r><w:footnoteRef/></w:r>", "As amended.") + "</w:footnote>"
    end = '<w:endnote w:id="2">' + p("See annex.") + "</w:endnote>"
    body = p("The Act", '<w:r><w:footnoteReference w:id="2"/></w:r>', " applies.") + p(
        _BREAK, "Page two", '<w:r><w:endnoteReference w:id="2"/></w:r>', "."
    )
    document = _read(make_docx(body, footnotes=foot, endnotes=end))
    assert document.text == "The Act[1] applies.\n[1] As amended.\fPage two[e1].\n[e1] See annex."


def test_words_in_pictures_are_not_taken_for_blank_pages() -> None:
    words = "This Agreement is made by the parties named below on the day written."
    document = _read(make_docx(p(words, _PICTURE) + p(_BREAK, _PICTURE, "Fig. 1")))
    assert [(page.source, page.reason) for page in document.pages] == [("text", None), ("unread", "picture")]
    assert document.text == words + "\f"
    assert document.unread_pages == (2,)


def test_embedded_files_are_named_as_unread() -> None:
    document = _read(make_docx(p("Main text.") + "<w:altChunk/>"))
    assert [(page.source, page.reason) for page in document.pages] == [("text", None), ("unread", "embedded_file")]


def test_a_file_of_python_docx_in_a_child_process(settings: Settings) -> None:
    made = docx.Document()
    made.add_heading("秘密保持契約書", 0)
    made.add_paragraph("第1条　甲は、乙の秘密情報を第三者に開示してはならない。")
    made.add_table(1, 2).rows[0].cells[1].text = "印"
    out = io.BytesIO()
    made.save(out)
    document = read(out.getvalue(), file_name="契約.docx", settings=settings)
    assert document.text == "秘密保持契約書\n第1条　甲は、乙の秘密情報を第三者に開示してはならない。\n\t印"
    assert (document.language, len(document.pages), document.pages[0].width) == ("ja", 1, 0.0)


_STYLES = (
    '<w:style w:styleId="Ghost"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'
    '<w:style w:styleId="Child"><w:basedOn w:val="Ghost"/></w:style>'
    '<w:style w:styleId="Head"><w:pPr><w:shd w:fill="1F3864"/></w:pPr>'
    '<w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>'
)
_WHITE = '<w:color w:val="FFFFFF"/>'


@pytest.mark.parametrize(
    ("body", "text", "unseen"),
    [
        (p("Seen.", r(" Not seen.", "<w:vanish/>")), "Seen.", "Not seen."),
        (p("Seen.", r(" Not seen.", _WHITE)), "Seen.", "Not seen."),
        (p("Seen.", r(" Not seen.", '<w:sz w:val="2"/>')), "Seen.", "Not seen."),
        (p("Seen.") + p("Not seen.", properties='<w:pStyle w:val="Child"/>'), "Seen.", "Not seen."),
        (p("Seen.", r(" Seen too.", f'{_WHITE}<w:shd w:fill="000000"/>')), "Seen. Seen too.", ""),
        (p("Seen.", r(" Seen too.", f'{_WHITE}<w:highlight w:val="blue"/>')), "Seen. Seen too.", ""),
        (p("Seen.") + p("Head", properties='<w:pStyle w:val="Head"/>'), "Seen.\nHead", ""),
        (p("Seen.", r(" Seen too.", '<w:color w:val="auto"/>')), "Seen. Seen too.", ""),
        (
            p("Seen.") + _table('<w:tc><w:tcPr><w:shd w:fill="000080"/></w:tcPr>' + p(r("Cell", _WHITE)) + "</w:tc>"),
            "Seen.\nCell",
            "",
        ),
    ],
)
def test_words_that_nobody_sees_are_kept_apart(body: str, text: str, unseen: str) -> None:
    """Issue 13, 1: white words of a Word file gave a verified governing law."""
    document = _read(make_docx(body, styles=_STYLES))
    assert (document.text, document.pages[0].unseen) == (text, unseen)


def test_hidden_words_of_a_footnote_are_kept_apart() -> None:
    foot = f'<w:footnote w:id="2">{p("Of 1999.", r(" Not seen.", _WHITE))}</w:footnote>'
    document = _read(make_docx(p("The Act", '<w:r><w:footnoteReference w:id="2"/></w:r>'), footnotes=foot))
    assert (document.text, document.pages[0].unseen) == ("The Act[1]\n[1] Of 1999.", "Not seen.")


def test_an_embedded_word_object_is_named_as_unread() -> None:
    """Issue 13, 10: it was passed over without a word."""
    office = 'xmlns:o="urn:schemas-microsoft-com:office:office"'
    embedded = f'<w:r><w:object><v:shape/><o:OLEObject {office} ProgID="Word.Document.12"/></w:object></w:r>'
    document = _read(make_docx(p("Main text.", embedded)))
    assert [(page.source, page.reason) for page in document.pages] == [("text", None), ("unread", "embedded_file")]
