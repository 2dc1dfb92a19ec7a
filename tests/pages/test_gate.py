"""The gate in front of the server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.ui.gate import HEADERS, Gate


def answer(kind: str, method: str, path: str, headers: dict[str, str], query: bytes = b"") -> list[dict[str, Any]]:
    """Messages that the gate sends for a request; the app behind answers 200 or accepts."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"ALLOW")]})
        await send({"type": "http.response.body", "body": b"page"})

    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(Gate(app, home=["/contracts"])(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"host": "localhost:8501"}, 200),
        ("GET", {"host": "127.0.0.1:8501"}, 200),
        ("GET", {"host": "[::1]:8501"}, 200),
        ("GET", {"host": "evil.example"}, 403),
        ("GET", {"host": "localhost.evil.example:8501"}, 403),
        ("GET", {"host": "[bad"}, 403),
        ("GET", {}, 403),
        ("PUT", {"host": "localhost:8501", "origin": "http://localhost:8501"}, 200),
        ("PUT", {"host": "localhost:8501"}, 200),
        ("PUT", {"host": "localhost:8501", "origin": "http://localhost:9999"}, 403),
        ("POST", {"host": "localhost:8501", "origin": "http://evil.example"}, 403),
        ("DELETE", {"host": "localhost:8501", "origin": "null"}, 403),
    ],
)
def test_requests(method: str, headers: dict[str, str], status: int) -> None:
    start, *_ = answer("http", method, "/", headers)
    assert start["status"] == status
    # Each header once, ours in place of what the app says.
    assert [pair for pair in start["headers"] if pair in HEADERS] == list(HEADERS)
    assert sum(name == b"x-frame-options" for name, _ in start["headers"]) == 1


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ({"host": "localhost:8501", "origin": "http://localhost:8501"}, True),
        ({"host": "127.0.0.1:8501", "origin": "http://127.0.0.1:8501"}, True),
        ({"host": "localhost:8501", "origin": "http://localhost:3000"}, False),
        ({"host": "localhost:8501", "origin": "http://evil.example"}, False),
        ({"host": "evil.example", "origin": "http://evil.example"}, False),
        ({"host": "localhost:8501", "origin": "null"}, False),
        ({"host": "localhost:8501"}, False),
    ],
)
def test_websockets(headers: dict[str, str], welcome: bool) -> None:
    expected = {"type": "websocket.accept"} if welcome else {"type": "websocket.close", "code": 1008}
    assert answer("websocket", "GET", "/_stcore/stream", headers) == [expected]


def test_the_default_page_has_an_address_of_its_own() -> None:
    start, body = answer("http", "GET", "/contracts", {"host": "localhost"}, b"lang=en")
    assert start["status"] == 307
    assert dict(start["headers"])[b"location"] == b"/?lang=en"
    assert body["body"] == b""
