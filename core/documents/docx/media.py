"""Pictures and objects of a Word file: do they hold words that are not read?"""

from __future__ import annotations

import io

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from core.documents.docx.drawn_words import holds_words
from core.documents.docx.package import Package
from core.documents.parsed import no_boxes
from core.documents.words_in_ink import LOWEST, SCALE, shows_more_words

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_MOST_BYTES = 40 << 20
_MOST_PIXELS = 80_000_000
_PIXEL = 0.75  # points, where a picture's size is not told
_NARROWEST = (
    100.0  # points: a picture that cannot be looked into and is shorter and narrower is taken for a sign or a formula
)
_EQUATION = "Equation Native".encode("utf-16-le")  # the stream of an object in which every formula editor keeps one

Picture = NDArray[np.uint8]
Size = tuple[float, float]  # points


class Media:
    """What a file's drawings refer to."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._known: dict[tuple[str, Size | None], bool] = {}

    def may_hold_words(self, picture: etree._Element, size: Size | None) -> bool:
        """Whether a picture (`a:blip`, `v:imagedata`, `v:fill`) shows a line of words, or cannot be looked into.

        Args:
            picture: the element that names it.
            size: in which it is shown.
        """
        name = self._target(picture)
        if name is None:
            return _is_wide(size) if _names_something(picture) else False
        if (name, size) not in self._known:
            self._known[name, size] = _shows_words(self._package.data(name, _MOST_BYTES), size)
        return self._known[name, size]

    def is_formula(self, embedded: etree._Element) -> bool:
        """Whether an embedded object holds what it is said to be, a formula."""
        name = self._target(embedded)
        data = None if name is None else self._package.data(name, _MOST_BYTES)
        return data is not None and _EQUATION in data

    def _target(self, element: etree._Element) -> str | None:
        """Name of the part that an element refers to; None outside the file or where it is missing."""
        source = element.getroottree().docinfo.URL or self._package.main
        ids = (element.get(f"{{{space}}}{name}") for space in (_RELATION, _STRICT) for name in ("embed", "id", "pict"))
        return next((self._package.target(source, key) for key in ids if key), None)


def _names_something(picture: etree._Element) -> bool:
    return any(str(key).startswith((f"{{{_RELATION}}}", f"{{{_STRICT}}}")) for key in picture.attrib)


def _is_wide(size: Size | None) -> bool:
    return size is None or (max(size) >= _NARROWEST and min(size) >= LOWEST)


def _shows_words(data: bytes | None, size: Size | None) -> bool:
    from PIL import Image  # few Word files hold pictures

    if data is None:
        return _is_wide(size)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP")) as image:
            if image.width * image.height > _MOST_PIXELS:
                return True
            shown = size or (image.width * _PIXEL, image.height * _PIXEL)
            if min(shown) < LOWEST:
                return False
            image.draft("L", (round(shown[0] * SCALE), round(shown[1] * SCALE)))
            see_through = image.convert("RGBA")
            sheet = Image.new("RGBA", see_through.size, "white")
            sheet.alpha_composite(see_through)
            grey = sheet.convert("L")
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, EOFError, Image.DecompressionBombError):
        return _is_wide(size) or holds_words(data)

    def draw(scale: float) -> Picture:
        pixels = (max(1, round(shown[0] * scale)), max(1, round(shown[1] * scale)))
        return np.array(grey.resize(pixels, Image.Resampling.BILINEAR, reducing_gap=2.0), dtype=np.uint8)

    return shows_more_words(draw(1.0), "", no_boxes(0), shown[1], draw)
