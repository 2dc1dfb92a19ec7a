"""How parent and child speak: a length, a JSON header, then the parts whose sizes the header names.

Nothing is unpickled and nothing is trusted for its size: the reader names the most bytes that it takes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">I")
MAX_HEADER = 16 * 1024 * 1024


class Broken(Exception):
    """The other side closed or did not keep to the form."""


def send(stream: BinaryIO, header: dict[str, Any], parts: Sequence[bytes] = ()) -> None:
    """Write one message.

    Raises:
        OSError: the other side is gone.
    """
    head = json.dumps({**header, "parts": [len(part) for part in parts]}).encode()
    stream.write(_LENGTH.pack(len(head)))
    stream.write(head)
    for part in parts:
        stream.write(part)
    stream.flush()


def receive(stream: BinaryIO, *, max_bytes: int) -> tuple[dict[str, Any], list[bytes]]:
    """Read one message: its header and parts.

    Raises:
        Broken: end of stream, or more than `max_bytes` of parts.
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    if length > MAX_HEADER:
        raise Broken(f"header of {length} bytes")
    header = json.loads(_exactly(stream, length))
    sizes = header.pop("parts")
    if sum(sizes) > max_bytes:
        raise Broken(f"message of {sum(sizes)} bytes")
    return header, [_exactly(stream, size) for size in sizes]


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise Broken("the other side closed")
    return data
