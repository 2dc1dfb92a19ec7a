"""Fonts that come with a Word file: do they draw the letters that they are asked for?

Words set in one that draws other letters are not what a reader sees. Each letter that such a font holds is drawn and
compared as those of a PDF are (`core.documents.pdf.shapes`).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from core.documents.docx.package import Package
from core.documents.docx.part_names import children, name_of, value

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_FORMS = ("w:embedRegular", "w:embedBold", "w:embedItalic", "w:embedBoldItalic")
_MOST_BYTES = 40 << 20
_HIDDEN = 32  # bytes at a font's start that Word mixes with its key
_PIXELS = 48
_NOWHERE = "\U0010fffd"  # a letter that no font holds
_SLOTS = ("ascii", "hAnsi", "eastAsia", "cs")

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Picture = NDArray[np.uint8]


class OwnFonts:
    """The fonts of one file, looked at when words are set in them."""

    def __init__(self, package: Package, table: etree._Element | None) -> None:
        """Args:
        package: the file.
        table: root of its part of fonts.
        """
        self._package = package
        self._table = table
        self._forms: dict[str, list[etree._Element]] = {}
        for font in () if table is None else children(table, "w:font"):
            forms = [form for form in font if name_of(form) in _FORMS]
            if forms:
                self._forms[(value(font, "name") or "").casefold()] = forms
        self._known: dict[str, bool] = {}

    @property
    def has_fonts(self) -> bool:
        """Whether there are any."""
        return bool(self._forms)

    def any_lies(self, fonts: etree._Element | None) -> bool:
        """Whether a font that a `w:rFonts` names comes with the file and draws other letters."""
        if fonts is None:
            return False
        names = {(value(fonts, slot) or "").casefold() for slot in _SLOTS}
        return any(self._lies(name) for name in names if name in self._forms)

    def _lies(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = any(self._draws_others(form) for form in self._forms[name])
        return self._known[name]

    def _draws_others(self, form: etree._Element) -> bool:
        table = self._table
        source = "" if table is None else table.getroottree().docinfo.URL or ""
        target = self._package.target(source, form.get(_RELATION) or form.get(_STRICT) or "")
        data = None if target is None else self._package.data(target, _MOST_BYTES)
        return data is not None and draws_others(_laid_open(data, value(form, "fontKey") or ""))


def _laid_open(data: bytes, key: str) -> bytes:
    """The font as it was before Word mixed its start with its key."""
    try:
        mask = bytes.fromhex(key.strip("{}").replace("-", ""))[::-1]
    except ValueError:
        return data
    start = bytes(byte ^ mask[place % len(mask)] for place, byte in enumerate(data[:_HIDDEN])) if mask else b""
    return start + data[len(start) :]


def draws_others(data: bytes) -> bool:
    """Whether a font draws any letter as another; one that cannot be drawn with is not used by Word either."""
    from PIL import ImageFont  # few Word files bring fonts

    from core.documents.pdf import japanese_shapes, shapes
    from core.documents.pdf.japanese_letters import TELLING, telling_letters

    try:
        font = ImageFont.truetype(io.BytesIO(data), _PIXELS, layout_engine=ImageFont.Layout.BASIC)
        nowhere = _drawn(font, _NOWHERE)
        latin = _held(font, shapes.SIGNS, nowhere)
        japanese = _held(font, TELLING, nowhere) if telling_letters() is not None else {}
    except (OSError, ValueError):
        return False
    return shapes.draws_others(list(latin), list(latin.values())) or japanese_shapes.draws_others(
        list(japanese), list(japanese.values())
    )


def _held(font: FreeTypeFont, letters: Sequence[str], nowhere: Picture) -> dict[str, Picture]:
    """Pictures of the letters that a font holds."""
    drawn = {letter: _drawn(font, letter) for letter in letters}
    return {
        letter: picture
        for letter, picture in drawn.items()
        if picture.size and not (picture.shape == nowhere.shape and (picture == nowhere).all())
    }


def _drawn(font: FreeTypeFont, letter: str) -> Picture:
    """A letter's ink, the darker the higher, without paper around it."""
    mask = font.getmask(letter, mode="L")
    width, height = mask.size
    picture = np.array(mask, dtype=np.uint8).reshape(height, width)
    rows, columns = np.flatnonzero(picture.any(axis=1)), np.flatnonzero(picture.any(axis=0))
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if len(rows) else picture[:0]
