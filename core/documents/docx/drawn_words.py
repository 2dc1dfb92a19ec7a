"""Do pictures made of lines and words (EMF, WMF, SVG) hold words? Told from their records, without drawing them.

Concession: a picture of dots inside of one is not looked at, nor are letters that are drawn as lines in EMF and WMF.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from lxml import etree

from core.documents.words_in_ink import LETTERS

_EMF_TEXT = {83: 44, 84: 44, 108: 16}  # EXTTEXTOUT in both forms and SMALLTEXTOUT: where the number of letters stands
_WMF_TEXT = {0x0521: 6, 0x0A32: 10}  # TEXTOUT and EXTTEXTOUT: where the number of letters stands
_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_OUTLINES = 2 * LETTERS  # shapes of an SVG: an icon has few


def holds_words(data: bytes) -> bool:
    """Whether a drawing has as many letters as a line of words, in an SVG also as outlines."""
    try:
        if data[40:44] == b" EMF":
            return _many(_emf(data))
        if data[:4] == _PLACEABLE or data[:4] in (b"\1\0\x09\0", b"\2\0\x09\0"):
            return _many(_wmf(data, 22 if data[:4] == _PLACEABLE else 0))
        return b"<svg" in data[:4_096] and _svg_holds_words(data)
    except struct.error:  # broken off: nothing is known of the rest
        return True


def _many(positions: Iterator[int]) -> bool:
    total = 0
    for letters in positions:
        total += letters
        if total >= LETTERS:
            return True
    return False


def _emf(data: bytes) -> Iterator[int]:
    """Letters of each record."""
    place = 0
    while place + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, place)
        if kind in _EMF_TEXT:
            yield struct.unpack_from("<I", data, place + _EMF_TEXT[kind])[0]
        if size < 8:
            return
        place += size


def _wmf(data: bytes, start: int) -> Iterator[int]:
    place = start + 18
    while place + 6 <= len(data):
        size, kind = struct.unpack_from("<IH", data, place)
        if kind in _WMF_TEXT:
            yield struct.unpack_from("<H", data, place + _WMF_TEXT[kind])[0]
        if size < 3:
            return
        place += 2 * size


def _svg_holds_words(data: bytes) -> bool:
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError:
        return True
    letters = outlines = 0
    for element in root.iter("{*}*"):
        name = etree.QName(element).localname
        if name in ("text", "foreignObject"):
            letters += sum(map(str.isalnum, "".join(element.itertext())))
        elif name == "path":
            outlines += (element.get("d") or "").upper().count("M")
    return letters >= LETTERS or outlines >= _OUTLINES
