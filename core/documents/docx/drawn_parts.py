"""What a drawing in a Word file holds beside its text boxes: pictures, drawn words, other files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lxml import etree

from core.documents.docx.media import Media
from core.documents.docx.part_names import name_of

_FORMULA = re.compile(r"(?i)Equation(?:\.\d+|\.DSMT\d+)?")
_LARGE = 25.0  # square inches from which a picture may be a page of words: about a third of a sheet
_EMU, _POINTS = 914_400, 72.0  # to an inch
_ELSEWHERE = frozenset(
    {"w:control", "w:objectEmbed", "w:objectLink", "w:contentPart", "contentPart", "relIds", "chart"}
)
_COUNTED = frozenset({"a:blip", "v:imagedata"})
_PICTURES = frozenset({*_COUNTED, "v:fill", "svgBlip"})  # the last is shown in place of the picture around it
_SIDES = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]+)(pt|in|cm|mm)?")
_AXES = ("width", "height")
_INCHES = {"pt": 1 / _POINTS, "in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, None: 1 / _POINTS}


@dataclass(frozen=True, slots=True)
class DrawnParts:
    """Pictures in a drawing, words that are drawn (WordArt and the like), and why a part of it is not read."""

    pictures: int
    words: tuple[str, ...]
    unread: Literal["embedded_file", "picture"] | None


def look_into(drawing: etree._Element, media: Media) -> DrawnParts:
    """What a `w:drawing`, `w:pict` or `w:object` holds; its text boxes are read elsewhere."""
    words, unread, formula = [], False, False
    pictures = [inner for inner in drawing.iter() if name_of(inner) in _PICTURES]
    for inner in drawing.iter():
        name = name_of(inner)
        formula |= name == "OLEObject" and _is_formula(inner, media)
        if name == "v:textpath":
            words.append(inner.get("string") or "")
        elif name == "a:t":
            words.append(inner.text or "")
        elif (
            name in _ELSEWHERE or _is_written_in_html(inner) or (name == "OLEObject" and not _is_formula(inner, media))
        ):
            unread = True
    number = sum(name_of(picture) in _COUNTED for picture in pictures)
    if unread:
        return DrawnParts(number, tuple(words), "embedded_file")
    size = _size(drawing)
    large = bool(number) and size is not None and size[0] * size[1] >= _LARGE * _POINTS**2
    shows = large or (not formula and any(media.may_hold_words(picture, size) for picture in pictures))
    return DrawnParts(number, tuple(words), "picture" if shows else None)


def _is_written_in_html(box: etree._Element) -> bool:
    """Whether a box of the old kind holds words that are no paragraphs of Word's."""
    if name_of(box) != "v:textbox":
        return False
    words = [box.text, *(inner.tail for inner in box)]
    words += ["".join(inner.itertext()) for inner in box if name_of(inner) != "w:txbxContent"]
    return any(word and word.strip() for word in words)


def _is_formula(embedded: etree._Element, media: Media) -> bool:
    return _FORMULA.fullmatch(embedded.get("ProgID") or "") is not None and media.is_formula(embedded)


def _size(drawing: etree._Element) -> tuple[float, float] | None:
    """Width and height in points of the largest shape in a drawing, None where it tells none."""
    sizes = []
    for inner in drawing.iter():
        if name_of(inner).rpartition(":")[2] == "extent":
            sides = [inner.get("cx") or "", inner.get("cy") or ""]
            if all(side.isdecimal() for side in sides):
                sizes.append((int(sides[0]) / _EMU * _POINTS, int(sides[1]) / _EMU * _POINTS))
        found = {
            side: float(size) * _INCHES[unit or None] * _POINTS
            for side, size, unit in _SIDES.findall(inner.get("style") or "")
        }
        if len(found) == len(_AXES):
            sizes.append((found["width"], found["height"]))
    return max(sizes, key=lambda size: size[0] * size[1], default=None)
