"""Does a PDF's font draw the kana and kanji that it says? A false table of meanings has 東京 read for 大阪.

Each is compared, once for each size of box, with the same letter of this machine's Japanese fonts, with letters that
change what a contract says, and with all others of its file. One that is much more like another is looked at again,
larger and without what is painted beside it, at up to three places.

Concessions: without a Japanese font on the machine nothing is compared; nor are letters that differ by their size or
by a dot, rare letters that the fonts lack, text on its side, and those of which the machine's fonts are too different.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf.ink import Characters
from core.documents.pdf.japanese_letters import KANA, Reference, japanese, letters_of, telling_letters
from core.documents.pdf.letter_vectors import Vectors, boxes_of, vectors_of
from core.documents.pdf.objects import Frame, Outline
from core.documents.pdf.pictures import Mask, Pictures

_FIRST_LOOK, _SECOND_LOOK = 3.0, 8.0  # pixels a point
_LOOKS = 3  # places of a letter that are looked at again
_LEAST_SIZE = 3.0  # points; smaller letters have no shape
_BAR, _NO_BAR = 1.5, 1.0  # logarithms of length over breadth: of a bar, and at most of a letter that is none
_UPRIGHT = 0.99  # cosine of the angle by which a letter may be turned
_ASPECT = 0.3  # how much a box twice as wide takes from likeness
_LIKE = 0.5  # how like another letter one must be
_FIRST, _SURE = (0.12, 0.6), (0.15, 0.45)  # by how much more than its own, and how much of what lacks there is left
_CERTAIN = (0.35, 0.35)
_STRANGE = 0.0  # likeness to its own letter below which it is none
_ALIKE = (
    *("りリ", "へヘ", "べベ", "ぺペ", "ロ口囗", "カ力", "ニ二", "エ工", "タ夕", "ハ八", "ト卜", "ミ三", "チ千", "一ノ"),
    *(
        "ぁあ",
        "ぃい",
        "ぅう",
        "ぇえ",
        "ぉお",
        "っつ",
        "ゃや",
        "ゅゆ",
        "ょよ",
        "ゎわ",
        "ァア",
        "ィイ",
        "ゥウ",
        "ェエ",
        "ォオ",
    ),
    *(
        "ッツ",
        "ャヤ",
        "ュユコ",
        "ョヨヲ",
        "ヮワ",
        "ヵカ力",
        "ヶケ",
        "士土",
        "未末",
        "日曰目",
        "己已巳",
        "タダ夕",
        "シツ",
        "ソン",
    ),
)
_TABLE = 1 << 20
_UNKNOWN, _TRUE, _FALSE = 0, 1, 2


class JapaneseShapes:
    """The kana and kanji of one document that were looked at, by their code and the size of their box."""

    def __init__(self) -> None:
        self._known = np.zeros(_TABLE, dtype=np.uint8)
        self._reference: Reference | None = None

    def false(
        self, page: Any, textpage: Any, characters: Characters, wanted: Mask, frame: Frame, outline: Outline
    ) -> NDArray[np.intp]:
        """Indexes of the characters that are drawn as other letters.

        Args:
            page: the pypdfium2 page.
            textpage: its text, where the characters come from.
            characters: all of the page.
            wanted: which of them are seen.
            frame: how the page is shown.
            outline: what the page is made of.
        """
        if characters.codes.max(initial=0) < KANA[0]:
            return np.zeros(0, dtype=np.intp)
        large = (characters.boxes[:, 2:] - characters.boxes[:, :2]).max(axis=1) >= _LEAST_SIZE
        members = np.flatnonzero(japanese(characters.codes) & wanted & large)
        if not len(members) or telling_letters() is None:
            return members[:0]
        codes, boxes = characters.codes[members], characters.boxes[members]
        keys = _keys(codes, boxes)
        new = np.flatnonzero(self._known[keys] == _UNKNOWN)
        if len(new):
            new = new[np.unique(keys[new], return_index=True)[1]]
            reference = self._with(codes)
            pictures = Pictures(page, frame, outline.runs)
            self._known[keys[new]] = _TRUE
            suspects = _unlike(pictures.crops(boxes[new], _FIRST_LOOK), codes[new], boxes[new], reference, _FIRST)
            for place in new[suspects]:
                same = np.flatnonzero(keys == keys[place])[:_LOOKS]
                entries = characters.entries[members[same]]
                if _upright(textpage, entries, frame.turns):
                    crops = pictures.crops(boxes[same], _SECOND_LOOK, alone=True)
                    if len(_unlike(crops, codes[same], boxes[same], reference, _SURE)) == len(same):
                        self._known[keys[place]] = _FALSE
        return np.asarray(members[self._known[keys] == _FALSE])

    def _with(self, codes: NDArray[np.uint32]) -> Reference:
        """Letters to compare with: those of the pages so far, too."""
        held = self._reference or telling_letters()
        lacking = np.setdiff1d(codes, held.codes) if held is not None else np.unique(codes)
        if len(lacking) or held is None:
            more = letters_of(lacking.tolist())
            held = more if held is None else held.joined(more)
        self._reference = held
        return held


def draws_others(letters: Sequence[str], pictures: Sequence[NDArray[np.uint8]]) -> bool:
    """Whether some letters of `TELLING` are drawn as others: two, or one beyond doubt.

    Args:
        letters: kana and kanji.
        pictures: the ink of each, the darker the higher, without paper around it.
    """
    reference = telling_letters()
    if reference is None or not letters:
        return False
    codes = np.array([ord(letter) for letter in letters], dtype=np.uint32)
    boxes = boxes_of(pictures)
    sure, certain = (len(_unlike(pictures, codes, boxes, reference, bounds)) for bounds in (_SURE, _CERTAIN))
    return sure > 1 or certain > 0


def _upright(textpage: Any, entries: NDArray[np.intp], turns: int) -> bool:
    angles = np.array([pdfium_c.FPDFText_GetCharAngle(textpage, entry) for entry in entries.tolist()])  # clockwise
    return bool((np.cos(angles + turns * np.pi / 2) >= _UPRIGHT).all())


def _keys(codes: NDArray[np.uint32], boxes: Boxes) -> NDArray[np.int64]:
    """A place in the table for each letter of one size."""
    sizes = np.rint((boxes[:, 2:] - boxes[:, :2]) * 50).astype(np.int64)
    mixed = (codes.astype(np.int64) * 7_919 + sizes[:, 0]) * 104_729 + sizes[:, 1]
    return np.asarray((mixed * 2_654_435_761 >> 12) % _TABLE)


def _unlike(
    crops: Sequence[NDArray[np.uint8]],
    codes: NDArray[np.uint32],
    boxes: Boxes,
    reference: Reference,
    bounds: tuple[float, float],
) -> NDArray[np.intp]:
    """Indexes of letters that are like another one and less so like their own, or like nothing."""
    bars = _are_bars(codes, boxes, reference)
    vectors, kept, _ = vectors_of(crops)
    if not len(kept):
        return bars
    likeness = _likeness(vectors, boxes[kept], reference)
    own, other = np.full(len(kept), np.nan), np.empty(len(kept))
    for row, code in enumerate(codes[kept].tolist()):
        alike = np.isin(reference.codes, _look_alikes(code))
        itself = reference.codes == code
        own[row] = likeness[row, itself].max() if itself.any() else np.nan
        other[row] = likeness[row, ~alike].max()
    liker, left = bounds
    with np.errstate(invalid="ignore"):  # letters that the machine's fonts lack are like what they say
        another = (other >= _LIKE) & (other - own >= liker) & (1 - other <= left * (1 - own))
        strange = (own < _STRANGE) & (_aspects(boxes[kept]) < _BAR)
        return np.union1d(bars, kept[another | strange])


def _are_bars(codes: NDArray[np.uint32], boxes: Boxes, reference: Reference) -> NDArray[np.intp]:
    """Indexes of letters that are as flat as a 一 and should not be."""
    flat = np.flatnonzero(_aspects(boxes) >= _BAR)
    own = [reference.aspects[reference.codes == code] for code in codes[flat].tolist()]
    apart = [bool(len(known) and known.max() < _NO_BAR) for known in own]
    return np.asarray(flat[np.array(apart, dtype=bool)])


def _aspects(boxes: Boxes) -> NDArray[np.float32]:
    sizes = np.maximum(boxes[:, 2:] - boxes[:, :2], 0.01)
    return np.asarray(np.log2(sizes[:, 0] / sizes[:, 1]))


def _likeness(vectors: Vectors, boxes: Boxes, reference: Reference) -> NDArray[np.float32]:
    apart = np.abs(_aspects(boxes)[:, None] - reference.aspects)
    return np.asarray(vectors @ reference.vectors.T - _ASPECT * apart)


@lru_cache(maxsize=4_096)
def _look_alikes(code: int) -> tuple[int, ...]:
    """The letter itself, others of nearly the same shape, and those with other dots."""
    bare = unicodedata.normalize("NFD", chr(code))[0]
    letters = [chr(code), *(other for group in _ALIKE if chr(code) in group for other in group)]
    dotted = [unicodedata.normalize("NFC", bare + dots) for dots in ("", "\u3099", "\u309a")]
    return tuple(ord(letter) for letter in dict.fromkeys((*letters, *dotted)) if len(letter) == 1)
