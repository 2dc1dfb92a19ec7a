"""A font that draws other kana or kanji than it says: no quote of its words is verified (issue 13, 1)."""

from __future__ import annotations

import pytest
from document_files import LIMITS, MINCHO, Sheet, make_pdf, raw_pdf

from core.documents import Document, read_directly
from core.documents.pdf.japanese_letters import TELLING, telling_letters
from core.evidence import locate

pytestmark = pytest.mark.skipif(telling_letters() is None, reason="no Japanese font on this machine")

_BEFORE = "本契約に関する訴えについては、"


def _lying(shown: str, told: str) -> Document:
    """A page that shows one sentence and says another, letter for letter."""
    letters = list(dict.fromkeys(zip(_BEFORE + shown, _BEFORE + told, strict=True)))
    meanings = b" ".join(b"<%04x> <%04x>" % (ord(drawn), ord(said)) for drawn, said in letters)
    table = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange "
        + b"%d beginbfchar " % len(letters)
        + meanings
        + b" endbfchar endcmap end"
    )
    content = b"BT /F1 11 Tf 60 700 Td <" + (_BEFORE + shown).encode("utf-16-be").hex().encode() + b"> Tj ET"
    pdf = raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 800] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
            b"<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H"
            b" /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
            b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /DW 1000 /CIDSystemInfo"
            b" << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>",
            b"<< /Length %d >>\nstream\n" % len(table) + table + b"\nendstream",
        ]
    )
    return read_directly(pdf, file_name="lying.pdf", limits=LIMITS)


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("大阪地方裁判所を管轄とする。", "東京地方裁判所を管轄とする。"),
        ("乙は甲に支払う。", "甲は乙に支払う。"),
        ("三十日以内とする。", "五十日以内とする。"),
        ("一年とする。", "二年とする。"),
        ("責任を負わない。", "責任を負います。"),
        ("更新しない。", "更新しうる。"),
    ],
)
def test_letters_that_are_drawn_as_others_are_in_doubt(shown: str, told: str) -> None:
    document = _lying(shown, told)
    assert told in document.text
    assert locate(document, told).state == "text_layer"
    assert document.doubtful_pages == (1,)


def test_a_font_that_tells_what_it_draws_is_in_no_doubt() -> None:
    told = "甲及び乙は、本契約に基づく権利を第三者に譲渡してはならない。"
    assert _lying(told, told).doubtful_pages == ()


@pytest.mark.parametrize("size", [8.0, 10.5, 16.0])
def test_all_letters_that_are_compared_are_like_themselves(size: float) -> None:
    lines = [TELLING[start : start + 30] for start in range(0, len(TELLING), 30)]
    document = read_directly(make_pdf(Sheet(lines, font=MINCHO, size=size)), file_name="true.pdf", limits=LIMITS)
    assert document.doubtful_pages == ()
    assert document.unseen_pages == ()
