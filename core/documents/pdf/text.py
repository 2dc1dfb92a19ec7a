"""A PDF page's text layer: characters with their boxes, aligned one to one.

PDFium counts characters in its own way: line ends are CR LF, a hyphen at a line's end is U+FFFE and takes the line
end's place, a character beyond the basic plane may be one or two entries, and one without a Unicode value has none.
Here every entry becomes exactly one character of the text, or none.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes, no_boxes
from core.documents.pdf import plain_calls as calls
from core.documents.pdf.ink import Characters, sights
from core.documents.pdf.objects import Frame, Outline
from core.documents.pdf.pictures import Pixels
from core.documents.pdf.replacements import drop_replacements, letters_of, not_drawn
from core.documents.pdf.shapes import Shapes
from core.documents.pdf.unseen import part

LINE_END_HYPHEN = "\ufffe"
UNMAPPED = "\ufffd"
_SPACE = (9, 10, 13, 32, 0xA0, 0x3000)
_SAMPLE = 200  # characters asked for a mapping error on each page; asking for all costs as much as reading them


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Text layer of one page: the characters that a reader of the page can see.

    `unmapped` is the share (0-1) of characters whose meaning the font does not tell; `pictured` says which characters
    are seen only because a picture shows words there (None: no such); `doubtful` which are drawn by a font that draws
    other letters than it says (None: no such); `unseen` holds the words that no reader sees. `picture` is the page,
    small; it is valid until the next page is drawn.
    """

    text: str
    boxes: Boxes = field(repr=False)
    unmapped: float
    pictured: NDArray[np.bool_] | None = field(default=None, repr=False)
    doubtful: NDArray[np.bool_] | None = field(default=None, repr=False)
    unseen: str = ""
    picture: Pixels | None = field(default=None, repr=False)


def read_layer(page: Any, frame: Frame, outline: Outline, layered: Callable[[], bool], shapes: Shapes) -> Layer:
    """The text layer of a pypdfium2 page; `LINE_END_HYPHEN` marks hyphens at line ends, `UNMAPPED` unknown characters.

    Args:
        page: it is drawn with and without its text; see `core.documents.pdf.ink`.
        frame: how it is shown.
        outline: what it is made of.
        layered: whether the file has layers that can be switched off.
        shapes: the document's letters that were looked at.

    Raises:
        pdfium.PdfiumError: PDFium cannot read the page's text.
    """
    layer = _read(page, frame, outline, layered, shapes)
    replacements = drop_replacements(outline.runs)
    if not replacements:
        return layer
    drawn = _read(page, frame, outline, layered, shapes)
    if letters_of(drawn.text) == letters_of(layer.text):
        return layer
    return replace(drawn, unseen="\n".join(filter(None, (drawn.unseen, not_drawn(replacements, drawn.text)))))


def _read(page: Any, frame: Frame, outline: Outline, layered: Callable[[], bool], shapes: Shapes) -> Layer:
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        if not count:
            return Layer("", no_boxes(0), 0.0)
        handle = calls.address(textpage.raw)
        codes = _codes(textpage, handle, count)
        codes, entries = _characters(codes)
        text = codes.astype("<u4").tobytes().decode("utf-32-le")
        boxes = frame.shown(_boxes(handle, codes, entries))
        unmapped = _unmapped_share(handle, codes, entries)
        characters = Characters(text, codes, entries, boxes)
        sight = sights(page, textpage, characters, frame, outline, layered)
        false = shapes.false(page, textpage, characters, sight.seen & ~sight.pictured, frame, outline)
        parted = part(text, boxes, sight.seen)
        pictured, doubtful = (mask[parted.places] if mask.any() else None for mask in (sight.pictured, false))
        return Layer(parted.text, parted.boxes, unmapped, pictured, doubtful, parted.unseen, sight.picture)
    finally:
        textpage.close()


def _codes(textpage: Any, handle: int, count: int) -> NDArray[np.uint32]:
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    units = pdfium_c.FPDFText_GetText(textpage, 0, count, buffer) - 1
    bulk = np.frombuffer(bytes(buffer), dtype="<u2")[: max(units, 0)].astype(np.uint32)
    if units == count and not ((bulk >= 0xD800) & (bulk < 0xE000)).any():
        return bulk
    # PDFium left entries out or a character takes two units: ask entry by entry.
    codes = np.array([calls.unicode_of(handle, index) for index in range(count)], dtype=np.uint32)
    for index in np.flatnonzero(codes == 2):
        if pdfium_c.FPDFText_IsHyphen(textpage, int(index)) == 1:
            codes[index] = ord(LINE_END_HYPHEN)
    return codes


def _characters(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """Code points of the text and, for each, PDFium's entry that it comes from."""
    codes = codes.copy()
    keep = codes != 13
    high = np.flatnonzero((codes[:-1] >= 0xD800) & (codes[:-1] < 0xDC00) & (codes[1:] >= 0xDC00) & (codes[1:] < 0xE000))
    codes[high] = 0x10000 + ((codes[high] - 0xD800) << 10) + (codes[high + 1] - 0xDC00)
    keep[high + 1] = False
    control = (codes < 32) & (codes != 9) & (codes != 10)
    strange = control | ((codes >= 0xD800) & (codes < 0xE000)) | (codes > 0x10FFFF) | (codes == 0xFFFF)
    codes[strange] = ord(UNMAPPED)
    entries = np.flatnonzero(keep)
    return codes[entries], entries


def _boxes(handle: int, codes: NDArray[np.uint32], entries: NDArray[np.intp]) -> NDArray[np.float64]:
    boxes = np.full((len(codes), 4), np.nan)
    inked = np.flatnonzero(~np.isin(codes, _SPACE))
    left, bottom, right, top = ((boxes.ctypes.data + boxes.strides[0] * inked + 8 * side).tolist() for side in range(4))
    # PDFium's order is left, right, bottom, top.
    found = map(calls.char_box, repeat(handle), entries[inked].tolist(), left, right, bottom, top)
    boxes[inked[~np.fromiter(found, dtype=bool, count=len(inked))]] = np.nan
    empty = (boxes[:, 2] <= boxes[:, 0]) & (boxes[:, 3] <= boxes[:, 1])
    boxes[empty] = np.nan
    return boxes


def _unmapped_share(handle: int, codes: NDArray[np.uint32], entries: NDArray[np.intp]) -> float:
    inked = np.flatnonzero(~np.isin(codes, _SPACE))
    if not len(inked):
        return 0.0
    private = (codes >= 0xE000) & (codes < 0xF900)
    unknown = float((private | (codes == ord(UNMAPPED)))[inked].mean())
    sample = entries[inked[:: max(1, len(inked) // _SAMPLE)]]
    errors = list(map(calls.unicode_error, repeat(handle), sample.tolist())).count(1)
    return max(unknown, float(errors / len(sample)))


PdfiumError = pdfium.PdfiumError
