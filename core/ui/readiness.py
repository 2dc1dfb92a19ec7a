"""`/readyz`: whether this server can answer people yet; other than the health probe, which says that it lives."""

from __future__ import annotations

import anyio.to_thread
import orjson
from starlette.types import ASGIApp, Receive, Scope, Send

from core.errors import WorkbenchError
from core.ui.gate import answer
from core.ui.workbench import workbench

_PATH = "/readyz"
_HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))


class Readiness:
    """ASGI middleware, behind the gate."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the probe with 200 or 503, let anything else through."""
        if scope["type"] != "http" or scope["path"] != _PATH or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        state = await anyio.to_thread.run_sync(readiness)
        body = b"" if scope["method"] == "HEAD" else orjson.dumps(state)
        await answer(send, 200 if state["store"] and state["graph"] else 503, body, _HEADERS)


def readiness() -> dict[str, bool]:
    """Whether the store answers, and whether the graph has caught up with it since the start.

    Later uploads do not take the server out of service: questions go on while the graph takes them in.
    """
    try:
        opened = workbench()
        opened.library.count()
    except WorkbenchError:
        return {"store": False, "graph": False}
    return {"store": True, "graph": opened.caught_up}
