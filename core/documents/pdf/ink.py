"""Which characters of a PDF page's text layer a reader of the page can see.

A text layer may hold words that no reader sees: white on white, in the invisible render mode, on a layer that is
switched off, under a shape, outside the page's box, too small. The test is what the page shows: a character is seen
when the page looks different at its place with and without the text. Text is taken away in groups, by colour and by
whether something is painted over it, so that a visible word does not vouch for a hidden one at the same place.

Words without ink count all the same where a picture shows words at their place: the text layer under a scan. Whether
it shows the same words is read again by OCR (`core.documents.ocr.layer_check`).

Concession: where a font is neither in the file nor on this machine, nothing is drawn that any other reader shows.
There colour, order and layers decide instead of ink.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf.objects import Frame, Outline, TextRun
from core.documents.pdf.scan_words import shown_by_picture

COARSE, FINE = 1.0, 4.0  # pixels a point: at first, and where that shows nothing
COARSE_CONTRAST, FINE_CONTRAST = 40, 24  # of 255 in any colour, between the page with and without the text
SMALLEST, SMALLEST_WIDE = 1.2, 2.2  # points of ink: letters of a 2.4 point font, kanji of about the same
_MAX_PIXELS = 16_000_000
_ACROSS, _DOWN = 4, 6  # places looked at in a character's box
_MAX_COLOURS = 8  # groups of pale text on a page; further colours share the last
_WIDE = 0x2E80

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Characters:
    """A page's characters: PDFium's entry for each, and its box in points of the page as shown (NaN without ink)."""

    text: str
    codes: NDArray[np.uint32]
    entries: NDArray[np.intp]
    boxes: Boxes = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Which characters can be seen (those without a box always), and which of them only in a picture."""

    seen: Mask = field(repr=False)
    pictured: Mask = field(repr=False)


def sights(
    page: Any, textpage: Any, characters: Characters, frame: Frame, outline: Outline, layered: Callable[[], bool]
) -> Sight:
    """What can be seen of a page's characters.

    Args:
        page: the pypdfium2 page; its text objects are switched off and on again.
        textpage: its text, where the characters come from.
        characters: all of the page.
        frame: how the page is shown.
        outline: what the page is made of.
        layered: whether the file has layers that can be switched off; asked only when it matters.
    """
    boxed = np.flatnonzero(~np.isnan(characters.boxes[:, 0]))
    seen = np.ones(len(characters.text), dtype=bool)
    pictured = np.zeros(len(seen), dtype=bool)
    if not len(boxed):
        return Sight(seen, pictured)
    ink = _Ink(page, frame, outline)
    known, which = np.unique(characters.codes, return_inverse=True)
    letters = np.array([chr(code).isalnum() for code in known.tolist()], dtype=bool)[which]
    readable = np.zeros(len(seen), dtype=bool)
    readable[boxed] = _readable(characters.boxes[boxed], characters.codes[boxed], letters[boxed], frame)
    for group in _groups(outline, textpage, characters, boxed):
        members = group.members
        seen[members] = ink.shows(group, characters.boxes[members], letters[members])
        if not seen[members].all() and group.ink and not group.covered:
            lost = members[~seen[members] & readable[members]]
            seen[lost] = _without_font(ink, textpage, characters, lost, layered)
    seen[boxed] &= readable[boxed]
    lost_words = readable & ~seen
    if outline.shows_pictures and lost_words.any():
        height = frame.size[1]
        pictured = shown_by_picture(
            characters.text, characters.boxes, lost_words, outline, ink.without_text, height=height
        )
    return Sight(seen | pictured, pictured)


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Text objects that are switched off together, and the indexes of their characters."""

    ink: bool
    covered: bool
    runs: Sequence[TextRun]
    members: NDArray[np.intp]


def _groups(outline: Outline, textpage: Any, characters: Characters, boxed: NDArray[np.intp]) -> list[_Group]:
    """One group where all text is dark on paper; else by colour, and by whether something is painted over it."""
    risky = outline.coloured(characters.boxes[boxed])
    if not risky.any() and all(run.ink and not run.pale for run in outline.runs):
        return [_Group(True, False, outline.runs, boxed)]
    place = {run.address: index for index, run in enumerate(outline.runs)}
    handle = _handle(textpage)
    owners = np.array([place.get(_get_object(handle, at) or 0, -1) for at in characters.entries[boxed].tolist()])
    covered = outline.covered(characters.boxes[boxed], owners)
    runs_and_none = (*outline.runs, None)  # the last for characters whose object PDFium does not tell
    keys = np.array([_key(runs_and_none[at], hazard) for at, hazard in zip(owners, risky, strict=True)])
    colours = dict.fromkeys(keys.tolist())
    number = {colour: min(index, _MAX_COLOURS) for index, colour in enumerate(colours)}
    parts = np.array([number[key] if key else -1 for key in keys.tolist()]) * 2 + covered
    groups = []
    for part in np.unique(parts).tolist():
        at = parts == part
        runs = [outline.runs[index] for index in np.unique(owners[at]).tolist() if index >= 0]
        groups.append(_Group(part >= 0, bool(part % 2), runs, boxed[at]))
    return groups


def _key(run: TextRun | None, risky: bool) -> str:
    """Text of one key is looked at together; empty for text that makes no ink."""
    if run is None:
        return "dark"
    if not run.ink:
        return ""
    return str(run.colour) if run.pale or risky else "dark"


_get_object = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(
    ctypes.cast(pdfium_c.FPDFText_GetTextObject, ctypes.c_void_p).value or 0
)


def _handle(textpage: Any) -> Any:
    return ctypes.cast(textpage.raw, ctypes.c_void_p)


class _Ink:
    """Pictures of one page with and without groups of its text, drawn when first needed."""

    def __init__(self, page: Any, frame: Frame, outline: Outline) -> None:
        self.runs = outline.runs
        self._page = page
        self._width, self._height = frame.size
        self._sharpest = (_MAX_PIXELS / max(1.0, self._width * self._height)) ** 0.5
        self._whole: dict[float, Pixels] = {}
        self._ground: Pixels | None = None

    def shows(self, group: _Group, boxes: Boxes, letters: Mask) -> Mask:
        """Which of the group's characters make ink. A mark that makes too little goes with the letter before it."""
        if not group.ink:
            return np.zeros(len(boxes), dtype=bool)
        if not group.runs:
            return np.ones(len(boxes), dtype=bool)
        whole, rest = self._pair(group.runs, COARSE)
        shown = self._sampled(whole, rest, boxes)
        asked = letters if letters.any() else np.ones(len(boxes), dtype=bool)
        weak = np.flatnonzero(~shown & asked)
        shown[weak] = self._measured(whole, rest, boxes[weak], COARSE_CONTRAST)
        weak = np.flatnonzero(~shown & asked)
        if len(weak):
            shown[weak] = self._measured(*self._pair(group.runs, FINE), boxes[weak], FINE_CONTRAST)
        return _marks_follow(shown, letters)

    def without_text(self, scale: float) -> Pixels:
        """The page in grey without any of its text, at about `scale` pixels a point."""
        return self._drawn(self.runs, scale, colours=1, slot="ground")

    def contrast(self, box: NDArray[np.float32], colour: tuple[int, ...]) -> int:
        """How far (of 255) a colour is from the page without text in the middle of a box."""
        if self._ground is None:
            self._ground = self._drawn(self.runs, COARSE, colours=3, slot="ground")
        rows, columns = self._ground.shape[:2]
        left, bottom, right, top = box.tolist()
        scale = rows / self._height
        row = min(max(int((self._height - (bottom + top) / 2) * scale), 0), rows - 1)
        column = min(max(int((left + right) / 2 * scale), 0), columns - 1)
        blue, green, red = (int(part) for part in self._ground[row, column])
        return max(abs(red - colour[0]), abs(green - colour[1]), abs(blue - colour[2]))

    def _pair(self, runs: Sequence[TextRun], scale: float) -> tuple[Pixels, Pixels]:
        """The page, and the page without these runs: grey when coarse."""
        colours = 1 if scale == COARSE else 3
        if scale not in self._whole:
            self._whole[scale] = self._drawn((), scale, colours=colours, slot="whole")
        return self._whole[scale], self._drawn(runs, scale, colours=colours, slot="rest")

    def _drawn(self, without: Sequence[TextRun], scale: float, *, colours: int, slot: str) -> Pixels:
        for run in without:
            run.switch_off()
        try:
            return _render(self._page, self._width, self._height, min(scale, self._sharpest), colours, slot)
        finally:
            for run in without:
                run.switch_on()

    def _sampled(self, whole: Pixels, rest: Pixels, boxes: Boxes) -> Mask:
        """Whether any of a few places in each box differs enough between two grey pictures."""
        left, bottom, right, top = (column[:, None] for column in boxes.T)
        rows, columns = whole.shape[:2]
        scale = rows / self._height
        across = (np.arange(_ACROSS, dtype=np.float32) + 0.5) / _ACROSS
        down = (np.arange(_DOWN, dtype=np.float32) + 0.5) / _DOWN
        x = np.clip((left + across * (right - left)) * scale, 0, columns - 1).astype(np.int32)
        y = np.clip((self._height - top + down * (top - bottom)) * scale, 0, rows - 1).astype(np.int32)
        places = (y[:, :, None] * columns + x[:, None, :]).reshape(len(boxes), -1)
        return np.asarray(_apart(whole.reshape(-1)[places], rest.reshape(-1)[places]).max(axis=1) >= COARSE_CONTRAST)

    def _measured(self, whole: Pixels, rest: Pixels, boxes: Boxes, contrast: int) -> Mask:
        """Whether any pixel in each box differs enough."""
        rows, columns = whole.shape[:2]
        scale = rows / self._height
        shown = np.zeros(len(boxes), dtype=bool)
        for index, (left, bottom, right, top) in enumerate(boxes.tolist()):
            first, last = int((self._height - top) * scale), int((self._height - bottom) * scale) + 1
            begin, end = int(left * scale), int(right * scale) + 1
            part = (slice(max(0, first), max(0, min(last, rows))), slice(max(0, begin), max(0, min(end, columns))))
            apart = _apart(whole[part], rest[part])
            shown[index] = apart.size > 0 and int(apart.max()) >= contrast
        return shown


def _apart(first: Pixels, second: Pixels) -> Pixels:
    return np.maximum(first, second) - np.minimum(first, second)


@lru_cache(maxsize=3)
def _buffer(slot: str, rows: int, columns: int, colours: int) -> Pixels:
    """Memory for a picture, the same one for the next page: getting it from the system takes as long as drawing."""
    return np.empty((rows, columns, colours), dtype=np.uint8)


def _render(page: Any, width: float, height: float, scale: float, colours: int, slot: str) -> Pixels:
    """The page as shown, on white, grey (1 colour) or blue, green, red (3); valid until the slot is drawn again."""
    rows, columns = max(1, math.ceil(height * scale)), max(1, math.ceil(width * scale))
    pixels = _buffer(slot, rows, columns, colours)
    form = pdfium_c.FPDFBitmap_Gray if colours == 1 else pdfium_c.FPDFBitmap_BGR
    bitmap = pdfium_c.FPDFBitmap_CreateEx(columns, rows, form, pixels.ctypes.data, columns * colours)
    if not bitmap:
        raise MemoryError
    try:
        pixels.fill(255)
        pdfium_c.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, pdfium_c.FPDF_ANNOT)
    finally:
        pdfium_c.FPDFBitmap_Destroy(bitmap)
    return pixels[:, :, 0] if colours == 1 else pixels


def _without_font(
    ink: _Ink, textpage: Any, characters: Characters, lost: NDArray[np.intp], layered: Callable[[], bool]
) -> Mask:
    """Which of these characters without ink have no glyph here, in a font not of the file, and stand out by colour."""
    runs = {run.address: run for run in ink.runs}
    shown = np.zeros(len(lost), dtype=bool)
    handle = _handle(textpage)
    for index, at in enumerate(lost.tolist()):
        run = runs.get(_get_object(handle, int(characters.entries[at])) or 0)
        if run is None or run.conditional or run.draws(int(characters.codes[at])):
            continue
        if layered():
            break
        shown[index] = ink.contrast(characters.boxes[at], run.colour) >= COARSE_CONTRAST
    return shown


def _marks_follow(shown: Mask, letters: Mask) -> Mask:
    """The same, with marks that are not shown (a thin comma) as the letter before them, or the first one after."""
    places, weak = np.flatnonzero(letters), np.flatnonzero(~shown & ~letters)
    if len(places) and len(weak):
        shown[weak] = shown[places[np.maximum(np.searchsorted(places, weak) - 1, 0)]]
    return shown


def _readable(boxes: Boxes, codes: NDArray[np.uint32], letters: Mask, frame: Frame) -> Mask:
    """Which characters lie on the page with their middle and are large enough; marks are as large as their letters."""
    width, height = frame.size
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    on_page = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    size = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    large = size >= np.where(codes >= _WIDE, SMALLEST_WIDE, SMALLEST)
    return np.asarray(on_page & (_marks_follow(large & letters, letters) if letters.any() else True))
