"""What pages may upload within an hour: counted as it comes, for each login by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.ui import uploads
from core.ui.uploads import UploadLimit

PLACE = "/_stcore/upload_file/session/file"


class Visitor:
    """Speaks to a limit of ten bytes in front of an app that reads everything."""

    def __init__(self, *, by_login: bool) -> None:
        self.read: list[bytes] = []
        self._limit = UploadLimit(self._app, most=10, by_login=by_login)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        whole = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            whole += message["body"]
            if not message.get("more_body"):
                break
        self.read.append(whole)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def put(self, *pieces: bytes, login: str = "a", declared: str | None = None, path: str = PLACE) -> int | None:
        """Status of the answer; None where the connection was ended in the middle."""
        coming = [
            {"type": "http.request", "body": piece, "more_body": place < len(pieces)}
            for place, piece in enumerate(pieces, 1)
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            return coming.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"Cookie", f"_streamlit_user={login}".encode())]
        if declared is not None:
            headers.append((b"Content-Length", declared.encode()))
        scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
        asyncio.run(self._limit(scope, receive, send))
        return sent[0]["status"] if sent else None


def test_what_came_before_counts_and_others_are_not_held_up() -> None:
    visitor = Visitor(by_login=True)
    assert visitor.put(b"1234", b"56", declared="6") == 204
    assert visitor.put(b"12345", declared="5") == 429
    assert visitor.put(b"1234", declared="4") == 204
    assert visitor.put(b"12345", declared="5", login="b") == 204
    assert visitor.put(b"123456789012", declared="12", path="/elsewhere") == 204
    assert visitor.read[:2] == [b"123456", b"1234"]


@pytest.mark.parametrize("declared", [None, "3", "-3", "x", "9" * 20])
def test_a_length_that_is_not_told_or_false_helps_nobody(declared: str | None) -> None:
    visitor = Visitor(by_login=True)
    assert visitor.put(b"123456", b"123456", declared=declared) is None
    assert visitor.put(b"1", declared="1") == 429
    assert visitor.read == []


def test_without_logins_all_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that only claims to be a login's gives no room; after an hour there is room again."""
    visitor = Visitor(by_login=False)
    assert visitor.put(b"123456", login="a") == 204
    assert visitor.put(b"12345", login="b", declared="5") == 429
    now = uploads.time.monotonic()
    monkeypatch.setattr(uploads.time, "monotonic", lambda: now + 3_601)
    assert visitor.put(b"12345", login="b", declared="5") == 204
