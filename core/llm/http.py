"""An HTTP client for an endpoint's address: no redirects, replies held to a deadline and a limit of bytes."""

from __future__ import annotations

import ssl
import time
from functools import cache, partial
from urllib.parse import urlsplit

import httpx2

from core.llm.deadline import hold_to_deadline
from core.llm.reply_stream import ACCEPTED, ReplyStream

_CONNECT_S = 10.0
_STARTED = "shinsa.started"


def http_client(base_url: str, timeout_s: float, most_bytes: int) -> httpx2.Client:
    """A client that follows no redirect (the text would go elsewhere) and uses no proxy for this machine.

    Args:
        base_url: where the endpoint is.
        timeout_s: from the start of a request to the end of its reply.
        most_bytes: of a reply, after decompression.
    """
    local = urlsplit(base_url).hostname in ("localhost", "127.0.0.1", "::1")
    limit = partial(_limit, timeout_s=timeout_s, most_bytes=most_bytes)
    client = httpx2.Client(
        timeout=httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s)),
        follow_redirects=False,
        trust_env=not local,
        verify=_trusted(),
        event_hooks={"request": [_start], "response": [limit]},
    )
    hold_to_deadline(client, timeout_s)
    return client


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates. Reading them takes a third of a second, so all clients of a process share them."""
    return httpx2.create_ssl_context()


def _start(request: httpx2.Request) -> None:
    request.extensions[_STARTED] = time.monotonic()
    request.headers["accept-encoding"] = ACCEPTED


def _limit(response: httpx2.Response, *, timeout_s: float, most_bytes: int) -> None:
    deadline = response.request.extensions[_STARTED] + timeout_s
    response.request.extensions["timeout"]["read"] = max(deadline - time.monotonic(), 0.001)
    assert isinstance(response.stream, httpx2.SyncByteStream)
    response.stream = ReplyStream(
        response.stream,
        # The stream decompresses by itself: the client must not do it again.
        encoding=response.headers.pop("content-encoding", ""),
        deadline=deadline,
        most_bytes=most_bytes,
        request=response.request,
    )
