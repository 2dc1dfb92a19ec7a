"""An OpenAI-compatible server over HTTP that answers by a script: for tests and demonstrations.

It speaks chat completions, responses, embeddings and models, whole and as server-sent events, and fails on demand.
Everything between the client and the socket is real.
"""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

import orjson
from pydantic import JsonValue

from core.llm.scripted import demo_answers as wording
from core.llm.scripted.script import Playing, ReceivedRequest, Script, Step

_LARGEST = 64 * 1024 * 1024
_EXHAUSTED = Step(status=400, code="script_exhausted", message="The script has no step for this request.")


class ScriptedServer:
    """A server on a port of this machine; a context manager that starts and stops it.

    `requests` holds what it was asked, in order.
    """

    def __init__(self, script: Script, *, port: int = 0, missing: tuple[str, ...] = ()) -> None:
        """Prepare; nothing listens yet.

        Args:
            script: steps in order, or a function from request to step.
            port: 0 takes a free one.
            missing: interfaces that answer 404, such as `/responses`.
        """
        self.requests: list[ReceivedRequest] = []
        self._playing = Playing(script)
        self._missing = missing
        self._port = port
        self._stopping = threading.Event()
        self._http: _Http | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> Self:
        """Listen and answer in the background.

        Raises:
            OSError: the port is taken.
        """
        self._http = _Http(self, self._port)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Close the port and every connection; waiting steps are woken."""
        if self._http is None or self._thread is None:
            return
        self._stopping.set()
        self._http.shutdown()
        self._http.close_connections()
        self._http.server_close()
        self._thread.join()
        self._http = None

    def wait(self) -> None:
        """Wait until the server is stopped."""
        if self._thread is not None:
            self._thread.join()

    @property
    def base_url(self) -> str:
        """Address to put into `OPENAI_BASE_URL`."""
        if self._http is None:
            raise RuntimeError("the scripted server is not running")
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        return self if self._http is not None else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def answer(self, seen: ReceivedRequest) -> Step | None:
        """The step for a request, which is kept in `requests`."""
        self.requests.append(seen)
        if seen.api is None or any(seen.path.partition("?")[0].endswith(path) for path in self._missing):
            return Step(status=404, message="Not Found")
        step = self._playing.step(seen)
        return _EXHAUSTED if step is None and seen.api != "embeddings" else step

    @property
    def stopping(self) -> bool:
        """Whether the server is being stopped."""
        return self._stopping.is_set()

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than the server runs."""
        self._stopping.wait(seconds)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True

    def __init__(self, owner: ScriptedServer, port: int) -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    def note(self, connection: socket.socket, *, opened: bool) -> None:
        with self._lock:
            (self._open.add if opened else self._open.discard)(connection)

    def close_connections(self) -> None:
        with self._lock:
            for connection in self._open:
                _shut(connection)


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was quicker


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def setup(self) -> None:
        super().setup()
        self.server.note(self.connection, opened=True)

    def finish(self) -> None:
        self.server.note(self.connection, opened=False)
        try:
            super().finish()
        except OSError:
            return  # the client has left

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            self.close_connection = True  # the client has left, which faults and closed streams are meant to cause

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: requests are kept in `requests`."""

    def do_GET(self) -> None:
        if self.path.partition("?")[0].endswith("/models"):
            model = {"id": "scripted", "object": "model", "created": 0, "owned_by": "shinsa"}
            self._send(200, orjson.dumps({"object": "list", "data": [model]}), "application/json")
        else:
            self._send(404, orjson.dumps(wording.error_body(Step(message="Not Found"))), "application/json")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > _LARGEST:
            self._send(413, b"", "text/plain")
            return
        try:
            body = orjson.loads(self.rfile.read(length))
        except orjson.JSONDecodeError:
            body = None
        if not isinstance(body, dict):
            refused = Step(status=400, message="The body is no JSON object.")
            self._send(400, orjson.dumps(wording.error_body(refused)), "application/json")
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = ReceivedRequest(self.path, headers, body, _messages(body))
        step = self.server.owner.answer(seen)
        if step is not None and step.delay_s:
            self.server.owner.pause(step.delay_s)
        self._play(step, seen)

    def _play(self, step: Step | None, seen: ReceivedRequest) -> None:
        if step is None or seen.api == "embeddings":
            self._play_embeddings(step, seen)
        elif step.status != 200 or step.raw is not None:
            self._send_plain(step)
        elif seen.body.get("stream"):
            events = wording.chat_events if seen.api == "chat" else wording.responses_events
            self._stream(step, events(step, seen))
        else:
            whole = wording.chat_whole if seen.api == "chat" else wording.responses_whole
            self._send_whole(step, orjson.dumps(whole(step, seen)))

    def _play_embeddings(self, step: Step | None, seen: ReceivedRequest) -> None:
        if step is not None and (step.status != 200 or step.raw is not None):
            self._send_plain(step)
        else:
            self._send_whole(step or Step(), orjson.dumps(wording.embeddings(step, seen)))

    def _send_plain(self, step: Step) -> None:
        content = step.raw.encode() if step.raw is not None else orjson.dumps(wording.error_body(step))
        headers = step.headers
        if step.gzip:
            content, headers = gzip.compress(content), {"Content-Encoding": "gzip", **headers}
        self._send(step.status, content, step.content_type or "application/json", headers)

    def _send_whole(self, step: Step, content: bytes) -> None:
        kind = step.content_type or "application/json"
        if step.cut_after is not None:
            self._head(200, kind, step.headers, length=len(content))
            self.wfile.write(content[: step.cut_after])
            self._cut()
        elif step.endless:
            self._head(200, kind, step.headers, length=None)
            while not self.server.owner.stopping:
                self.wfile.write(f"{len(content):X}\r\n".encode() + content + b"\r\n")
        elif step.gzip:
            self._send(200, gzip.compress(content), kind, {"Content-Encoding": "gzip", **step.headers})
        elif step.drip_s:
            self._head(200, kind, step.headers, length=len(content))
            for start in range(0, len(content), step.piece):
                self.wfile.write(content[start : start + step.piece])
                self.server.owner.pause(step.drip_s)
        else:
            self._send(200, content, kind, step.headers)

    def _stream(self, step: Step, events: Iterator[tuple[str, bytes]]) -> None:
        self._head(200, step.content_type or "text/event-stream", step.headers, length=None)
        sent = 0
        for text, event in events:
            if step.cut_after is not None and sent + len(text) > step.cut_after:
                self._cut()
                return
            sent += len(text)
            self.wfile.write(f"{len(event):X}\r\n".encode() + event + b"\r\n")
            if step.drip_s:
                self.server.owner.pause(step.drip_s)
        if step.cut_after is not None:
            self._cut()
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _cut(self) -> None:
        self.wfile.flush()
        _shut(self.connection)
        self.close_connection = True

    def _send(self, status: int, content: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self._head(status, kind, headers or {}, length=len(content))
        self.wfile.write(content)

    def _head(self, status: int, kind: str, headers: dict[str, str], *, length: int | None) -> None:
        self.send_response(status, HTTPStatus(status).phrase if status in _PHRASES else "Scripted")
        self.send_header("Content-Type", kind)
        headers = {"x-request-id": f"req_{len(self.server.owner.requests)}", **headers}
        if length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


_PHRASES = {status.value for status in HTTPStatus}


def _messages(body: dict[str, JsonValue]) -> tuple[tuple[str, str], ...]:
    """Role and text of each message, in either interface's form."""
    items = body.get("messages", body.get("input"))
    found = []
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            output = item.get("type") == "function_call_output"
            role = "tool" if output else str(item.get("role", "assistant"))
            found.append((role, str(item.get("output" if output else "content") or "")))
    return tuple(found)
