"""Japanese text in EUC and ISO-2022-JP, with the letters that makers of computers added to it (①, ㈱, Ⅳ, 髙)."""

from __future__ import annotations

import re
from functools import cache

_ESCAPES = {b"$B": "pairs", b"$@": "pairs", b"(B": "plain", b"(J": "plain", b"(I": "kana", b"$(D": "more"}
_ESCAPED = re.compile(rb"\x1b(\$B|\$@|\(B|\(J|\(I|\$\(D)([^\x1b]*)")
_EUC = re.compile(rb"[\x00-\x7f]+|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}|[\xa1-\xfe]{2}")
_LEVEL_2_ROW, _CELLS = 48, range(0xA1, 0xFF)


def marked_japanese(data: bytes) -> str | None:
    """Text in ISO-2022-JP, told by its escapes: to other encodings it is plain ASCII with control characters."""
    if _ESCAPED.search(data) is None:
        return None
    try:
        return str(data, "iso2022_jp_ext")
    except UnicodeDecodeError:
        euc = _as_euc(data)
        return None if euc is None else euc_japanese(euc)


def euc_japanese(data: bytes) -> str | None:
    """Text in EUC, the standard's letters or those of Windows; None where the bytes are none."""
    try:
        return str(data, "euc_jp")
    except UnicodeDecodeError:
        pass
    at = 0
    parts: list[str] = []
    try:
        for match in _EUC.finditer(data):
            if match.start() != at:
                return None
            at = match.end()
            parts.append(_letters(match.group()))
    except UnicodeDecodeError:
        return None
    return "".join(parts) if at == len(data) else None


def _letters(piece: bytes) -> str:
    """One letter of EUC, or a run of ASCII; a pair of bytes that the standard leaves free is read as Windows does.

    Raises:
        UnicodeDecodeError: nobody gave these bytes a letter.
    """
    try:
        return str(piece, "euc_jp")
    except UnicodeDecodeError:
        if len(piece) != 2:
            raise
        row, cell = piece[0] & 0x7F, piece[1] & 0x7F
        lead = ((row - 0x21) >> 1) + 0x81
        trail = cell + (0x1F if row % 2 else 0x7E)
        return bytes((lead + (0x40 if lead > 0x9F else 0), trail + (row % 2 and trail >= 0x7F))).decode("cp932")


def _as_euc(data: bytes) -> bytes | None:
    """ISO-2022-JP in the bytes of EUC; None where an escape is another's or a pair is cut."""
    first = data.find(b"\x1b")
    parts, at = [data[:first]], first
    for match in _ESCAPED.finditer(data):
        if match.start() != at:
            return None
        at = match.end()
        kind, inside = _ESCAPES[match[1]], match[2]
        high = bytes(byte | 0x80 if byte > 0x20 else byte for byte in inside)
        if kind == "kana":
            high = b"".join(bytes((0x8E, byte)) if byte > 0x20 else bytes((byte,)) for byte in high)
        elif kind == "more":
            high = re.sub(rb"[\xa1-\xfe]{2}", rb"\x8f\g<0>", high)
        parts.append(inside if kind == "plain" else high)
    return b"".join(parts) if at == len(data) else None


@cache
def everyday() -> frozenset[str]:
    """Signs, kana and the kanji of level 1 of the Japanese standard, and the letters that Windows added to them."""
    pairs = [bytes((row, cell)) for row in range(0xA1, 0xA0 + _LEVEL_2_ROW) for cell in _CELLS]
    letters = set()
    for pair in pairs:
        try:
            letters.add(_letters(pair))
        except UnicodeDecodeError:  # nobody's
            continue
    return frozenset(letters | set("～－∥￠￡￢―〜−‖"))
