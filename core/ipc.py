"""Messages between a process and its workers: a length, a JSON object and, where there is one, a value of bytes.

No pickle: a worker has read hostile files, and what it sends must not be able to run anything here.
"""

from __future__ import annotations

import struct
from typing import IO, Any, cast

import orjson

_HEAD = struct.Struct(">IQ")
_NONE = 0xFFFF_FFFF_FFFF_FFFF
Message = dict[str, Any]


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


def receive(stream: IO[bytes]) -> tuple[Message, bytes | None]:
    """Read one message.

    Raises:
        EOFError: the other side is gone, or what came is not a whole message.
    """
    size, blob_size = _HEAD.unpack(_exactly(stream, _HEAD.size))
    try:
        message = cast(Message, orjson.loads(_exactly(stream, size)))
    except orjson.JSONDecodeError as error:
        raise EOFError("no message") from error
    return message, None if blob_size == _NONE else _exactly(stream, blob_size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = stream.read(min(size, 1 << 20))
        if not part:
            raise EOFError("the pipe is closed")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
