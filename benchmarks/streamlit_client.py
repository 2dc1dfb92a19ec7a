"""A browser's side of Streamlit's websocket, without a browser: it runs pages, sets widgets and uploads files."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import httpx2
import websockets
from journey_helpers import _wait_until_up
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from core.settings import ROOT

_KEYED = re.compile(r"\$\$ID-[0-9a-f]+-(.+)")
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
REFERENCE = re.compile(r"照会番号|Reference number")


class Server(NamedTuple):
    """A running workbench."""

    pid: int
    port: int

    def cpu_s(self) -> float:
        """Processor seconds of the server's own process, its threads included, its children not."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * _TICK_S

    def memory_mb(self) -> float:
        """Memory that is resident now."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0


@contextmanager
def workbench_server(
    data_dir: Path,
    log: Path,
    command: tuple[str, ...] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Server]:
    """A freshly started workbench on a free port; ended by its own process id.

    Args:
        data_dir: its data.
        log: where its output goes.
        command: what to put before `streamlit run`, such as a profiler; the current Python by default.
        environment: further settings.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    foreign = ("OPENAI", "LLM", "SHINSA")
    own = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    start = command or (sys.executable, "-m", "streamlit")
    options = ("run", str(ROOT / "app.py"), "--server.headless=true", f"--server.port={port}")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*start, *options],
            cwd=ROOT,
            env=own | dict(environment) | {"DATA_DIR": str(data_dir)},
            stdout=output,
            stderr=output,
        )
        try:
            _wait_until_up(process, port, log)
            yield Server(process.pid, port)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class Session:
    """One browser tab; what the server's side, or a proxy in front of it, sets as cookies it brings along.

    Attributes:
        widgets: ids of the widgets of the last run, by their key.
        alerts: texts of all errors and warnings that were drawn, ever.
        texts: every Markdown text of the last run.
        received: bytes and messages that came, ever.
    """

    def __init__(self, port: int) -> None:
        self._address = f"localhost:{port}"
        self._socket: websockets.ClientConnection | None = None
        self._page = ""
        self._page_hash = ""
        self._query = ""
        self._states: dict[str, WidgetState] = {}
        self._cached: dict[str, None] = {}
        self._urls: asyncio.Queue[Any] = asyncio.Queue()
        self._cookies: dict[str, str] = {}
        self.session_id = ""
        self.widgets: dict[str, str] = {}
        self.elements: dict[str, Any] = {}
        self.alerts: list[str] = []
        self.texts: list[str] = []
        self.received = [0, 0]
        self.sizes: dict[str, int] = {}

    async def open(self, page: str = "", query: str = "") -> None:
        """Connect and run a page for the first time."""
        async with self._web() as client:
            await client.get("/_stcore/health")
            self._cookies |= dict(client.cookies)
        self._socket = await websockets.connect(
            f"ws://{self._address}/_stcore/stream",
            origin=websockets.Origin(f"http://{self._address}"),
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())},
            max_size=None,
            ping_interval=None,
            open_timeout=60,
        )
        self._page, self._query = page, query
        await self.run()

    async def close(self) -> None:
        """Close the tab."""
        if self._socket is not None:
            await self._socket.close()

    async def ping(self) -> None:
        """Ask for a sign of life and wait for it."""
        assert self._socket is not None
        await (await self._socket.ping())

    async def run(self, **changes: WidgetState) -> None:
        """Run the page again with changed widgets, by key, until it is drawn. Triggers are forgotten afterwards."""
        assert self._socket is not None
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.page_name = self._query, self._page_hash, self._page
        state.cached_message_hashes.extend(self._cached)
        triggers = []
        for key, value in changes.items():
            value.id = self.widgets[key]
            self._states[value.id] = value
            if value.WhichOneof("value") in ("trigger_value", "string_trigger_value", "chat_input_value"):
                triggers.append(value.id)
        state.widget_states.widgets.extend(self._states.values())
        await self._socket.send(message.SerializeToString())
        for id_ in triggers:
            del self._states[id_]
        self.texts = []
        while not self._ended(await self._next()):
            pass

    async def upload(self, key: str, files: Mapping[str, bytes]) -> None:
        """Put files into an uploader and run the page."""
        assert self._socket is not None
        request = BackMsg()
        request.file_urls_request.request_id = uuid.uuid4().hex
        request.file_urls_request.file_names.extend(files)
        request.file_urls_request.session_id = self.session_id
        await self._socket.send(request.SerializeToString())
        while self._urls.empty():
            self._ended(await self._next())
        given = self._urls.get_nowait()
        state = WidgetState()
        async with self._web() as client:
            client.headers["X-Xsrftoken"] = self._cookies.get("_streamlit_xsrf", "")
            for (name, data), url in zip(files.items(), given.file_urls, strict=True):
                answer = await client.put(url.upload_url, files={"file": (name, data)})
                answer.raise_for_status()
                info = state.file_uploader_state_value.uploaded_file_info.add()
                info.file_id, info.name, info.size = url.file_id, name, len(data)
                info.file_urls.CopyFrom(url)
        await self.run(**{key: state})

    def _web(self) -> httpx2.AsyncClient:
        origin = f"http://{self._address}"
        return httpx2.AsyncClient(base_url=origin, timeout=120, headers={"Origin": origin}, cookies=self._cookies)

    async def _next(self) -> ForwardMsg:
        assert self._socket is not None
        data = await self._socket.recv()
        assert isinstance(data, bytes)
        self.received[0] += len(data)
        self.received[1] += 1
        message = ForwardMsg.FromString(data)
        kind = message.WhichOneof("type")
        if kind == "delta":
            kind = f"delta {message.delta.WhichOneof('type')}"
            if message.delta.HasField("new_element"):
                kind = message.delta.new_element.WhichOneof("type") or kind
        self.sizes[kind] = self.sizes.get(kind, 0) + len(data)
        return cast(ForwardMsg, message)

    def _ended(self, message: ForwardMsg) -> bool:
        """Take a message in; whether it says that the script has ended."""
        kind = message.WhichOneof("type")
        if message.metadata.cacheable and message.hash:
            self._cached[message.hash] = None
        if kind == "new_session":
            self._page_hash = message.new_session.page_script_hash or self._page_hash
            self.session_id = message.new_session.initialize.session_id or self.session_id
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash or self._page_hash
        elif kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif kind == "file_urls_response":
            self._urls.put_nowait(message.file_urls_response)
        elif kind == "delta" and message.delta.HasField("new_element"):
            self._element(message.delta.new_element)
        elif kind == "script_finished":
            return message.script_finished in (
                ForwardMsg.FINISHED_SUCCESSFULLY,
                ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
            )
        return False

    def _element(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        part = getattr(element, kind)
        found = _KEYED.fullmatch(getattr(part, "id", "") or "")
        if found is not None:
            self.widgets[found[1]] = part.id
            self.elements[found[1]] = part
        if kind in ("alert", "markdown", "text"):
            self.texts.append(part.body)
        if kind == "alert" and part.format == part.ERROR:
            self.alerts.append(part.body)
