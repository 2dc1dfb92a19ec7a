"""What a PDF page is made of, in the order of painting: text runs with their style, and what may lie over them."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf import plain_calls as calls

PALE = 170  # of 255: text paler than this in every colour channel, or less opaque, may not show on white paper

WHITE = 245  # of 255: a ground of this colour is paper
THIN = 2.0  # points: rules and underlines cover nothing
MANY_SEGMENTS = 1_000  # of drawn paths: text turned into outlines has about twenty a letter, a ruled table has few
FEW_SEGMENTS = 100
_MAX_DEPTH = 40  # forms in forms; PDFium draws no more
_LONGEST_MARK = 64
_ANY_SIZE = 12.0
_BLACK = (0, 0, 0, 255)
# A page has many runs: memory of their own for each colour's channels would cost as much as asking for them.
_CHANNELS = (ctypes.c_uint * 4)()
_CHANNEL_PLACES = tuple(ctypes.addressof(_CHANNELS) + 4 * channel for channel in range(4))
_WITH_IMAGES = (pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_FORM)
_NO_INK = (pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium_c.FPDF_TEXTRENDERMODE_CLIP)


Points = NDArray[np.float32]

LONGEST_STRING = 16_383
"""PDFium cuts a string at 32,767 bytes without a word, which are half as many characters of two bytes."""


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


class TextRun(NamedTuple):
    """A text object, by its address. `order` is its place in painting, `colour` red, green, blue and opacity (0-255);
    `ink` is whether its mode lets it make any."""

    address: int
    order: int
    mode: int
    colour: tuple[int, int, int, int]
    ink: bool

    @property
    def pale(self) -> bool:
        """Whether it may not show on white paper."""
        return _is_pale(self.colour)

    def draws(self, code: int) -> bool:
        """Whether its font is in the file, or is replaced by one of this machine that has this code point."""
        font = calls.text_font(self.address)
        if calls.font_is_embedded(font) == 1:
            return True
        outline = calls.glyph_outline(font, code, _ANY_SIZE)
        return bool(outline) and calls.outline_segments(outline) > 0

    @property
    def conditional(self) -> bool:
        """Whether blending, a mask or a layer may keep it from being seen."""
        return bool(calls.has_transparency(self.address)) or any(
            _mark_name(self.address, index) == "OC" for index in range(calls.mark_count(self.address))
        )


def switch_off(runs: Sequence[TextRun]) -> None:
    """Let runs make no ink until `switch_on`."""
    addresses = [run.address for run in runs if run.ink]
    deque(map(calls.set_text_mode, addresses, repeat(pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE)), maxlen=0)


def switch_on(runs: Sequence[TextRun]) -> None:
    """Let runs make ink as the file says."""
    deque(map(calls.set_text_mode, [run.address for run in runs], [run.mode for run in runs]), maxlen=0)


def _is_pale(colour: tuple[int, int, int, int]) -> bool:
    red, green, blue, opacity = colour
    return opacity < PALE or (red > PALE and green > PALE and blue > PALE)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A page's text runs, and what is painted beside them: boxes (points of the page as shown) and orders of fills and
    images, and which of these are white. `too_deep`: forms in forms of which PDFium draws no more."""

    runs: tuple[TextRun, ...]
    cover_boxes: Boxes = field(repr=False)
    cover_orders: NDArray[np.intp] = field(repr=False)
    cover_white: NDArray[np.bool_] = field(repr=False)
    image_boxes: Boxes = field(repr=False)
    segments: int
    too_deep: bool = False

    @property
    def dark(self) -> bool:
        """Whether all text makes ink that shows on white paper."""
        styles = {(run.ink, run.colour) for run in self.runs}  # few, of many runs
        return all(ink and not _is_pale(colour) for ink, colour in styles)

    def coloured(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Which characters may stand on another ground than white paper, or be painted over."""
        first = self.runs[0].order if self.runs else 0
        covers = self.cover_boxes[~self.cover_white | (self.cover_orders >= first)]
        risky = np.zeros(len(boxes), dtype=bool)
        x, y = _middles(boxes) if len(covers) else (risky, risky)
        for box in covers.tolist():
            risky |= _under(x, y, box)
        return risky

    @property
    def shows_pictures(self) -> bool:
        """Whether words may be in images or in outlines."""
        return len(self.image_boxes) > 0 or self.segments >= MANY_SEGMENTS

    @property
    def may_be_drawn_words(self) -> bool:
        """Whether there is more than text and a few rules."""
        return len(self.image_boxes) > 0 or self.segments >= FEW_SEGMENTS

    def share(self, frame: Frame) -> float:
        """Share of the page that images cover; strips of one scan add up, images on each other count once at most."""
        width, height = frame.size
        clipped = np.clip(self.image_boxes, 0.0, np.array([width, height, width, height], dtype=np.float32))
        areas = (clipped[:, 2] - clipped[:, 0]) * (clipped[:, 3] - clipped[:, 1])
        return min(1.0, float(areas.sum()) / (width * height)) if width * height > 0 else 0.0

    def covered(self, boxes: Boxes, owners: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which characters lie, with their middle, under something painted later.

        Args:
            boxes: of the characters.
            owners: index of each one's run, -1 where it is unknown.
        """
        orders = np.array([run.order for run in self.runs] + [0], dtype=np.intp)[owners]
        under = np.zeros(len(boxes), dtype=bool)
        x, y = _middles(boxes)
        for box, order in zip(self.cover_boxes.tolist(), self.cover_orders.tolist(), strict=True):
            under |= (orders <= order) & _under(x, y, box)
        return under


def _middles(boxes: Boxes) -> tuple[Points, Points]:
    twice = boxes[:, :2] + boxes[:, 2:]
    x, y = (twice / np.float32(2)).astype(np.float32).T
    return x, y


def _under(x: Points, y: Points, cover: list[float]) -> NDArray[np.bool_]:
    """Which points lie in a cover's box."""
    left, bottom, right, top = cover
    return np.asarray((x >= left) & (x <= right) & (y >= bottom) & (y <= top))


def outline_of(page: Any, frame: Frame) -> Outline:
    """The outline of a pypdfium2 page, what stands inside form objects included."""
    walk = _Walk()
    images: list[tuple[float, float, float, float]] = []
    place = calls.address(page.raw)
    for index in range(pdfium_c.FPDFPage_CountObjects(page)):
        item = calls.page_object(place, index)
        before = walk.images
        walk.look(item, _IDENTITY, 0)
        if walk.images > before:
            images.append(_bounds(item))
    return Outline(
        tuple(walk.runs),
        frame.shown(np.array(walk.covers, dtype=np.float64).reshape(-1, 4)),
        np.array(walk.cover_orders, dtype=np.intp),
        np.array(walk.cover_white, dtype=bool),
        frame.shown(np.array(images, dtype=np.float64).reshape(-1, 4)),
        walk.segments,
        walk.deepest >= _MAX_DEPTH - 2,
    )


def longest_run(page: Any, outline: Outline) -> int:
    """Characters of the longest string that a page shows at once."""
    textpage = pdfium_c.FPDFText_LoadPage(page)
    try:
        place = calls.address(textpage)
        sizes = (calls.text_size(run.address, place, None, 0) // 2 for run in outline.runs)
        return max(sizes, default=0)
    finally:
        pdfium_c.FPDFText_ClosePage(textpage)


def lacks_image(page: Any, shows: Callable[[tuple[float, float, float, float]], bool]) -> bool:
    """Whether there is a picture that cannot be drawn, because the file holds it in no good form.

    Args:
        page: the pypdfium2 page.
        shows: whether there is any ink in a box of the page (left, bottom, right, top).
    """
    place = calls.address(page.raw)
    for index in range(pdfium_c.FPDFPage_CountObjects(page)):
        item = calls.page_object(place, index)
        if calls.object_type(item) in _WITH_IMAGES and not shows(_bounds(item)) and _is_undrawn(item, 0):
            return True
    return False


def _is_undrawn(item: int, depth: int) -> bool:
    if calls.object_type(item) == pdfium_c.FPDF_PAGEOBJ_FORM:
        size = max(0, calls.form_size(item)) if depth < _MAX_DEPTH else 0
        return any(_is_undrawn(calls.form_object(item, index), depth + 1) for index in range(size))
    if calls.object_type(item) != pdfium_c.FPDF_PAGEOBJ_IMAGE:
        return False
    bitmap = calls.image_bitmap(item)
    if bitmap:
        calls.destroy_bitmap(bitmap)
    return not bitmap


Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class _Walk:
    """Collects a page's objects in the order of painting."""

    runs: list[TextRun] = field(default_factory=list)
    covers: list[tuple[float, float, float, float]] = field(default_factory=list)
    cover_orders: list[int] = field(default_factory=list)
    cover_white: list[bool] = field(default_factory=list)
    images: int = 0
    segments: int = 0
    painted: int = 0
    deepest: int = 0

    def look(self, item: int, outer: Matrix, depth: int) -> None:
        """Take in the object at an address; `outer` leads from its space to the page's."""
        self.painted += 1
        kind = calls.object_type(item)
        if kind == pdfium_c.FPDF_PAGEOBJ_TEXT:
            self.runs.append(_run(item, self.painted))
        elif kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
            inner = _product(_matrix(item), outer)
            self.deepest = max(self.deepest, depth)
            for index in range(max(0, calls.form_size(item))):
                self.look(calls.form_object(item, index), inner, depth + 1)
        elif kind == pdfium_c.FPDF_PAGEOBJ_PATH:
            self.segments += max(0, calls.path_segments(item))
            if _filled(item):
                self._cover(item, outer, kind)
        elif kind in (pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_SHADING):
            self.images += kind == pdfium_c.FPDF_PAGEOBJ_IMAGE
            self._cover(item, outer, kind)

    def _cover(self, item: int, outer: Matrix, kind: int) -> None:
        box = _moved(_bounds(item), outer)
        if min(box[2] - box[0], box[3] - box[1]) >= THIN:
            self.covers.append(box)
            self.cover_orders.append(self.painted)
            fill = _colour(item, calls.fill_colour) if kind == pdfium_c.FPDF_PAGEOBJ_PATH else None
            self.cover_white.append(fill is not None and min(fill) >= WHITE)
            if fill is None and kind == pdfium_c.FPDF_PAGEOBJ_PATH:
                self.images += 1  # filled with a pattern, which may be made of words


def _filled(path: int) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    known = calls.path_mode(path, ctypes.byref(fill), ctypes.byref(stroke))
    return bool(known) and fill.value != pdfium_c.FPDF_FILLMODE_NONE


def _matrix(item: int) -> Matrix:
    matrix = pdfium_c.FS_MATRIX()
    if not calls.object_matrix(item, ctypes.byref(matrix)):
        return _IDENTITY
    return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _product(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _moved(box: tuple[float, float, float, float], matrix: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in box[::2] for y in box[1::2]]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return (min(across), min(up), max(across), max(up))


def _run(item: int, order: int) -> TextRun:
    mode = calls.text_mode(item)
    stroked = mode == pdfium_c.FPDF_TEXTRENDERMODE_STROKE
    colour = _colour(item, calls.stroke_colour if stroked else calls.fill_colour) or _BLACK
    return TextRun(item, order, mode, colour, mode not in _NO_INK and colour[3] > 0)


def _colour(item: int, get: Callable[..., int]) -> tuple[int, int, int, int] | None:
    """Red, green, blue and opacity (0-255); None where there is a pattern or nothing."""
    if not get(item, *_CHANNEL_PLACES):
        return None
    red, green, blue, opacity = _CHANNELS
    return (red, green, blue, opacity)


def _mark_name(item: int, index: int) -> str:
    name, size = (ctypes.c_ushort * _LONGEST_MARK)(), ctypes.c_ulong()
    mark = calls.object_mark(item, index)
    if not calls.mark_name(mark, ctypes.byref(name), ctypes.sizeof(name), ctypes.byref(size)):
        return ""
    return bytes(name)[: max(0, size.value - 2)].decode("utf-16-le", errors="replace")


def _bounds(item: int) -> tuple[float, float, float, float]:
    """A page object's box in its space: left, bottom, right, top; empty when PDFium knows none."""
    edges = (ctypes.c_float * 4)()
    at = ctypes.addressof(edges)
    if not calls.object_bounds(item, at, at + 4, at + 8, at + 12):
        return (0.0, 0.0, 0.0, 0.0)
    left, bottom, right, top = edges
    return (left, bottom, right, top)
