"""What stands around the pages: Streamlit's files from memory, probes, connections that send at once."""

from __future__ import annotations

import asyncio
import gc
import socket
import tomllib
from pathlib import Path
from typing import Any

import pytest
import streamlit

from core.garbage import spare_what_is_loaded
from core.settings import ROOT
from core.ui.assets import Assets
from core.ui.server import send_at_once

STATIC = Path(streamlit.__file__).parent / "static" / "static"
SCRIPT = next(file for file in sorted((STATIC / "js").iterdir()) if file.suffix == ".js")


def answer(path: str, *, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body for a request; the app behind answers 299."""
    sent: list[dict[str, Any]] = []

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"behind"})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": given}
    asyncio.run(Assets(app)(scope, receive, send))
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


def test_a_file_of_streamlits_is_answered_whole() -> None:
    for _ in range(2):
        status, headers, body = answer(f"/static/js/{SCRIPT.name}")
        assert (status, body) == (200, SCRIPT.read_bytes())
        assert headers["content-length"] == str(len(body))
        assert headers["content-type"].endswith("javascript") or "javascript;" in headers["content-type"]
        assert "immutable" in headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/graph",
        "/static/",
        "/static/js",
        "/static/js/nothing.js",
        "/static/js/../../index.html",
        "/static/../index.html",
        "/static//etc/passwd",
        "/static/js/%2e%2e/x",
        "/_stcore/health",
        "/_stcore/host-config",
        "/app/static/js/x.js",
    ],
)
def test_anything_else_goes_through(path: str) -> None:
    assert answer(path)[0] == 299


def test_a_part_of_a_file_or_another_method_goes_through() -> None:
    assert answer(f"/static/js/{SCRIPT.name}", range="bytes=0-9")[0] == 299
    assert answer(f"/static/js/{SCRIPT.name}", method="POST")[0] == 299


@pytest.mark.parametrize("path", ["/graph/_stcore/health", "/contract/_stcore/host-config"])
def test_a_probe_under_a_pages_address_is_not_there(path: str) -> None:
    assert answer(path)[0] == 404


def test_connections_of_streamlits_socket_do_not_wait_to_send() -> None:
    """Streamlit's socket names no protocol, so asyncio leaves it as it is: every answer waited 40 ms."""

    async def options() -> tuple[int, int]:
        found = asyncio.get_running_loop().create_future()

        class Server(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted = transport.get_extra_info("socket")
                found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        send_at_once()
        listening = socket.socket(family=socket.AF_INET)
        listening.bind(("127.0.0.1", 0))
        server = await asyncio.get_running_loop().create_server(Server, sock=listening)
        before = listening.proto
        _, writer = await asyncio.open_connection(*listening.getsockname())
        seen = await asyncio.wait_for(found, 10)
        writer.close()
        server.close()
        return before, seen

    protocol, no_delay = asyncio.run(options())
    assert protocol == 0
    assert no_delay


def test_no_collection_after_each_run_and_none_over_what_the_start_made() -> None:
    """Streamlit's collection after each run took six times as long as the run itself."""
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())
    assert config["runner"]["postScriptGC"] is False
    frozen = gc.get_freeze_count()
    try:
        spare_what_is_loaded()
        assert gc.get_freeze_count() > frozen + 10_000
        assert gc.isenabled()
    finally:
        gc.unfreeze()
