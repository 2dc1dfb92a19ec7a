"""`/readyz` says when the store answers and the graph has caught up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from core.errors import StoreError
from core.ui import readiness
from core.ui.gate import Gate
from core.ui.readiness import Readiness
from core.workbench.workbench import Workbench


def answer(path: str = "/readyz", *, method: str = "GET", host: str = "localhost") -> tuple[int, bytes]:
    """Status and body behind the gate; the app behind answers 299."""
    sent: list[dict[str, Any]] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"behind"})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    headers = [(b"host", host.encode())]
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""}
    asyncio.run(Gate(Readiness(app))(scope, receive, send))
    return sent[0]["status"], sent[1]["body"]


def test_ready_once_the_graph_has_caught_up(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "workbench", lambda: workbench)
    status, body = answer()
    assert (status, json.loads(body)) == (503, {"store": True, "graph": False})
    workbench.graph()
    status, body = answer()
    assert (status, json.loads(body)) == (200, {"store": True, "graph": True})
    assert answer(method="HEAD") == (200, b"")
    assert answer(method="POST")[0] == 299
    assert answer("/readyz/x")[0] == 299
    assert answer(host="evil.example")[0] == 403


def test_not_ready_without_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> Workbench:
        raise StoreError("postgresql://user:password@host is away")

    monkeypatch.setattr(readiness, "workbench", refused)
    status, body = answer()
    assert (status, json.loads(body)) == (503, {"store": False, "graph": False})
