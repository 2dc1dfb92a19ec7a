"""Pictures of kana and kanji to compare a font's letters with, drawn by a Japanese font of this machine.

None comes with PDFium. Where the machine has none either, nothing is drawn, and nothing is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf.letter_vectors import Vectors, vectors_of
from core.documents.pdf.objects import Frame
from core.documents.pdf.pictures import Pictures

KANA, KANJI = (0x3041, 0x30FA), (0x4E00, 0x9FFF)
TELLING = (
    "一二三四五六七八九十百千万億兆壱弐参零半甲乙丙丁戊己上下左右大小中内外前後有無不非未可否要本当各全別同他"
    "東京都道府県市区町村大阪名古屋福岡札幌仙台横浜神戸広島埼玉千葉年月日時分週間円銭金額以超満末迄"
    "売買貸借譲受渡委託請負許諾禁止承認同意解除終了更新延長開始効力期限責任損害賠償免除違約裁判所準拠法米英独仏中韓日国"
    "あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどなにぬねのはばぱひびふぶへべほぼまみむめも"
    "やゆよらりるれろわをんアイウエオカガキギクグケゲコゴサザシジスズセゼソゾタダチツテデトドナニヌネノハバパヒビピフブプ"
    "ヘベペホボポマミムメモヤユヨラリルレロワヲンヴ"
)
"""Letters that change what a contract says; each one is compared with all of these and with all others of its file."""
_FONTS = ((b"HeiseiMin-W3", 6), (b"HeiseiKakuGo-W5", 4))  # names, and whether they have serifs (6) or none (4)
_SIZE, _PLACE, _COLUMNS = 20, 30, 40  # points
_SCALE = 2.0  # pixels a point
_LEAST_KNOWN = 0.9  # share of the telling letters that a Japanese font has


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """Pictures of letters as vectors, their code points, and the logarithm of their width over height."""

    codes: NDArray[np.uint32]
    vectors: Vectors = field(repr=False)
    aspects: NDArray[np.float32] = field(repr=False)

    def joined(self, other: Reference) -> Reference:
        """The letters of both."""
        return Reference(
            np.concatenate([self.codes, other.codes]),
            np.concatenate([self.vectors, other.vectors]),
            np.concatenate([self.aspects, other.aspects]),
        )


def japanese(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which code points are kana or kanji."""
    return np.asarray(((codes >= KANA[0]) & (codes <= KANA[1])) | ((codes >= KANJI[0]) & (codes <= KANJI[1])))


@lru_cache(maxsize=1)
def telling_letters() -> Reference | None:
    """Pictures of the telling letters; None where this machine has no Japanese font."""
    letters = sorted(set(map(ord, TELLING)))
    found = letters_of(letters)
    return found if len(np.unique(found.codes)) >= _LEAST_KNOWN * len(letters) else None


def letters_of(codes: Sequence[int]) -> Reference:
    """Pictures of some letters in each of the fonts."""
    pdf = pdfium.PdfDocument(_sheet(codes))
    page = pdf[0]
    try:
        return _read(page)
    finally:
        page.close()
        pdf.close()


def _read(page: Any) -> Reference:
    textpage = page.get_textpage()
    codes, boxes = [], []
    for index in range(textpage.count_chars()):
        left, bottom, right, top = textpage.get_charbox(index)
        if right > left:
            codes.append(pdfium_c.FPDFText_GetUnicode(textpage, index))
            boxes.append((left, bottom, right, top))
    textpage.close()
    frame = Frame.of(page)
    places: Boxes = frame.shown(np.array(boxes, dtype=np.float64).reshape(-1, 4))
    vectors, kept, _ = vectors_of(Pictures(page, frame, ()).crops(places, _SCALE))
    sizes = places[kept, 2:] - places[kept, :2]
    return Reference(np.array(codes, dtype=np.uint32)[kept], vectors, np.log2(sizes[:, 0] / sizes[:, 1]))


def _sheet(codes: Sequence[int]) -> bytes:
    """A PDF of one page with these letters in each font."""
    rows = -(-len(codes) // _COLUMNS)
    height = _PLACE * (rows * len(_FONTS) + 1)
    content = []
    for number in range(len(_FONTS)):
        content.append(b"BT /F%d %d Tf" % (number, _SIZE))
        for index, code in enumerate(codes):
            x = _PLACE * (index % _COLUMNS) + _PLACE // 3
            y = height - _PLACE * (number * rows + index // _COLUMNS + 1)
            content.append(b"1 0 0 1 %d %d Tm <%04x> Tj" % (x, y, code))
        content.append(b"ET")
    body = b"\n".join(content)
    fonts = b" ".join(b"/F%d %d 0 R" % (number, 5 + 3 * number) for number in range(len(_FONTS)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << %b >> >> >>"
        % (_PLACE * (_COLUMNS + 1), height, fonts),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(body), body),
    ]
    for number, (name, flags) in enumerate(_FONTS):
        objects += [
            b"<< /Type /Font /Subtype /Type0 /BaseFont /%b /Encoding /UniJIS-UCS2-H /DescendantFonts [%d 0 R] >>"
            % (name, 6 + 3 * number),
            b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /%b /DW 1000 /FontDescriptor %d 0 R /CIDSystemInfo"
            b" << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>" % (name, 7 + 3 * number),
            b"<< /Type /FontDescriptor /FontName /%b /Flags %d /FontBBox [-123 -257 1001 910] /ItalicAngle 0"
            b" /Ascent 709 /Descent -241 /CapHeight 709 /StemV 69 >>" % (name, flags),
        ]
    out, places = bytearray(b"%PDF-1.5\n"), []
    for place, held in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (place, held)
    entries = b"".join(b"%010d 00000 n \n" % at for at in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(out) + end % (len(places) + 1, entries, len(places) + 1, len(out))
