"""Messages between a process and its workers: a length, a JSON object and, where there is one, a value of bytes.

No pickle: a worker has read hostile files, and what it sends must not be able to run anything here.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, cast

import orjson

_HEAD = struct.Struct(">IQ")
_PARENT_WATCH_S = 0.2
_NONE = 0xFFFF_FFFF_FFFF_FFFF
Message = dict[str, Any]


def end_with_parent(parent: int, last: Callable[[], object] = lambda: None) -> None:
    """End this process, however busy it is, as soon as its parent is gone.

    Args:
        parent: process id of whoever started this one, told by it: asked for here, it could be gone already.
        last: what is done before.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_WATCH_S)
        last()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def encode(message: Message, blob: bytes | None = None) -> tuple[bytes, bytes]:
    """A message's head and JSON, and its bytes.

    Raises:
        TypeError: the message is not JSON.
    """
    body = orjson.dumps(message)
    return _HEAD.pack(len(body), _NONE if blob is None else len(blob)) + body, blob or b""


def send(stream: IO[bytes], frame: tuple[bytes, bytes]) -> None:
    """Write an encoded message.

    Raises:
        OSError: the other side is gone.
    """
    for part in frame:
        rest = memoryview(part)
        while rest:
            rest = rest[stream.write(rest) :]
    stream.flush()


def receive(stream: IO[bytes], *, max_bytes: int | None = None) -> tuple[Message, bytes | None]:
    """Read one message.

    Args:
        stream: where it comes from.
        max_bytes: the longest message that is taken, JSON and bytes together; None for no limit.

    Raises:
        EOFError: the other side is gone, or what came is no whole message, or a longer one.
    """
    size, blob_size = _HEAD.unpack(_exactly(stream, _HEAD.size))
    if max_bytes is not None and size + (0 if blob_size == _NONE else blob_size) > max_bytes:
        raise EOFError("the message is too long")
    try:
        message = cast(Message, orjson.loads(_exactly(stream, size)))
    except orjson.JSONDecodeError as error:
        raise EOFError("no message") from error
    return message, None if blob_size == _NONE else _exactly(stream, blob_size)


def encode_parts(message: Message, parts: Sequence[bytes]) -> tuple[bytes, bytes]:
    """A message with several values of bytes, whose sizes it names."""
    return encode({**message, "parts": [len(part) for part in parts]}, b"".join(parts))


def parts_of(message: Message, blob: bytes | None) -> list[bytes]:
    """The values of a message that `encode_parts` made; its sizes are taken out of it.

    Raises:
        EOFError: the sizes are not those of the bytes.
    """
    sizes = message.pop("parts", [])
    blob = blob or b""
    if sum(sizes) != len(blob):
        raise EOFError("the parts are not of the sizes that were named")
    parts, start = [], 0
    for size in sizes:
        parts.append(blob[start : start + size])
        start += size
    return parts


def _exactly(stream: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = stream.read(min(size, 1 << 20))
        if not part:
            raise EOFError("the pipe is closed")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
