"""ASGI middleware that answers `/api/v1` and lets anything else through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import anyio.to_thread
import orjson
from starlette.types import ASGIApp, Receive, Scope, Send

from core import logs
from core.access import ApiTokens, UploadQuota, acting_as
from core.errors import NotAllowed, TooLarge, WorkbenchError
from core.settings import MB
from core.ui.access.session_actor import login_is_on
from core.ui.api.answers import ApiRequest, find_route, problem
from core.ui.gate import answer
from core.ui.workbench import workbench

_PLACE = "/api/v1"
_HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))
_log = logs.log(__name__)


class ApiGate:
    """The programming interface. A request carries a token (`Authorization: Bearer …`); cookies count for nothing."""

    def __init__(self, app: ASGIApp, *, quota: Callable[[], UploadQuota]) -> None:
        """Args:
        app: what stands behind.
        quota: gives the count of what is uploaded, which a person's tokens and pages share.
        """
        self._app = app
        self._quota = quota

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request below `/api/v1`."""
        path = scope.get("path", "")
        if scope["type"] != "http" or not (path == _PLACE or path.startswith(f"{_PLACE}/")):
            await self._app(scope, receive, send)
            return
        try:
            status, value = await self._answered(scope, receive)
        except WorkbenchError as error:
            status, value = problem(error)
        except Exception as error:  # noqa: BLE001  # the border: logged with a reference number
            reference = logs.new_reference()
            _log.error("uncaught error", reference=reference, error=type(error).__name__, exc_info=True)
            status, value = 500, {"error": {"code": "unexpected", "reference": reference}}
        challenge = ((b"www-authenticate", b"Bearer"),) if status == 401 else ()
        await answer(send, status, orjson.dumps(value), (*_HEADERS, *challenge))

    async def _answered(self, scope: Scope, receive: Receive) -> tuple[int, Any]:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        kind, _, secret = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not secret.strip():
            raise NotAllowed("a token is needed", reason="token")
        opened = await anyio.to_thread.run_sync(workbench)
        tokens = ApiTokens(opened.store)
        actor = await anyio.to_thread.run_sync(lambda: tokens.actor_of(secret.strip(), login_is_on=login_is_on()))
        route, parts = find_route(scope["method"], scope["path"].removeprefix(_PLACE).strip("/"))
        body = b""
        if route.takes_body:
            # Only whoever may upload makes us hold a file in memory.
            with acting_as(actor):
                route.check()
            body = await _body(receive, limit=opened.settings.max_file_bytes)
            who = actor.user_id or actor.token_id or ""
            if await anyio.to_thread.run_sync(lambda: self._quota().spend(who, len(body))) is None:
                return 429, {"error": {"code": "too_many", "message": "too much was uploaded within an hour"}}
        request = ApiRequest(parts, scope["query_string"].decode("latin-1"), headers, body)

        def run() -> tuple[int, Any]:
            with acting_as(actor):
                route.check()
                return route.answer(opened, request)

        return await anyio.to_thread.run_sync(run)


async def _body(receive: Receive, *, limit: int) -> bytes:
    """The request's body.

    Raises:
        TooLarge: over `limit` bytes; the rest is not read.
    """
    parts: list[bytes] = []
    size = 0
    async for part in _parts(receive):
        size += len(part)
        if size > limit:
            raise TooLarge("the file is too large", reason="file_size", limit=limit // MB)
        parts.append(part)
    return b"".join(parts)


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return
        yield message.get("body", b"")
        if not message.get("more_body"):
            return
