"""Does a PDF's font draw the letters that it says? A false table of meanings has New York read for Delaware.

Letters and digits without marks are compared with those of the standard fonts that PDFium brings: once in a document
for each size of box that a letter is drawn in. One that looks like another letter or like a sign (a bullet, a star),
like nothing, or that is one black box, is looked at again, larger and without what is painted beside it, at up to three
places. If it is no better there, all that its font draws on the page is in doubt: no quote of it is verified. So it is
where a letter is as flat as a dash, and where many letters share one place, as of a bullet that says a sentence.

Concessions: capitals count as their small letters (fonts of small capitals), look-alikes (O and 0) as each other,
lettering that is only a little like the standard fonts and text on its side are taken for what they say. Kana and kanji
are compared in `core.documents.pdf.japanese_shapes`, letters of other writings are not.
"""

from __future__ import annotations

import ctypes
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf import plain_calls as calls
from core.documents.pdf.ink import Characters
from core.documents.pdf.japanese_shapes import JapaneseShapes
from core.documents.pdf.letter_vectors import Vectors, boxes_of, vectors_of
from core.documents.pdf.objects import Frame, Outline, TextRun
from core.documents.pdf.pictures import Mask, Pictures

SIGNS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_ALIKE = ("0OoQD", "1lIijtf", "S5s8", "Z2z", "B8", "nhb", "qg9", "VYvy", "Uuv", "ceo", "rn", "6b")
_STANDARD = tuple(
    family + style
    for family, styles in (
        ("Times-", ("Roman", "Bold", "Italic", "BoldItalic")),
        ("Helvetica", ("", "-Bold", "-Oblique")),
        ("Courier", ("", "-Bold")),
    )
    for style in styles
)
_SIZE, _PLACE = 20.0, 30.0  # points: of the standard letters, and from one to the next
_FIRST_LOOK, _SECOND_LOOK = 3.0, 8.0  # pixels a point
_WIDER = (0.12, 0.25)  # of its width by which a letter may reach out of its box: of a font in place of another
_EDGE, _INK = 0.25, 32  # points beside a box's side, and the least ink of a letter that goes on there
_BARS = "1lIij"  # letters that fill their box
_SIGN_FONT = "ZapfDingbats"
_SYMBOLS = re.compile(rb"(?i)dings|^(?:.{6}\+)?symbol|marlett|mt.?extra|bookshelf")
_MARKS = (  # those that are crosses, bars, brackets or figures in circles left out
    *(*range(0x2701, 0x2715), *range(0x2724, 0x274D), *range(0x274F, 0x2758), *range(0x2761, 0x2768)),
    *(*range(0x2794, 0x27BF), 0x25A0, 0x25B2, 0x25BC, 0x25C6, 0x25CF, 0x2605, 0x2660, 0x2663, 0x2665, 0x2666),
)
_LINE, _GAIN = 12.0, 3  # points of a page drawn as one line, and letters that make one more of them worth it
_FLAT = 0.22  # of the size of its font: lower than any letter
_TOGETHER, _HEAPED = 0.6, 4  # share of a letter that the one before it covers, and how many such letters are a heap
_ASPECT = 0.3  # how much a box twice as wide takes from likeness
_LOOKS = 3  # places of a letter that are looked at again
_LEAST_HEIGHT = 2.0  # points; smaller letters have no shape
_UPRIGHT = 0.99  # cosine of the angle by which a letter may be turned
_TABLE = 1 << 20
_FULL_WIDTH = 0xFEE0
_UNKNOWN, _TRUE, _FALSE = 0, 1, 2


class Shapes:
    """The letters of one document that were looked at, by their code and the size of their box."""

    def __init__(self) -> None:
        self._known = np.zeros(_TABLE, dtype=np.uint8)
        self._japanese = JapaneseShapes()

    def false(
        self, page: Any, textpage: Any, characters: Characters, wanted: Mask, frame: Frame, outline: Outline
    ) -> Mask:
        """Which characters are drawn by a font that draws other letters than it says.

        Args:
            page: the pypdfium2 page.
            textpage: its text, where the characters come from.
            characters: all of the page.
            wanted: which of them are seen.
            frame: how the page is shown.
            outline: what the page is made of.
        """
        table = _sign_table()
        every = table[np.minimum(characters.codes, len(table) - 1)]
        latin = (every >= 0) & wanted
        low = characters.boxes[:, 3] - characters.boxes[:, 1] < _LEAST_HEIGHT
        members = np.flatnonzero(latin & ~low)
        signs, boxes = every[members], characters.boxes[members]
        keys = _keys(signs, boxes)
        states = self._known[keys]
        if not states.all():
            new = _on_few_lines(keys, boxes, np.flatnonzero(states == _UNKNOWN))
            pictures = Pictures(page, frame, outline.runs)
            self._known[keys[new]] = _TRUE
            for place in new[_unlike(pictures.crops(boxes[new], _FIRST_LOOK), signs[new], boxes[new], _FIRST)]:
                same = np.flatnonzero(keys == keys[place])[:_LOOKS]
                if self._is_false(
                    pictures, textpage, characters.entries[members[same]], signs[same], boxes[same], frame.turns
                ):
                    self._known[keys[place]] = _FALSE
            states = self._known[keys]
        found = np.zeros(len(characters.text), dtype=bool)
        false = members[states == _FALSE]
        flat = np.flatnonzero(latin & low)
        if len(flat):
            false = np.r_[false, flat[_are_flat(textpage, characters, flat, frame.turns)]]
        false = np.r_[false, self._japanese.false(page, textpage, characters, wanted, frame, outline)]
        if len(false):
            found = _of_their_fonts(outline.runs, textpage, characters, false)
        symbols = {run.address for run in outline.runs if _is_symbols(calls.text_font(run.address))}
        if symbols:
            handle = calls.address(textpage.raw)
            for place in np.flatnonzero(wanted & (every >= 0)).tolist():
                found[place] |= calls.text_object(handle, int(characters.entries[place])) in symbols
        found[_heaped(characters.boxes, np.flatnonzero(wanted & ~np.isnan(characters.boxes[:, 0])))] = True
        return found

    @staticmethod
    def _is_false(
        pictures: Pictures, textpage: Any, entries: NDArray[np.intp], signs: NDArray[np.int8], boxes: Boxes, turns: int
    ) -> bool:
        angles = np.array([pdfium_c.FPDFText_GetCharAngle(textpage, entry) for entry in entries.tolist()])  # clockwise
        if (np.cos(angles + turns * np.pi / 2) < _UPRIGHT).any():
            return False
        for wider in (0.0, *_WIDER):
            ample = boxes.copy()
            ample[:, 2] += wider * (boxes[:, 2] - boxes[:, 0])
            crops = pictures.crops(ample, _SECOND_LOOK, alone=True)
            if len(_unlike(crops, signs, ample, _SURE)) < len(signs):
                return False
            if not wider and not any(_cut(pictures, boxes)):
                return True
        return True


def _is_symbols(font: int) -> bool:
    """Whether a font of signs is not in the file: other readers draw signs where PDFium draws letters."""
    if calls.font_is_embedded(font) == 1:
        return False
    size = calls.font_name(font, None, 0)
    name = ctypes.create_string_buffer(max(size, 1))
    calls.font_name(font, name, size)
    return _SYMBOLS.search(name.value) is not None


def _on_few_lines(keys: NDArray[np.int64], boxes: Boxes, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """One of the places for each key, as many as possible on the same few lines: each line is a picture to draw."""
    numbers, firsts, codes = np.unique(keys[places], return_index=True, return_inverse=True)
    if len(numbers) < _GAIN:
        return places[firsts]
    middles = (boxes[places, 1] + boxes[places, 3]) / 2
    _, lines = np.unique((middles / _LINE).astype(np.int32), return_inverse=True)
    held = np.zeros((lines.max() + 1, len(numbers)), dtype=bool)
    held[lines, codes] = True
    at = np.full(held.shape, -1, dtype=np.intp)
    at[lines[::-1], codes[::-1]] = places[::-1]
    chosen = places[firsts]
    waiting = np.ones(len(numbers), dtype=bool)
    while True:
        gains = np.count_nonzero(held & waiting, axis=1)
        line = int(gains.argmax())
        if gains[line] < _GAIN:
            return chosen
        found = held[line] & waiting
        chosen[found] = at[line, found]
        waiting &= ~found


def _cut(pictures: Pictures, boxes: Boxes) -> list[bool]:
    """Which letters go on beyond the right side of their box."""
    edges = boxes.copy()
    edges[:, 0], edges[:, 2] = boxes[:, 2] - _EDGE, boxes[:, 2] + _EDGE
    crops = pictures.crops(edges, _SECOND_LOOK, alone=True)
    return [bool((crop.min(axis=1, initial=255) >= _INK).any()) for crop in crops]


def _keys(signs: NDArray[np.int8], boxes: Boxes) -> NDArray[np.int64]:
    """A place in the table for each letter of one size."""
    sizes = np.rint((boxes[:, 2:] - boxes[:, :2]) * 100).astype(np.int64)
    mixed = (signs.astype(np.int64) * 7_919 + sizes[:, 0]) * 104_729 + sizes[:, 1]
    return np.asarray((mixed * 2_654_435_761 >> 12) % _TABLE)


def _of_their_fonts(runs: Sequence[TextRun], textpage: Any, characters: Characters, false: NDArray[np.intp]) -> Mask:
    """Which characters are drawn by the font of any of these."""
    handle = calls.address(textpage.raw)
    fonts = {run.address: calls.text_font(run.address) for run in runs}
    owners = np.array([fonts.get(calls.text_object(handle, entry) or 0) or 0 for entry in characters.entries.tolist()])
    chosen = np.isin(owners, owners[false]) & (owners != 0)
    chosen[false] = True
    return np.asarray(chosen)


@dataclass(frozen=True, slots=True)
class _Bounds:
    """How like a letter another one must be (1: the same), how much more so than its own, and how like its own one it
    must be at least to be a letter at all; `solid` is the share of ink that a black box of its size would have."""

    like: float
    liker: float
    least: float
    solid: float


_FIRST, _SURE = _Bounds(0.65, 0.06, 0.35, 0.8), _Bounds(0.75, 0.15, 0.15, 0.93)
_CERTAIN = _Bounds(0.85, 0.25, 0.0, 0.97)


def _unlike(
    crops: Sequence[NDArray[np.uint8]], signs: NDArray[np.int8], boxes: Boxes, bounds: _Bounds
) -> NDArray[np.intp]:
    """Indexes of letters that are like another one or a sign and less like their own and its look-alikes, or like none,
    or nothing but ink."""
    standard = _standard_letters()
    vectors, kept, darkness = vectors_of(crops)
    full = np.flatnonzero((darkness >= bounds.solid) & ~_bars()[signs])
    if not len(kept):
        return full
    sizes = np.maximum(boxes[kept, 2:] - boxes[kept, :2], 0.01)
    aspects = np.log2(sizes[:, 0] / sizes[:, 1])
    shapes = vectors @ standard.vectors.T
    likeness = np.abs(aspects[:, None] - standard.aspects)
    likeness *= -_ASPECT
    likeness += shapes
    best = np.maximum.reduceat(likeness, standard.starts, axis=1)
    alike = _look_alikes()[signs[kept]]
    own = np.where(alike, best, -1).max(axis=1)
    other = np.where(alike, -1, best).max(axis=1)
    another = (other >= bounds.like) & (other - own >= bounds.liker)
    strange = np.flatnonzero(own < bounds.least)
    if len(strange):  # whatever their breadth
        bare = np.maximum.reduceat(shapes[strange], standard.starts, axis=1)
        strange = strange[np.where(alike[strange], bare, -1).max(axis=1) < bounds.least]
    return np.asarray(np.union1d(full, np.r_[kept[another], kept[strange]]))


def draws_others(letters: Sequence[str], pictures: Sequence[NDArray[np.uint8]]) -> bool:
    """Whether some Latin letters and digits are drawn as others, or as none: two, or one beyond doubt.

    Args:
        letters: of `SIGNS`.
        pictures: the ink of each, the darker the higher, without paper around it.
    """
    if not letters:
        return False
    signs = np.array([SIGNS.index(letter) for letter in letters], dtype=np.int8)
    boxes = boxes_of(pictures)
    return len(_unlike(pictures, signs, boxes, _SURE)) > 1 or len(_unlike(pictures, signs, boxes, _CERTAIN)) > 0


@lru_cache(maxsize=1)
def _bars() -> Mask:
    """Which letters a bar is enough for."""
    return np.array([sign in _BARS for sign in SIGNS])


def _are_flat(textpage: Any, characters: Characters, low: NDArray[np.intp], turns: int) -> Mask:
    """Which of some letters are much lower than their font is large."""
    matrix = pdfium_c.FS_MATRIX()
    sizes = (characters.boxes[low, 2:] - characters.boxes[low, :2]).tolist()
    flat = np.zeros(len(low), dtype=bool)
    for index, (entry, size) in enumerate(zip(characters.entries[low].tolist(), sizes, strict=True)):
        if pdfium_c.FPDFText_GetMatrix(textpage, entry, matrix):
            aside = (abs(matrix.c) > abs(matrix.d)) != bool(turns % 2)
            high = pdfium_c.FPDFText_GetFontSize(textpage, entry) * max(abs(matrix.c), abs(matrix.d))
            flat[index] = size[0 if aside else 1] < _FLAT * high
    return flat


def _heaped(boxes: Boxes, inked: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indexes of characters that stand on each other, several in a row: no reader can tell them apart."""
    together = None
    edges = np.ascontiguousarray(boxes[inked].T)
    for low, high in ((edges[0], edges[2]), (edges[1], edges[3])):
        shared = np.minimum(high[1:], high[:-1]) - np.maximum(low[1:], low[:-1])
        sizes = high - low
        near = shared >= np.float32(_TOGETHER) * np.minimum(sizes[1:], sizes[:-1])
        together = near if together is None else together & near
        if np.count_nonzero(together) < _HEAPED:
            return inked[:0]
    ends = np.flatnonzero(np.diff(np.r_[False, together, False]))
    heaps = [np.arange(start, end + 1) for start, end in ends.reshape(-1, 2).tolist() if end - start >= _HEAPED]
    return inked[np.concatenate(heaps)] if heaps else inked[:0]


@lru_cache(maxsize=1)
def _sign_table() -> NDArray[np.int8]:
    """For each code point its place among the letters that are looked at, -1 for others."""
    table = np.full(0x10000, -1, dtype=np.int8)
    for place, sign in enumerate(SIGNS):
        table[[ord(sign), ord(sign) + _FULL_WIDTH]] = place
    return table


@lru_cache(maxsize=1)
def _look_alikes() -> Mask:
    """For each letter which ones it may be taken for; the last column is for signs that are no letters."""
    alike = np.array([[first.lower() == second.lower() for second in SIGNS] + [False] for first in SIGNS])
    for group in _ALIKE:
        for first in group:
            alike[SIGNS.index(first), [SIGNS.index(second) for second in group]] = True
    figures = slice(len(string.digits))
    alike[figures, figures] = np.eye(len(string.digits), dtype=bool)
    return alike


@dataclass(frozen=True, slots=True, eq=False)
class _StandardLetters:
    """Pictures of letters as vectors, where those of each letter start, and the logarithm of width over height."""

    starts: NDArray[np.intp] = field(repr=False)
    vectors: Vectors = field(repr=False)
    aspects: NDArray[np.float32] = field(repr=False)


@lru_cache(maxsize=1)
def _standard_letters() -> _StandardLetters:
    pdf = pdfium.PdfDocument.new()
    try:
        rows = [(name, SIGNS) for name in _STANDARD] + [(_SIGN_FONT, "".join(map(chr, _MARKS)))]
        page = pdf.new_page(_PLACE * (max(len(SIGNS), len(_MARKS)) + 1), _PLACE * (len(rows) + 1))
        for row, (name, signs) in enumerate(rows):
            for column, sign in enumerate(signs):
                text = pdfium_c.FPDFPageObj_NewTextObj(pdf, name.encode(), _SIZE)
                units = (ctypes.c_ushort * 2)(ord(sign), 0)
                pdfium_c.FPDFText_SetText(text, units)
                pdfium_c.FPDFPageObj_Transform(text, 1, 0, 0, 1, _PLACE * (column + 0.5), _PLACE * (row + 0.5))
                pdfium_c.FPDFPage_InsertObject(page, text)
        pdfium_c.FPDFPage_GenerateContent(page)
        return _letters_of(page)
    finally:
        pdf.close()


def _letters_of(page: Any) -> _StandardLetters:
    frame = Frame.of(page)
    textpage = page.get_textpage()
    signs, boxes = [], []
    for index in range(textpage.count_chars()):
        code = pdfium_c.FPDFText_GetUnicode(textpage, index)
        place = len(SIGNS) if code in _MARKS else SIGNS.find(chr(code))
        left, bottom, right, top = textpage.get_charbox(index)
        if place >= 0 and right > left:
            signs.append(place)
            boxes.append((left, bottom, right, top))
    textpage.close()
    places = frame.shown(np.array(boxes, dtype=np.float64))
    vectors, kept, _ = vectors_of(Pictures(page, frame, ()).crops(places, _FIRST_LOOK))
    sizes = places[kept, 2:] - places[kept, :2]
    order = np.argsort(np.array(signs)[kept], kind="stable")
    starts = np.searchsorted(np.array(signs)[kept][order], np.arange(len(SIGNS) + 1))
    return _StandardLetters(starts, vectors[order], np.log2(sizes[:, 0] / sizes[:, 1])[order])
