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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes
from core.documents.pdf import plain_calls as calls
from core.documents.pdf.objects import Frame, Outline, TextRun
from core.documents.pdf.overlaps import crowded, layers, twins
from core.documents.pdf.pictures import COARSE_CONTRAST, Mask, Pictures, Pixels
from core.documents.pdf.scan_words import shown_by_picture

SMALLEST, SMALLEST_WIDE = 1.2, 2.2  # points of ink: letters of a 2.4 point font, kanji of about the same
_NARROWEST = 0.25  # points: the widest and the highest of a few letters next to each other; less is a line
_BESIDE, _NEAR = 2, 15.0  # letters on each side, and points to them
_MAX_COLOURS = 8  # groups of pale text on a page; further colours share the last
_WIDE = 0x2E80
_FIRST_PLANE = 0x10000


@dataclass(frozen=True, slots=True, eq=False)
class Characters:
    """A page's characters: PDFium's entry for each, and its box in points of the page as shown (NaN without ink)."""

    text: str
    codes: NDArray[np.uint32]
    entries: NDArray[np.intp]
    boxes: Boxes = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Which characters can be seen (those without a box always), and which of them only in a picture.

    `picture` is the page, small; valid until the next page is drawn.
    """

    seen: Mask = field(repr=False)
    pictured: Mask = field(repr=False)
    picture: Pixels | None = field(default=None, repr=False)


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
    pictures = Pictures(page, frame, outline.runs)
    letters = _letters(characters.codes)
    readable = np.zeros(len(seen), dtype=bool)
    readable[boxed] = _readable(characters.boxes[boxed], characters.codes[boxed], letters[boxed], frame)
    by_font = np.zeros(len(seen), dtype=bool)
    for group in _groups(outline, textpage, characters, boxed):
        members = group.members
        seen[members] = _shown(pictures, group, characters.boxes[members], letters[members])
        if not seen[members].all() and group.ink and not group.covered:
            lost = members[~seen[members] & readable[members]]
            by_font[lost] = _without_font(pictures, textpage, characters, lost, layered)
    shared = boxed[crowded(characters.boxes[boxed])]
    shared = shared[seen[shared]]
    if len(shared):
        seen[shared] = _told_apart(pictures, textpage, characters, shared, letters)
    seen[boxed] &= _not_squeezed(characters.boxes[boxed], letters[boxed])
    seen |= by_font
    seen[boxed] &= readable[boxed]
    lost_words = readable & ~seen
    if outline.shows_pictures and lost_words.any():
        height = frame.size[1]
        pictured = shown_by_picture(
            characters.text, characters.boxes, lost_words, outline, pictures.without_text, height=height
        )
    return Sight(seen | pictured, pictured, pictures.whole())


def _shown(pictures: Pictures, group: _Group, boxes: Boxes, letters: Mask) -> Mask:
    """Which of the group's characters make ink. A mark that makes too little goes with the letter before it."""
    if not group.ink:
        return np.zeros(len(boxes), dtype=bool)
    if not group.runs:
        return np.ones(len(boxes), dtype=bool)
    return _marks_follow(pictures.differ((), group.runs, boxes, _letters_or_all(letters)), letters)


def _letters_or_all(letters: Mask) -> Mask:
    return letters if letters.any() else np.ones(len(letters), dtype=bool)


def _told_apart(
    pictures: Pictures, textpage: Any, characters: Characters, shared: NDArray[np.intp], letters: Mask
) -> Mask:
    """Which of the characters that may stand on others make ink of their own; see `core.documents.pdf.overlaps`."""
    owners = _owners(pictures.runs, textpage, characters.entries[shared])
    found, beyond = layers(characters.boxes, owners, shared)
    twin = twins(characters.codes, characters.boxes, owners, shared)
    seen = np.ones(len(characters.text), dtype=bool)
    seen[beyond] = False
    twice = np.zeros(len(seen), dtype=bool)
    twice[shared] = twin >= 0
    for layer in found:
        chosen = frozenset(layer.runs)
        own = [run for index, run in enumerate(pictures.runs) if index in chosen]
        others = [run for index, run in enumerate(pictures.runs) if index not in chosen]
        boxes, marks = characters.boxes[layer.members], letters[layer.members]
        alone = pictures.differ(others, pictures.runs, boxes, _letters_or_all(marks))
        changed = pictures.differ((), own, boxes, _letters_or_all(marks)) | twice[layer.members]
        seen[layer.members] = _marks_follow(alone & changed, marks)
    mine = seen[shared]
    return np.asarray(mine | ((twin >= 0) & mine[twin]))


def _owners(runs: Sequence[TextRun], textpage: Any, entries: NDArray[np.intp]) -> NDArray[np.intp]:
    """The index of the run of each of PDFium's entries, -1 where it tells none."""
    place = {run.address: index for index, run in enumerate(runs)}
    handle = calls.address(textpage.raw)
    return np.array([place.get(calls.text_object(handle, at) or 0, -1) for at in entries.tolist()], dtype=np.intp)


def _letters(codes: NDArray[np.uint32]) -> Mask:
    """Which code points are letters or digits."""
    plane = _letters_of_first_plane()
    letters = plane[np.minimum(codes, len(plane) - 1)]
    for index in np.flatnonzero(codes >= len(plane)).tolist():
        letters[index] = chr(int(codes[index])).isalnum()
    return letters


@lru_cache(maxsize=1)
def _letters_of_first_plane() -> Mask:
    return np.array([chr(code).isalnum() for code in range(_FIRST_PLANE)], dtype=bool)


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
    if not risky.any() and outline.dark:
        return [_Group(True, False, outline.runs, boxed)]
    owners = _owners(outline.runs, textpage, characters.entries[boxed])
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


def _without_font(
    pictures: Pictures, textpage: Any, characters: Characters, lost: NDArray[np.intp], layered: Callable[[], bool]
) -> Mask:
    """Which of these characters without ink have no glyph here, in a font not of the file, and stand out by colour."""
    runs = {run.address: run for run in pictures.runs}
    shown = np.zeros(len(lost), dtype=bool)
    handle = calls.address(textpage.raw)
    for index, at in enumerate(lost.tolist()):
        run = runs.get(calls.text_object(handle, int(characters.entries[at])) or 0)
        if run is None or run.conditional or run.draws(int(characters.codes[at])):
            continue
        if layered():
            break
        shown[index] = pictures.contrast(characters.boxes[at], run.colour) >= COARSE_CONTRAST
    return shown


def _marks_follow(shown: Mask, letters: Mask) -> Mask:
    """The same, with marks that are not shown (a thin comma) as the letter before them, or the first one after."""
    weak = np.flatnonzero(~(shown | letters))
    if len(weak) and letters.any():
        places = np.flatnonzero(letters)
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


def _not_squeezed(boxes: Boxes, letters: Mask) -> Mask:
    """Which characters are not pressed into a line with their neighbours: an i or a 一 is thin, those beside it not."""
    wide = np.ones(len(boxes), dtype=bool)
    thin = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]) < _NARROWEST
    if not (thin & letters).any():
        return wide
    wide[letters] = np.asarray(_widest(boxes[letters]) >= _NARROWEST)
    return wide if wide.all() else _marks_follow(wide & letters, letters)


def _widest(boxes: Boxes) -> NDArray[np.float32]:
    """The smaller side of each letter, where each side is the largest of the few letters next to it."""
    sizes = boxes[:, 2:] - boxes[:, :2]
    middles = boxes[:, :2] + sizes / 2
    widest = sizes.copy()
    for step in range(1, _BESIDE + 1):
        near = np.all(np.abs(middles[step:] - middles[:-step]) < _NEAR, axis=1, keepdims=True)
        np.maximum(widest[step:], np.where(near, sizes[:-step], 0), out=widest[step:])
        np.maximum(widest[:-step], np.where(near, sizes[step:], 0), out=widest[:-step])
    return np.asarray(widest.min(axis=1))
