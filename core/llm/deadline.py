"""A deadline for the head of a reply: one that comes a byte at a time would be waited for as long as it drips.

The HTTP client's time limit for reading starts anew with every byte. The body is held to its deadline in
`core.llm.reply_stream`; here the network below the client is, from the request until the reply's headers are whole.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore2
import httpx2


class _Now(threading.local):
    """When the request that this thread waits for must have its headers, by `time.monotonic`; None: none waits."""

    at: float | None = None


_NOW = _Now()


def hold_to_deadline(client: httpx2.Client, timeout_s: float) -> None:
    """Let no request of a client wait longer than this for the whole head of its reply."""
    client._transport = _Held(client._transport, timeout_s)
    client._mounts = {
        pattern: None if transport is None else _Held(transport, timeout_s)
        for pattern, transport in client._mounts.items()
    }


class _Held(httpx2.BaseTransport):
    """A transport whose network minds the deadline while a head is read."""

    def __init__(self, inner: httpx2.BaseTransport, timeout_s: float) -> None:
        self._inner = inner
        self._timeout_s = timeout_s
        pool: Any = getattr(inner, "_pool", None)
        if pool is not None:
            pool._network_backend = _Network(pool._network_backend)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        _NOW.at = time.monotonic() + self._timeout_s
        try:
            return self._inner.handle_request(request)
        finally:
            _NOW.at = None

    def close(self) -> None:
        self._inner.close()


class _Network(httpcore2.NetworkBackend):
    def __init__(self, inner: httpcore2.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.connect_tcp(host, port, timeout, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.connect_unix_socket(path, timeout, socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _left(timeout: float | None, too_late: type[Exception]) -> float | None:
    """Seconds that may still be waited, no more than `timeout`."""
    if _NOW.at is None:
        return timeout
    left = _NOW.at - time.monotonic()
    if left <= 0:
        raise too_late("the reply's head took longer than the time limit")
    return left if timeout is None else min(left, timeout)
