"""An HTTP client whose replies are held to a deadline.

A read's own time limit starts anew with every byte, so a reply that drips would last for ever. Here the time counts
from the start of a request to the end of its reply; the check comes after each read, which is itself limited to
the time that was left when the reply began.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from functools import cache
from urllib.parse import urlsplit

import httpx2

_CONNECT_S = 10.0
_STARTED = "shinsa.started"


def http_client(base_url: str, timeout_s: float) -> httpx2.Client:
    """A client that follows no redirect (the text would go elsewhere) and uses no proxy for this machine."""
    local = urlsplit(base_url).hostname in ("localhost", "127.0.0.1", "::1")
    return httpx2.Client(
        timeout=httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s)),
        follow_redirects=False,
        trust_env=not local,
        verify=_trusted(),
        event_hooks={"request": [_start], "response": [lambda response: _limit(response, timeout_s)]},
    )


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates. Reading them takes a third of a second, so all clients of a process share them."""
    return httpx2.create_ssl_context()


def _start(request: httpx2.Request) -> None:
    request.extensions[_STARTED] = time.monotonic()


def _limit(response: httpx2.Response, timeout_s: float) -> None:
    deadline = response.request.extensions[_STARTED] + timeout_s
    response.request.extensions["timeout"]["read"] = max(deadline - time.monotonic(), 0.001)
    assert isinstance(response.stream, httpx2.SyncByteStream)
    response.stream = _Deadlined(response.stream, deadline, response.request)


class _Deadlined(httpx2.SyncByteStream):
    """A reply's bytes until the deadline."""

    def __init__(self, stream: httpx2.SyncByteStream, deadline: float, request: httpx2.Request) -> None:
        self._stream = stream
        self._deadline = deadline
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            yield part
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the reply took longer than the time limit", request=self._request)

    def close(self) -> None:
        self._stream.close()
