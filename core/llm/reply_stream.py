"""The bytes of an endpoint's reply: decompressed here, within a deadline and a limit of bytes.

A read's own time limit starts anew with every byte, so a reply that drips would last for ever. Here the time counts
from the start of a request to the end of its reply; the check comes after each read, which is itself limited to
the time that was left when the reply began. Bytes are counted after decompression: a compressed reply of two megabytes
can hold several thousand times as much.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator

import httpx2

_PIECE = 64 * 1024
_BITS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}
ACCEPTED = "gzip, deflate"


class ReplyTooLong(httpx2.RequestError):
    """The reply has more bytes than may be read."""


class ReplyStream(httpx2.SyncByteStream):
    """A reply's bytes, decompressed, until the deadline and up to the limit."""

    def __init__(
        self,
        stream: httpx2.SyncByteStream,
        *,
        encoding: str,
        deadline: float,
        most_bytes: int,
        request: httpx2.Request,
    ) -> None:
        """Read nothing yet.

        Args:
            stream: the bytes as they come.
            encoding: value of `Content-Encoding`, empty for none.
            deadline: by `time.monotonic`.
            most_bytes: after decompression.
            request: for the errors.
        """
        self._stream = stream
        self._encoding = encoding.strip().lower()
        self._deadline = deadline
        self._left = most_bytes
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        """The bytes.

        Raises:
            httpx2.ReadTimeout: the deadline has passed.
            ReplyTooLong: there are more bytes than the limit.
            httpx2.DecodingError: the compressed bytes are damaged, or compressed in a way that was not asked for.
        """
        for part in self._decoded():
            self._left -= len(part)
            if self._left < 0:
                raise ReplyTooLong("the reply is longer than the limit", request=self._request)
            yield part
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the reply took longer than the time limit", request=self._request)

    def _decoded(self) -> Iterator[bytes]:
        if self._encoding in ("", "identity"):
            yield from self._stream
            return
        if self._encoding not in _BITS:
            raise httpx2.DecodingError("the reply is compressed in an unknown way", request=self._request)
        unpacking = zlib.decompressobj(_BITS[self._encoding])
        try:
            for part in self._stream:
                waiting, piece = part, b""
                while waiting or len(piece) == _PIECE:
                    piece = unpacking.decompress(waiting, _PIECE)
                    waiting = unpacking.unconsumed_tail
                    yield piece
        except zlib.error:
            raise httpx2.DecodingError("the compressed reply is damaged", request=self._request) from None

    def close(self) -> None:
        """Close the connection's stream."""
        self._stream.close()
