"""A real server and a real browser for journeys, and the watch over where requests go."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request, WebSocket, expect

from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.library import Library
from core.settings import load_settings
from core.store import open_store

ROOT = Path(__file__).resolve().parents[2]
WAIT_MS = 60_000
INSIDE = {"localhost", "127.0.0.1"}


@contextmanager
def server(
    data_dir: Path,
    log: Path,
    *,
    script: Path = ROOT / "app.py",
    port: int | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[int]:
    """A freshly started workbench, or another script of Streamlit's, on a free port of this machine; gives the port.

    `environment` holds further settings.
    """
    with served(data_dir, log, script=script, port=port, environment=environment) as (chosen, _process):
        yield chosen


@contextmanager
def served(
    data_dir: Path,
    log: Path,
    *,
    script: Path = ROOT / "app.py",
    port: int | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Like `server`; gives its process as well, which the test may end as it likes."""
    port = free_port() if port is None else port
    own = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI", "LLM", "SHINSA"))}
    options = ["--server.headless=true", f"--server.port={port}"]
    command = [sys.executable, "-m", "streamlit", "run", str(script), *options]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=own | dict(environment) | {"DATA_DIR": str(data_dir)}, stdout=output, stderr=output
        )
        try:
            _wait_until_up(process, port, log)
            yield port, process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {log.read_text()[-2000:]}")
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=2)) as connection:
                connection.request("GET", "/_stcore/health")
                if connection.getresponse().status == 200:
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"the server did not come up: {log.read_text()[-2000:]}")


@dataclass
class Watch:
    """Every address that a browser asked for, websockets included."""

    asked: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        """Write down what a context asks for."""
        context.on("request", self._request)
        context.on("page", lambda page: page.on("websocket", self._socket))

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)

    def _socket(self, websocket: WebSocket) -> None:
        self.asked.append(websocket.url)

    def outside(self) -> list[str]:
        """Addresses beyond this machine."""
        parts = [(url, urlsplit(url)) for url in self.asked]
        return [url for url, part in parts if part.scheme not in ("data", "blob") and part.hostname not in INSIDE]


def settled(page: Page) -> None:
    """Wait until the page has been drawn and nothing runs."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=WAIT_MS)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=WAIT_MS)


def go(page: Page, port: int, path: str) -> None:
    """Open an address of the workbench and wait for its heading."""
    page.goto(f"http://localhost:{port}{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT_MS)
    settled(page)


@contextmanager
def filled_server(folder: Path, samples: Sequence[str]) -> Iterator[int]:
    """A server over a data folder with some of the samples, taken in by this process; gives the port."""
    chosen = load_settings(data_dir=folder / "data")
    store = open_store(chosen)
    library = Library(store, chosen)
    for name in samples:
        add_contract(library, (ROOT / "data" / "samples" / name).read_bytes(), name)
    store.close()
    with server(folder / "data", folder / "server.log") as number:
        yield number


def add_contract(library: Library, data: bytes, name: str) -> None:
    """Take a file into a library in this process."""
    batch = library.ingest([(library.receive(data, name), name)], user="sato")
    (unit,) = library._ledger.units(batch)
    result = ingest_file(unit.payload, data, lambda _stage: None)
    with library._store.write() as session:
        store_contract(session, unit, result)
    library._ledger.cancel(batch)
