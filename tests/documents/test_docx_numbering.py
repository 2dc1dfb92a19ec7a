"""Automatic numbers of Word paragraphs, as Word prints them."""

from __future__ import annotations

import pytest
from document_files import LIMITS
from docx_files import make_docx, numbered, p

from core.documents import read_directly
from core.documents.docx.numerals import numeral


def _level(level: int, number_format: str, text: str, extra: str = "", *, start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def _list(*levels: str, abstract: int = 0) -> str:
    return f'<w:abstractNum w:abstractNumId="{abstract}">{"".join(levels)}</w:abstractNum>'


def _num(list_id: int, abstract: int = 0, override: str = "") -> str:
    return f'<w:num w:numId="{list_id}"><w:abstractNumId w:val="{abstract}"/>{override}</w:num>'


def _text(body: str, numbering: str, styles: str = "") -> str:
    data = make_docx(body, numbering=numbering, styles=styles)
    return read_directly(data, file_name="a.docx", limits=LIMITS).text


ARTICLES = _list(
    _level(0, "decimal", "第%1条", '<w:suff w:val="space"/>'),
    _level(1, "decimalFullWidth", "%2", '<w:suff w:val="nothing"/>'),
    _level(2, "decimalEnclosedCircle", "%3"),
)
LEGAL = _list(
    _level(0, "upperRoman", "Article %1."),
    _level(1, "decimal", "%1.%2", "<w:isLgl/>"),
    _level(2, "lowerLetter", "(%3)"),
)


def test_articles() -> None:
    steps = [(0, "目的"), (1, "項"), (2, "号"), (2, "号"), (1, "項"), (2, "号"), (0, "定義"), (1, "項")]
    body = "".join(p(text, properties=numbered(1, level)) for level, text in steps)
    assert _text(body, ARTICLES + _num(1)).split("\n") == [
        "第1条 目的", "１項", "① 号", "② 号", "２項", "① 号", "第2条 定義", "１項",
    ]  # fmt: skip


def test_legal_numbers_and_skipped_levels() -> None:
    steps = [(0, "a"), (1, "b"), (2, "c"), (0, "d"), (2, "e"), (1, "f")]
    body = "".join(p(text, properties=numbered(1, level)) for level, text in steps)
    assert _text(body, LEGAL + _num(1)).split("\n") == [
        "Article I. a", "1.1 b", "(a) c", "Article II. d", "(a) e", "2.2 f",
    ]  # fmt: skip


def test_lists_of_one_definition_count_together_unless_one_starts_anew() -> None:
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering = _list(_level(0, "decimal", "%1.")) + _num(1) + _num(2) + _num(3, override=override)
    body = "".join(p("x", properties=numbered(list_id)) for list_id in (1, 2, 3, 3, 1))
    assert _text(body, numbering) == "1. x\n2. x\n1. x\n2. x\n3. x"


def test_style_numbers_and_a_paragraph_that_takes_none() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="H"><w:basedOn w:val="Base"/></w:style>'
    )
    styled = '<w:pStyle w:val="H"/>'
    body = p("a", properties=styled) + p("b", properties=styled + numbered(0)) + p("c", properties=styled)
    assert _text(body, _list(_level(0, "decimal", "%1.")) + _num(1), styles) == "1. a\nb\n2. c"


def test_number_goes_with_the_first_word_over_a_page_break() -> None:
    body = p("a", properties=numbered(1)) + p("<w:r><w:lastRenderedPageBreak/></w:r>", "b", properties=numbered(1))
    assert _text(body, _list(_level(0, "bullet", "\uf0b7")) + _num(1)) == "• a\f• b"


def test_deleted_paragraph_takes_no_number() -> None:
    gone = p("<w:del><w:r><w:delText>x</w:delText></w:r></w:del>", properties=numbered(1) + "<w:rPr><w:del/></w:rPr>")
    body = p("a", properties=numbered(1)) + gone + p("b", properties=numbered(1))
    assert _text(body, _list(_level(0, "decimal", "%1.")) + _num(1)) == "1. a\n2. b"


@pytest.mark.parametrize(
    ("number_format", "expected"),
    [
        ("decimal", ["1", "4", "10", "23"]),
        ("decimalZero", ["01", "04", "10", "23"]),
        ("upperRoman", ["I", "IV", "X", "XXIII"]),
        ("lowerLetter", ["a", "d", "j", "w"]),
        ("ordinal", ["1st", "4th", "10th", "23rd"]),
        ("decimalFullWidth", ["１", "４", "１０", "２３"]),
        ("decimalEnclosedCircle", ["①", "④", "⑩", "㉓"]),
        ("decimalEnclosedParen", ["⑴", "⑷", "⑽", "(23)"]),
        ("aiueoFullWidth", ["ア", "エ", "コ", "ヌ"]),
        ("aiueo", ["ｱ", "ｴ", "ｺ", "ﾇ"]),
        ("irohaFullWidth", ["イ", "ニ", "ヌ", "ム"]),
        ("japaneseCounting", ["一", "四", "十", "二十三"]),
        ("japaneseLegal", ["壱", "四", "壱拾", "弐拾参"]),
        ("ideographDigital", ["一", "四", "一〇", "二三"]),
        ("ideographTraditional", ["甲", "丁", "癸", "丙"]),
        ("none", ["", "", "", ""]),
        ("someNewFormat", ["1", "4", "10", "23"]),
    ],
)
def test_numerals(number_format: str, expected: list[str]) -> None:
    assert [numeral(count, number_format) for count in (1, 4, 10, 23)] == expected


@pytest.mark.parametrize(("count", "expected"), [(26, "z"), (27, "aa"), (28, "bb"), (53, "aaa"), (0, "0")])
def test_letters_repeat(count: int, expected: str) -> None:
    assert numeral(count, "lowerLetter") == expected
