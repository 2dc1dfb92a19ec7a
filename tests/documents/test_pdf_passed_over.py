"""What PDFium passes over in silence is named: strings that it cuts, pages that are not counted (issue 13, 10)."""

from __future__ import annotations

import math

import pytest
from document_files import LIMITS, raw_pdf

from core.documents import read
from core.documents.parsed import Parsed
from core.documents.pdf.pdf_file import read_pdf
from core.errors import DamagedDocument
from core.settings import Settings

_LAW = b"0 -20 Td (This Agreement is governed by the laws of Japan.) Tj ET\n"
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
    b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
)


def _with_contents(contents: list[bytes], counted: int | None = None) -> bytes:
    numbers = range(3, 3 + 2 * len(contents), 2)
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents) if counted is None else counted),
    ]
    for number, words in zip(numbers, contents, strict=True):
        objects += [_PAGE % (number + 1), b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words)]
    return raw_pdf(objects)


def _page(number: int) -> bytes:
    return b"BT /F1 12 Tf 72 700 Td (This is page %d, which has words enough to be read by anybody.) Tj ET" % number


@pytest.mark.parametrize("form", ["literal", "hexadecimal"])
def test_a_string_that_is_cut_leaves_its_page_unread(settings: Settings, form: str) -> None:
    words = b"word " * 8_000
    shown = b"(" + words + b")" if form == "literal" else b"<" + words.hex().encode() + b">"
    content = b"BT /F1 12 Tf 72 700 Td " + shown + b" Tj " + _LAW
    document = read(_with_contents([content, _page(2)]), file_name="a.pdf", settings=settings)
    assert document.unread_pages == (1,)


def test_a_long_page_of_short_strings_is_read(settings: Settings) -> None:
    lines = b"".join(b"0 -2 Td (%s) Tj " % (b"word " * 16) for _ in range(250))
    content = b"BT /F1 6 Tf 72 700 Td " + lines + _LAW
    document = read(_with_contents([content]), file_name="a.pdf", settings=settings)
    assert not document.unread_pages
    assert "laws of Japan" in document.text


def test_ten_pages_under_a_count_of_one(settings: Settings) -> None:
    """One of ten pages was read, and nothing was said of the others."""
    with pytest.raises(DamagedDocument, match="more pages than it counts"):
        read(_with_contents([_page(number) for number in range(10)], 1), file_name="a.pdf", settings=settings)


_FONTS = b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
TREES = {
    "a dictionary in the node": [b"<< /Type /Pages %s /Kids [3 0 R 5 0 R] /Count 1 >>" % _FONTS],
    "a node below that counts right": [
        b"<< /Type /Pages /Kids [7 0 R] /Count 1 >>",
        b"<< /Type /Pages /Parent 2 0 R /Kids [3 0 R 5 0 R] /Count 2 >>",
    ],
    "kids elsewhere": [b"<< /Type /Pages /Kids 7 0 R /Count 1 >>", b"[3 0 R 5 0 R]"],
    "a count elsewhere": [b"<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 7 0 R >>", b"1"],
    "escapes": [b"<< /Type /P#61ges /K#69ds [3 0 R 5 0 R] /C#6funt 1 >>"],
    "no type": [b"<< /Kids [3 0 R 5 0 R] /Count 1 >>"],
    "a remark in the list": [b"<< /Type /Pages /Kids [3 0 R 5 %x\n 0 R] /Count 1 >>"],
}


@pytest.mark.parametrize("name", TREES)
def test_a_page_that_is_not_counted_is_noticed_however_the_tree_is_written(name: str) -> None:
    first, *rest = TREES[name]
    with pytest.raises(DamagedDocument, match="more pages than it counts"):
        _parsed([b"<< /Type /Catalog /Pages 2 0 R >>", first, *_two_pages(), *rest])


@pytest.mark.parametrize("nodes", [[b"<< /Type /Pages /Kids 7 0 R /Count 2 >>", b"[3 0 R 5 0 R]"]])
def test_a_tree_in_an_odd_form_is_read(nodes: list[bytes]) -> None:
    first, *rest = nodes
    assert len(_parsed([b"<< /Type /Catalog /Pages 2 0 R >>", first, *_two_pages(), *rest]).pages) == 2


def test_a_page_of_which_a_part_of_the_contents_is_missing_is_unread() -> None:
    tree = b"<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>"
    page, contents, other, words = _two_pages()
    part = page.replace(b"/Contents 4 0 R", b"/Contents [4 0 R 99 0 R]")
    parsed = _parsed([b"<< /Type /Catalog /Pages 2 0 R >>", tree, part, contents, other, words])
    assert [each.reason for each in parsed.pages] == ["damaged", None]


def _two_pages() -> list[bytes]:
    objects = []
    for number in (4, 6):
        words = _page(number)
        objects += [_PAGE % number, b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words)]
    return objects


def _parsed(objects: list[bytes]) -> Parsed:
    return read_pdf(raw_pdf(objects), LIMITS, deadline=math.inf)


_SET_ON = b"BT /F1 12 Tf 2 5 Td (governed by the laws of New York) Tj ET"
_LOOKS = b"<< /Type /XObject /Subtype /Form /BBox [0 0 300 20] %s /Length %d >>\nstream\n%s\nendstream" % (
    _FONTS, len(_SET_ON), _SET_ON
)  # fmt: skip
_ATTACHED = [
    b"<< /Type /Filespec /F (annex.pdf) /EF << /F 6 0 R >> >>",
    b"<< /Type /EmbeddedFile /Length 3 >>\nstream\nabc\nendstream",
]


def _with_annotation(annotation: bytes, *more: bytes, catalog: bytes = b"") -> Parsed:
    words = _page(1)
    page = (_PAGE % 4)[:-2] + (b"/Annots [<< /Type /Annot /Rect [72 500 372 520] %s >>] >>" % annotation)
    stream = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words)
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return _parsed([b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog, tree, page, stream, *more])


@pytest.mark.parametrize("kind", [b"Square", b"Watermark", b"Highlight", b"Redact", b"Link", b"Stamp", b"Unheard"])
@pytest.mark.parametrize("flags", [4, 5])
def test_words_that_were_set_onto_a_page_are_read(kind: bytes, flags: int) -> None:
    parsed = _with_annotation(b"/Subtype /%s /F %d /AP << /N 5 0 R >>" % (kind, flags), _LOOKS)
    assert "laws of New York" in parsed.text


@pytest.mark.parametrize("kind", [b"Square", b"Stamp", b"FreeText"])
@pytest.mark.parametrize("flags", [2, 32])
def test_words_that_are_not_for_the_screen_are_no_part_of_the_page(kind: bytes, flags: int) -> None:
    parsed = _with_annotation(b"/Subtype /%s /F %d /AP << /N 5 0 R >>" % (kind, flags), _LOOKS)
    assert "New York" not in parsed.text


def test_typed_words_without_looks_are_kept_apart() -> None:
    """Other readers draw them, PDFium does not."""
    parsed = _with_annotation(b"/Subtype /FreeText /F 4 /DA (/Helv 12 Tf) /Contents (the laws of New York)")
    assert "the laws of New York" in parsed.pages[0].unseen


@pytest.mark.parametrize("anew", [b"", b"/NeedAppearances true"])
def test_the_value_of_a_field_is_read_also_without_looks(anew: bytes) -> None:
    """As viewers show it: drawn where the file holds no picture of it, or asks for a new one."""
    field = b"/Subtype /Widget /FT /Tx /T (law) /V (governed by the laws of Nevada) /DA (/F1 12 Tf 0 g)"
    form = b"/AcroForm << /Fields [5 0 R] %s /DA (/F1 12 Tf 0 g) /DR << %s >> >>" % (
        anew,
        _FONTS[len(b"/Resources <<") : -2],
    )
    words = _page(1)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % form,
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (_PAGE % 4)[:-2] + b"/Annots [5 0 R] >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words),
        b"<< /Type /Annot /Rect [72 500 372 520] %s %s >>" % (field, b"/AP << /N 6 0 R >>" if anew else b""),
        _LOOKS,
    ]
    text = _parsed(objects).text
    assert "laws of Nevada" in text
    assert "New York" not in text


NAMES = b"/Names << /EmbeddedFiles << /Names [(annex.pdf) 5 0 R] >> >>"
HOLDING_MORE = {
    "attached": (b"/Subtype /Link", NAMES),
    "a portfolio": (b"/Subtype /Link", b"/Collection << /Type /Collection >> " + NAMES),
    "pinned to a page": (b"/Subtype /FileAttachment /FS 5 0 R", b""),
    "belonging to the document": (b"/Subtype /Link", b"/AF [5 0 R]"),
    "belonging to a part of it": (b"/Subtype /Link", b"/StructTreeRoot << /K << /S /Document /AF 5 0 R >> >>"),
    "a film on a page": (b"/Subtype /RichMedia /RichMediaContent << /Assets << /Names [(a) 5 0 R] >> >>", b""),
    "a form of XML": (b"/Subtype /Link", b"/AcroForm << /Fields [] /XFA 6 0 R >>"),
}


@pytest.mark.parametrize("name", HOLDING_MORE)
def test_what_a_file_holds_beside_its_pages_is_named(name: str) -> None:
    annotation, catalog = HOLDING_MORE[name]
    parsed = _with_annotation(annotation, *_ATTACHED, catalog=catalog)
    assert [page.reason for page in parsed.pages] == [None, "embedded_file"]


@pytest.mark.parametrize("filters", [b"/Foo", b"[/FlateDecode /Foo]", b"[/ASCIIHexDecode/Foo#44]"])
def test_contents_packed_in_an_unknown_way_are_no_empty_page(filters: bytes) -> None:
    objects = _two_pages()
    objects[3] = objects[3].replace(b"/Length", b"/Filter %s /Length" % filters)
    tree = b"<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>"
    with pytest.raises(DamagedDocument):
        _parsed([b"<< /Type /Catalog /Pages 2 0 R >>", tree, *objects])


def test_visible_words_deep_in_forms_are_read() -> None:
    depth, inner = 12, b"BT /F1 12 Tf 72 400 Td (governed by the laws of New York) Tj ET"
    words = _page(1) + b" /X0 Do"
    forms = b"/XObject << /X0 5 0 R >> >>"
    page = (_PAGE % 4).replace(b">> >> >> >>", b">> >> %s >>" % forms)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words),
    ]  # fmt: skip
    for level in range(depth):
        content = inner if level == depth - 1 else b"/X0 Do"
        held = _FONTS if level == depth - 1 else b"/Resources << /XObject << /X0 %d 0 R >> >>" % (6 + level)
        objects.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] %s /Length %d >>\nstream\n%s\nendstream"
            % (held, len(content), content)
        )
    assert "laws of New York" in _parsed(objects).text


def test_as_many_pages_as_are_counted(settings: Settings) -> None:
    assert (
        len(read(_with_contents([_page(number) for number in range(3)]), file_name="a.pdf", settings=settings).pages)
        == 3
    )
