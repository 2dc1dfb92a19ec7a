"""A PDF page's text layer: characters with their boxes, aligned one to one.

PDFium counts characters in its own way: line ends are CR LF, a hyphen at a line's end is U+FFFE and takes the line
end's place, a character beyond the basic plane may be one or two entries, and one without a Unicode value has none.
Here every entry becomes exactly one character of the text, or none.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes, no_boxes

LINE_END_HYPHEN = "\ufffe"
UNMAPPED = "\ufffd"
_SPACE = (9, 10, 13, 32, 0xA0, 0x3000)
_SAMPLE = 200  # characters asked for a mapping error on each page; asking for all costs as much as reading them


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


# The same functions without pypdfium2's argument conversion: a page has thousands of characters.
_char_box = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, *[ctypes.c_void_p] * 4)(
    _address(pdfium_c.FPDFText_GetCharBox)
)
_unicode = ctypes.CFUNCTYPE(ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)(_address(pdfium_c.FPDFText_GetUnicode))


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Text layer of one page. `unmapped` is the share (0-1) of characters whose meaning the font does not tell."""

    text: str
    boxes: Boxes = field(repr=False)
    unmapped: float


@dataclass(frozen=True, slots=True)
class Frame:
    """How a page is shown: its visible box in PDF space and the quarter turns (clockwise) it is turned by."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    @classmethod
    def of(cls, page: Any) -> Frame:
        """The frame of a pypdfium2 page."""
        left, bottom, right, top = page.get_bbox()
        return cls(left, bottom, right, top, page.get_rotation() // 90)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points, as shown."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def shown(self, boxes: NDArray[np.float64]) -> Boxes:
        """Boxes of PDF space (left, bottom, right, top) in points of the page as shown, origin bottom left."""
        left, bottom, right, top = boxes.T
        if self.turns == 1:
            turned = (bottom - self.bottom, self.right - right, top - self.bottom, self.right - left)
        elif self.turns == 2:
            turned = (self.right - right, self.top - top, self.right - left, self.top - bottom)
        elif self.turns == 3:
            turned = (self.top - top, left - self.left, self.top - bottom, right - self.left)
        else:
            turned = (left - self.left, bottom - self.bottom, right - self.left, top - self.bottom)
        return np.stack(turned, axis=1).astype(np.float32)


def read_layer(page: Any, frame: Frame) -> Layer:
    """The text layer of a pypdfium2 page; `LINE_END_HYPHEN` marks hyphens at line ends, `UNMAPPED` unknown characters.

    Raises:
        pdfium.PdfiumError: PDFium cannot read the page's text.
    """
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        if not count:
            return Layer("", no_boxes(0), 0.0)
        handle = _address(textpage.raw)
        codes = _codes(textpage, handle, count)
        codes, entries = _characters(codes)
        text = codes.astype("<u4").tobytes().decode("utf-32-le")
        boxes = frame.shown(_boxes(handle, codes, entries))
        return Layer(text, boxes, _unmapped_share(textpage, codes, entries))
    finally:
        textpage.close()


def _codes(textpage: Any, handle: int, count: int) -> NDArray[np.uint32]:
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    units = pdfium_c.FPDFText_GetText(textpage, 0, count, buffer) - 1
    bulk = np.frombuffer(bytes(buffer), dtype="<u2")[: max(units, 0)].astype(np.uint32)
    if units == count and not ((bulk >= 0xD800) & (bulk < 0xE000)).any():
        return bulk
    # PDFium left entries out or a character takes two units: ask entry by entry.
    codes = np.array([_unicode(handle, index) for index in range(count)], dtype=np.uint32)
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
    base, row = boxes.ctypes.data, boxes.strides[0]
    for index in np.flatnonzero(~np.isin(codes, _SPACE)).tolist():
        at = base + row * index
        # PDFium's order is left, right, bottom, top.
        if not _char_box(handle, int(entries[index]), at, at + 16, at + 8, at + 24):
            boxes[index] = np.nan
    empty = (boxes[:, 2] <= boxes[:, 0]) & (boxes[:, 3] <= boxes[:, 1])
    boxes[empty] = np.nan
    return boxes


def _unmapped_share(textpage: Any, codes: NDArray[np.uint32], entries: NDArray[np.intp]) -> float:
    inked = np.flatnonzero(~np.isin(codes, _SPACE))
    if not len(inked):
        return 0.0
    private = (codes >= 0xE000) & (codes < 0xF900)
    unknown = float((private | (codes == ord(UNMAPPED)))[inked].mean())
    sample = entries[inked[:: max(1, len(inked) // _SAMPLE)]]
    errors = sum(pdfium_c.FPDFText_HasUnicodeMapError(textpage, int(entry)) == 1 for entry in sample)
    return max(unknown, float(errors / len(sample)))


PdfiumError = pdfium.PdfiumError
