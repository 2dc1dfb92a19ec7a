"""Streams of a PDF that are packed as text or in runs, unpacked to see whether they go on to their end."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import numpy as np

_WHITE = b"\0\t\n\f\r "
_ZLIB_HEADER = 2
_GROUP, _FIRST, _LAST = 5, 33, 117  # of signs that make four bytes, and those that they are


def _ascii85(data: bytes, most: int) -> bytes:
    text, end, rest = data.translate(None, _WHITE).partition(b"~>")
    if not end or rest:
        raise ValueError("The end is missing, or is not the end.")
    text = text.removeprefix(b"<~").replace(b"z", b"!!!!!")
    padding = -len(text) % _GROUP
    signs = np.frombuffer(text + bytes([_LAST]) * padding, dtype=np.uint8)
    if padding == _GROUP - 1 or ((signs < _FIRST) | (signs > _LAST)).any():
        raise ValueError("Signs that are none of this form.")
    numbers = (signs.reshape(-1, _GROUP).astype(np.uint64) - _FIRST) @ np.array([85**4, 85**3, 85**2, 85, 1], np.uint64)
    unpacked = numbers.astype(">u4").tobytes()
    return unpacked[: len(unpacked) - padding]


def _hexadecimal(data: bytes, most: int) -> bytes:
    text, end, rest = data.translate(None, _WHITE).partition(b">")
    if not end or rest:
        raise ValueError("The end is missing, or is not the end.")
    return bytes.fromhex((text + b"0" * (len(text) % 2)).decode("ascii"))


def _runs(data: bytes, most: int) -> bytes:
    parts, place, size = [], 0, 0
    while place < len(data) and data[place] != 128:
        length = data[place]
        part = data[place + 1 : place + 2 + length] if length < 128 else data[place + 1 : place + 2] * (257 - length)
        place += 2 + length if length < 128 else 2
        size += len(part)
        if size > most:
            break
        parts.append(part)
    if data[place + 1 :].strip(_WHITE):
        raise ValueError("The end is not the end.")
    return b"".join(parts)


def _deflated(data: bytes, most: int) -> bytes:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)  # some writers leave the checksum out
    unpacked = inflater.decompress(data[_ZLIB_HEADER:], most)
    if not inflater.eof and not inflater.unconsumed_tail:
        raise ValueError("The end is missing.")
    return unpacked


UNPACKERS: Mapping[bytes, Callable[[bytes, int], bytes]] = {
    **dict.fromkeys((b"ASCII85Decode", b"A85"), _ascii85),
    **dict.fromkeys((b"ASCIIHexDecode", b"AHx"), _hexadecimal),
    **dict.fromkeys((b"RunLengthDecode", b"RL"), _runs),
    **dict.fromkeys((b"FlateDecode", b"Fl"), _deflated),
}
"""By the name of the filter: what a stream unpacks to, not many more bytes than given; ValueError, zlib.error: it
does not go on to its end."""
