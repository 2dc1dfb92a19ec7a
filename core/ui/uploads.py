"""How much may be uploaded: Streamlit holds uploads in memory and limits only the size of each file."""

from __future__ import annotations

from collections.abc import Callable

import anyio.to_thread
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.access import UploadQuota
from core.errors import StoreError
from core.ui.gate import answer

WHO = "shinsa.who"
"""Key of a request's scope under which the gate of logins says whose it is; nothing in a request can set it."""
_PLACE = "/_stcore/upload_file/"
_HEADERS = ((b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"600"))


class UploadLimit:
    """ASGI middleware: whoever has sent too much within an hour is told to wait (429).

    Args:
        app: what stands behind.
        quota: gives the count that all apps share. Without logins all are counted together.
    """

    def __init__(self, app: ASGIApp, *, quota: Callable[[], UploadQuota]) -> None:
        self._app = app
        self._quota = quota

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what an upload brings, let anything else through."""
        if scope["type"] != "http" or scope["method"] != "PUT" or not scope["path"].startswith(_PLACE):
            await self._app(scope, receive, send)
            return
        who = str(scope.get(WHO, ""))
        declared = {name.lower(): value for name, value in scope["headers"]}.get(b"content-length", b"0")
        coming = int(declared) if declared.isdigit() and len(declared) < 16 else 0
        try:
            left = await anyio.to_thread.run_sync(lambda: self._quota().spend(who, coming))
        except StoreError:
            await answer(send, 503, b"Try again in a moment.", _HEADERS)
            return
        if left is None:
            await answer(send, 429, b"Too much was uploaded within an hour. Try again later.", _HEADERS)
            return
        came = 0

        async def counting() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            return message if came <= coming + left else {"type": "http.disconnect"}

        try:
            await self._app(scope, counting, send)
        finally:
            if came != coming:
                await anyio.to_thread.run_sync(lambda: self._quota().correct(who, came - coming))
