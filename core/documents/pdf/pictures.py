"""Pictures of a PDF page with and without some of its text, and where in a picture a character makes ink.

Pictures are grey and small at first; what shows nothing there is drawn again larger and in colour, the lines only that
hold it. A page with transparency is drawn with an opacity channel: without one PDFium ignores how colours are blended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf.objects import Frame, TextRun, switch_off, switch_on

COARSE, FINE = 1.0, 4.0  # pixels a point: at first, and where that shows nothing
COARSE_CONTRAST, FINE_CONTRAST = 40, 24  # of 255 in any colour, between the page with and without the text
_MAX_PIXELS = 16_000_000
_ACROSS = ((np.arange(4) + 0.5) / 4).astype(np.float32)  # places looked at in a character's box, as shares of its sides
_DOWN = ((np.arange(6) + 0.5) / 6).astype(np.float32)
_FIRST_DOWN = _DOWN[[2, 4]]
_MAX_LINES = 12  # stretches of a page that are drawn large by themselves; of more of them near ones are joined
_MARGIN = 24  # pixels around such a stretch: PDFium leaves out objects whose stated box is beside the picture
_FORMS = {1: pdfium_c.FPDFBitmap_Gray, 3: pdfium_c.FPDFBitmap_BGR, 4: pdfium_c.FPDFBitmap_BGRA}

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Shares = NDArray[np.float32]


class Pictures:
    """Pictures of one page, drawn when first needed; its text objects are switched off and on again for them."""

    def __init__(self, page: Any, frame: Frame, runs: Sequence[TextRun]) -> None:
        self.runs = runs
        self._page = page
        self._blended = bool(pdfium_c.FPDFPage_HasTransparency(page))
        self._width, self._height = frame.size
        self._sharpest = (_MAX_PIXELS / max(1.0, self._width * self._height)) ** 0.5
        self._whole: Pixels | None = None
        self._ground: Pixels | None = None

    def differ(self, first: Sequence[TextRun], second: Sequence[TextRun], boxes: Boxes, wanted: Mask) -> Mask:
        """In which boxes the page without the `first` runs looks different from the page without the `second`.

        Args:
            first: runs that one picture lacks; none for the page as it is.
            second: runs that the other lacks, one at least.
            boxes: of characters, in points of the page as shown.
            wanted: which of the boxes are looked at closely.
        """
        window = self._window(COARSE)
        differs = _differ(self._coarse(window, first, "first"), self._coarse(window, second, "second"), COARSE_CONTRAST)
        shown = self._sampled(differs, boxes)
        weak = np.flatnonzero(~shown & wanted)
        if len(weak):
            shown[weak] = self._measured(window, differs, boxes[weak])
            weak = weak[~shown[weak]]
        if len(weak):
            shown[weak] = self._looked_at_closely(first, second, boxes[weak])
        return shown

    def whole(self) -> Pixels:
        """The page as it is, small, in grey or with colours and opacity; valid until the next page is drawn."""
        return self._coarse(self._window(COARSE), (), "whole")

    def grey(self, scale: float) -> Pixels:
        """The page in grey as it is, at about `scale` pixels a point."""
        return self._grey(self._window(scale))

    def without_text(self, scale: float) -> Pixels:
        """The page in grey without any of its text, at about `scale` pixels a point."""
        with self._without(self.runs):
            return self._grey(self._window(scale))

    def contrast(self, box: NDArray[np.float32], colour: tuple[int, ...]) -> int:
        """How far (of 255) a colour is from the page without text in the middle of a box."""
        if self._ground is None:
            with self._without(self.runs):
                self._ground = self._drawn(self._window(COARSE), colours=3, slot="ground")
        rows, columns = self._ground.shape[:2]
        left, bottom, right, top = box.tolist()
        scale = rows / self._height
        row = min(max(int((self._height - (bottom + top) / 2) * scale), 0), rows - 1)
        column = min(max(int((left + right) / 2 * scale), 0), columns - 1)
        blue, green, red = (int(part) for part in self._ground[row, column, :3])
        return max(abs(red - colour[0]), abs(green - colour[1]), abs(blue - colour[2]))

    def crops(self, boxes: Boxes, scale: float, *, alone: bool = False) -> list[Pixels]:
        """The ink in each box, the darker the higher (0-255), at about `scale` pixels a point.

        Args:
            boxes: in points of the page as shown.
            alone: leave out what is no text, which takes a second picture.
        """
        found = [np.zeros((0, 0), dtype=np.uint8)] * len(boxes)
        lines = self._window(scale).lines(self._height, boxes)
        with self._without(self.runs if alone else ()):
            grounds = [self._grey(window) for window, _ in lines] if alone else []
        for line, (window, members) in enumerate(lines):
            picture = self._grey(window)
            places = window.places(self._height, boxes[members]).tolist()
            for index, (first, begin, last, end) in zip(members.tolist(), places, strict=True):
                part = picture[first:last, begin:end]
                if not alone:
                    found[index] = ~part
                    continue
                ground = grounds[line][first:last, begin:end]
                found[index] = np.maximum(part, ground) - np.minimum(part, ground)
        return found

    def _grey(self, window: PageCrop) -> Pixels:
        picture = self._drawn(window, colours=1)
        return picture if picture.ndim == 2 else picture[:, :, :3].mean(axis=2).astype(np.uint8)

    def _coarse(self, window: PageCrop, off: Sequence[TextRun], slot: str) -> Pixels:
        """The page as it is, kept while others are drawn, or the page without some runs."""
        if off:
            with self._without(off):
                return self._drawn(window, colours=1, slot=slot)
        if self._whole is None:
            self._whole = self._drawn(window, colours=1, slot="whole")
        return self._whole

    @contextmanager
    def _without(self, runs: Sequence[TextRun]) -> Iterator[None]:
        switch_off(runs)
        try:
            yield
        finally:
            switch_on(runs)

    def _window(self, scale: float) -> PageCrop:
        """The whole page at about this scale, not more than memory allows."""
        scale = min(scale, self._sharpest)
        rows, columns = max(1, math.ceil(self._height * scale)), max(1, math.ceil(self._width * scale))
        return PageCrop(rows, columns, 0, 0, rows, columns)

    def _drawn(self, window: PageCrop, *, colours: int, slot: str = "") -> Pixels:
        """The window's picture, grey (1 colour) or blue, green, red; valid until its slot is drawn again."""
        if self._blended:
            colours = 4
        shape = (window.rows, window.columns, colours)
        pixels = _buffer(slot, *shape) if slot else np.empty(shape, dtype=np.uint8)
        _render(self._page, window, pixels)
        return pixels[:, :, 0] if colours == 1 else pixels

    def _looked_at_closely(self, first: Sequence[TextRun], second: Sequence[TextRun], boxes: Boxes) -> Mask:
        """In which boxes large and coloured pictures of the lines that they stand on differ."""
        shown = np.zeros(len(boxes), dtype=bool)
        lines = self._window(FINE).lines(self._height, boxes)
        with self._without(first):
            before = [self._drawn(window, colours=3) for window, _ in lines]
        with self._without(second):
            after = [self._drawn(window, colours=3) for window, _ in lines]
        for (window, members), one_side, other_side in zip(lines, before, after, strict=True):
            differs = _differ(one_side, other_side, FINE_CONTRAST)
            shown[members] = self._measured(window, differs, boxes[members])
        return shown

    def _sampled(self, differs: Mask, boxes: Boxes) -> Mask:
        """Whether a pixel at any of a few places in each box differs: first few places, then more where none did."""
        shown = self._differs_at(differs, boxes, _ACROSS, _FIRST_DOWN)
        weak = np.flatnonzero(~shown)
        if len(weak):
            shown[weak] = self._differs_at(differs, boxes[weak], _ACROSS, _DOWN)
        return shown

    def _differs_at(self, differs: Mask, boxes: Boxes, across: Shares, down: Shares) -> Mask:
        rows, columns = differs.shape
        edges = boxes.T * np.float32(rows / self._height)
        left, right = edges[::2].clip(0, columns - 1)
        bottom, top = edges[1::2].clip(1, rows)
        x = (left + across[:, None] * (right - left)).astype(np.int32)
        y = (rows - top + down[:, None] * (top - bottom)).astype(np.int32)
        y *= columns
        return np.asarray(differs.ravel().take(y[:, None] + x).any(axis=(0, 1)))

    def _measured(self, window: PageCrop, differs: Mask, boxes: Boxes) -> Mask:
        """Whether any pixel in each box differs; `differs` has the window's pixels."""
        shown = np.zeros(len(boxes), dtype=bool)
        if not len(boxes):
            return shown
        for index, (first, begin, last, end) in enumerate(window.places(self._height, boxes).tolist()):
            shown[index] = differs[first:last, begin:end].any()
        return shown


@dataclass(frozen=True, slots=True)
class PageCrop:
    """A part of a page drawn with `page_rows` x `page_columns` pixels: where it begins, and its own size."""

    page_rows: int
    page_columns: int
    top: int
    left: int
    rows: int
    columns: int

    def places(self, height: float, boxes: Boxes) -> NDArray[np.int64]:
        """Pixels of boxes in the window, a row (first row, first column, last row + 1, last column + 1) each.

        Args:
            height: of the page in points.
            boxes: in points of the page as shown.
        """
        scale = self.page_rows / height
        left, bottom, right, top = boxes.T.astype(np.float64)
        rows = np.trunc([(height - top) * scale, (height - bottom) * scale]).astype(np.int64)
        columns = np.trunc([left * scale, right * scale]).astype(np.int64)
        rows[1] += 1
        columns[1] += 1
        rows = np.clip(rows - self.top, 0, self.rows)
        columns = np.clip(columns - self.left, 0, self.columns)
        return np.stack([rows[0], columns[0], rows[1], columns[1]], axis=1)

    def lines(self, height: float, boxes: Boxes) -> list[tuple[PageCrop, NDArray[np.intp]]]:
        """Windows that hold the boxes, one for each stretch of rows that they fill, with the boxes' indexes."""
        places = self.places(height, boxes)
        order = np.argsort(places[:, 0], kind="stable")
        lines = []
        start, reach = 0, -1
        for at, index in enumerate(order.tolist()):
            if at > start and places[index, 0] > reach:
                lines.append(order[start:at])
                start = at
            reach = max(reach, int(places[index, 2]))
        if len(order):
            lines.append(order[start:])
        if len(lines) > _MAX_LINES:
            lines = _joined(lines, places)
        return [(self._around(places[members]), members) for members in lines]

    def _around(self, places: NDArray[np.int64]) -> PageCrop:
        first, begin = (max(0, int(edge) - _MARGIN) for edge in places[:, :2].min(axis=0))
        last, end = (int(edge) + _MARGIN for edge in places[:, 2:].max(axis=0))
        rows, columns = min(last, self.page_rows) - first, min(end, self.page_columns) - begin
        return PageCrop(self.page_rows, self.page_columns, first, begin, max(1, rows), max(1, columns))


def _joined(lines: list[NDArray[np.intp]], places: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """The same lines, those with the least between them taken together."""
    tops = np.array([places[members, 0].min() for members in lines])
    ends = np.array([places[members, 2].max() for members in lines])
    apart = np.sort(np.argsort(tops[1:] - ends[:-1], kind="stable")[1 - _MAX_LINES :]) + 1
    starts = [0, *apart.tolist(), len(lines)]
    return [np.concatenate(lines[first:last]) for first, last in pairwise(starts)]


def _differ(first: Pixels, second: Pixels, contrast: int) -> Mask:
    """Where two pictures are so far apart in any colour; `second` is used up, the result lasts until the next one."""
    rows, columns = first.shape[:2]
    apart = _buffer("apart", rows, columns, first.size // (rows * columns)).reshape(first.shape)
    np.maximum(first, second, out=apart)
    np.minimum(first, second, out=second)
    np.subtract(apart, second, out=apart)
    differs = np.greater_equal(apart, contrast, out=apart.view(np.bool_))
    return differs if differs.ndim == 2 else np.asarray(differs.any(axis=2))


@lru_cache(maxsize=5)
def _buffer(slot: str, rows: int, columns: int, colours: int) -> Pixels:
    """Memory for a picture, the same one for the next page: getting it from the system takes as long as drawing."""
    return np.empty((rows, columns, colours), dtype=np.uint8)


def _render(page: Any, window: PageCrop, pixels: Pixels) -> None:
    """Draw the window on white into `pixels`: grey (1 colour), blue, green, red (3), or these with opacity (4)."""
    rows, columns, colours = pixels.shape
    bitmap = pdfium_c.FPDFBitmap_CreateEx(columns, rows, _FORMS[colours], pixels.ctypes.data, columns * colours)
    if not bitmap:
        raise MemoryError
    try:
        pixels.fill(255)
        place = (-window.left, -window.top, window.page_columns, window.page_rows)
        pdfium_c.FPDF_RenderPageBitmap(bitmap, page, *place, 0, pdfium_c.FPDF_ANNOT)
    finally:
        pdfium_c.FPDFBitmap_Destroy(bitmap)
