"""Words of a Word file that stand beside the sheet: indented, framed, raised or drawn past its edge.

Concession: what counts from a margin or a column is taken to count from the edge, so only what lies well beyond it is
told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lxml import etree

from core.documents.docx.part_names import child, name_of, number

_A4 = (11_906, 16_838)  # twentieths of a point, the size where the file says none
_MARGIN = 2_880  # two inches: what an offset may count from
_EMU, _POINT = 635, 20  # EMU to a twentieth of a point, and these to a point
_SIDES = ("left", "start", "right", "end")
_HIGHEST = 1_400  # half points by which words can be raised or sunk and stay on a sheet
_PLACES = re.compile(r"(?:^|;)\s*(margin-left|left|margin-top|top|width|height)\s*:\s*(-?[\d.]+)(pt|in|cm|mm)?")
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, None: 1.0}


class Sheet:
    """The largest sheet of a file, and what lies beside it."""

    def __init__(self, document: etree._Element | None) -> None:
        sizes = [] if document is None else [size for size in document.iter("{*}pgSz") if name_of(size) == "w:pgSz"]
        self._width = max([_A4[0], *(number(size, "w") or 0 for size in sizes)])
        self._height = max([_A4[1], *(number(size, "h") or 0 for size in sizes)])

    def lacks_paragraph(self, looks: Sequence[Mapping[str, etree._Element]]) -> bool:
        """Whether a paragraph is indented or framed past an edge; `looks` are its properties, the strongest first."""
        indent, frame = (next((look[name] for look in looks if name in look), None) for name in ("w:ind", "w:framePr"))
        if any((number(indent, side) or 0) >= self._width for side in _SIDES if indent is not None):
            return True
        return frame is not None and (
            self._beside(number(frame, "x"), number(frame, "w"), self._width)
            or self._beside(number(frame, "y"), number(frame, "h"), self._height)
        )

    def lacks_table(self, properties: etree._Element | None) -> bool:
        """Whether a table stands past an edge."""
        if properties is None:
            return False
        place = child(properties, "w:tblpPr")
        return (
            self._beside(number(child(properties, "w:tblInd"), "w"), None, self._width)
            or self._beside(number(place, "tblpX"), None, self._width)
            or self._beside(number(place, "tblpY"), None, self._height)
        )

    def lacks_drawing(self, drawing: etree._Element) -> bool:
        """Whether an anchored or a VML shape stands past an edge."""
        if name_of(drawing).rpartition(":")[2] == "anchor":
            return self._lacks_anchor(drawing)
        style = drawing.get("style") or ""
        if "absolute" not in style:
            return False
        told = {name: float(size) * _POINTS[unit or None] * _POINT for name, size, unit in _PLACES.findall(style)}
        return self._beside(_first(told, "margin-left", "left"), told.get("width"), self._width) or self._beside(
            _first(told, "margin-top", "top"), told.get("height"), self._height
        )

    def _lacks_anchor(self, anchor: etree._Element) -> bool:
        details = {name_of(inner).rpartition(":")[2]: inner for inner in anchor}
        extent = details.get("extent")
        for name, side, edge in (("positionH", "cx", self._width), ("positionV", "cy", self._height)):
            offset = next((inner.text for inner in details.get(name, ()) if inner.tag.endswith("posOffset")), None)
            size = None if extent is None else extent.get(side)
            if self._beside(_whole(offset, _EMU), _whole(size, _EMU), edge):
                return True
        return False

    @staticmethod
    def _beside(place: float | None, size: float | None, edge: int) -> bool:
        """Whether something that begins at a place and is so large ends before the sheet or begins after it."""
        return place is not None and (place >= edge or place + max(size or 0, 0) <= -(_MARGIN if size else edge))


def is_far_from_its_line(position: int) -> bool:
    """Whether words raised or sunk by so many half points are on no sheet."""
    return abs(position) >= _HIGHEST


def _whole(text: str | None, unit: int) -> float | None:
    return int(text) / unit if text is not None and text.strip().lstrip("-").isdecimal() else None


def _first(told: dict[str, float], *names: str) -> float | None:
    return next((told[name] for name in names if name in told), None)
