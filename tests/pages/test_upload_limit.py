"""What pages may upload within an hour: counted as it comes, for each person by themselves, for all apps at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.access import UploadQuota, upload_quota
from core.errors import StoreBusy
from core.settings import load_settings
from core.store import Store, open_store
from core.ui.uploads import WHO, UploadLimit

PLACE = "/_stcore/upload_file/session/file"


class Visitor:
    """Speaks to a limit of ten bytes in front of an app that reads everything."""

    def __init__(self, store: Store) -> None:
        self.read: list[bytes] = []
        self._limit = UploadLimit(self._app, quota=lambda: UploadQuota(store, most=10))

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

    def put(self, *pieces: bytes, who: str = "a", declared: str | None = None, path: str = PLACE) -> int | None:
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

        headers = [] if declared is None else [(b"Content-Length", declared.encode())]
        scope = {"type": "http", "method": "PUT", "path": path, "headers": headers, WHO: who}
        asyncio.run(self._limit(scope, receive, send))
        return sent[0]["status"] if sent else None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of the store."""
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    """An empty store."""
    opened = open_store(load_settings(data_dir=folder, env_file=folder / "none"))
    yield opened
    opened.close()


def test_what_came_before_counts_and_others_are_not_held_up(store: Store) -> None:
    visitor = Visitor(store)
    assert visitor.put(b"1234", b"56", declared="6") == 204
    assert visitor.put(b"12345", declared="5") == 429
    assert visitor.put(b"1234", declared="4") == 204
    assert visitor.put(b"12345", declared="5", who="b") == 204
    assert visitor.put(b"123456789012", declared="12", path="/elsewhere") == 204
    assert visitor.read[:2] == [b"123456", b"1234"]


@pytest.mark.parametrize("declared", [None, "3", "-3", "x", "9" * 20])
def test_a_length_that_is_not_told_or_false_helps_nobody(store: Store, declared: str | None) -> None:
    visitor = Visitor(store)
    assert visitor.put(b"123456", b"123456", declared=declared) is None
    assert visitor.put(b"1", declared="1") == 429
    assert visitor.read == []


def test_what_was_told_and_did_not_come_is_given_back(store: Store) -> None:
    visitor = Visitor(store)
    assert visitor.put(b"1", declared="9") == 204
    assert visitor.put(b"123456789", declared="9") == 204
    assert visitor.put(b"1", declared="1") == 429


def test_two_apps_count_together_and_after_an_hour_there_is_room(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was counted by the login's cookie and by each app: another login, or the other app, gave as much again."""
    other_app = open_store(load_settings(data_dir=folder, env_file=folder / "none"))
    assert Visitor(store).put(b"123456", declared="6") == 204
    assert Visitor(other_app).put(b"12345", declared="5") == 429
    now = upload_quota.time.time()
    monkeypatch.setattr(upload_quota.time, "time", lambda: now + 3_601)
    assert Visitor(other_app).put(b"12345", declared="5") == 204
    other_app.close()


def test_while_it_cannot_be_counted_nothing_is_taken(store: Store) -> None:
    def busy() -> UploadQuota:
        raise StoreBusy("writing", reason="writing")

    visitor = Visitor(store)
    visitor._limit = UploadLimit(visitor._app, quota=busy)
    assert visitor.put(b"1", declared="1") == 503
    assert visitor.read == []
