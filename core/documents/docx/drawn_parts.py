"""What a drawing in a Word file holds beside its text boxes: pictures, drawn words, other files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lxml import etree

from core.documents.docx.part_names import name_of

_FORMULA = re.compile(r"Equation(?:\.\d+|\.DSMT\d+)?")
_LARGE = 25.0  # square inches from which a picture may be a page of words: about a third of a sheet
_EMU, _POINTS = 914_400, 72.0  # to an inch
_ELSEWHERE = frozenset({"w:control", "w:objectEmbed", "w:objectLink", "relIds", "chart"})
_SIDES = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]+)(pt|in|cm|mm)?")
_INCHES = {"pt": 1 / _POINTS, "in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, None: 1 / _POINTS}


@dataclass(frozen=True, slots=True)
class DrawnParts:
    """Pictures in a drawing, words that are drawn (WordArt and the like), and why a part of it is not read."""

    pictures: int
    words: tuple[str, ...]
    unread: Literal["embedded_file", "picture"] | None


def look_into(drawing: etree._Element) -> DrawnParts:
    """What a `w:drawing`, `w:pict` or `w:object` holds; its text boxes are read elsewhere."""
    pictures, words, unread = 0, [], False
    for inner in drawing.iter():
        name = name_of(inner)
        pictures += name in ("a:blip", "v:imagedata")
        if name == "v:textpath":
            words.append(inner.get("string") or "")
        elif name == "a:t":
            words.append(inner.text or "")
        elif name in _ELSEWHERE or (name == "OLEObject" and not _is_formula(inner)):
            unread = True
    if unread:
        return DrawnParts(pictures, tuple(words), "embedded_file")
    return DrawnParts(pictures, tuple(words), "picture" if pictures and _area(drawing) >= _LARGE else None)


def _is_formula(embedded: etree._Element) -> bool:
    return _FORMULA.fullmatch(embedded.get("ProgID") or "") is not None


def _area(drawing: etree._Element) -> float:
    """Square inches of the largest shape in a drawing."""
    areas = [0.0]
    for inner in drawing.iter():
        if name_of(inner).rpartition(":")[2] == "extent":
            sides = [inner.get("cx") or "", inner.get("cy") or ""]
            if all(side.isdecimal() for side in sides):
                areas.append(int(sides[0]) * int(sides[1]) / _EMU**2)
        found = {
            side: float(size) * _INCHES[unit or None] for side, size, unit in _SIDES.findall(inner.get("style") or "")
        }
        areas.append(found.get("width", 0.0) * found.get("height", 0.0))
    return max(areas)
