"""How much may be uploaded: Streamlit holds uploads in memory and limits only the size of each file."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from core.ui.gate import answer

_PLACE = "/_stcore/upload_file/"
_HOUR_S = 3_600.0
_WHO = 2_000
_HEADERS = ((b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"600"))


@dataclass(slots=True)
class _Sent:
    pieces: deque[tuple[float, int]] = field(default_factory=deque)
    total: int = 0


class UploadQuota:
    """Bytes that each may send within an hour."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sent: OrderedDict[str, _Sent] = OrderedDict()

    def has_room(self, who: str, size: int) -> bool:
        """Whether somebody may send so many bytes more."""
        return self._of(who).total + size <= self._most

    def spend(self, who: str, size: int) -> bool:
        """Count what somebody sent; whether it was within the limit."""
        sent = self._of(who)
        sent.pieces.append((time.monotonic(), size))
        sent.total += size
        return sent.total <= self._most

    def _of(self, who: str) -> _Sent:
        sent = self._sent.setdefault(who, _Sent())
        self._sent.move_to_end(who)
        while len(self._sent) > _WHO:
            self._sent.popitem(last=False)
        since = time.monotonic() - _HOUR_S
        while sent.pieces and sent.pieces[0][0] < since:
            sent.total -= sent.pieces.popleft()[1]
        return sent


class UploadLimit:
    """ASGI middleware: whoever has sent too much within an hour is told to wait (429).

    Args:
        app: what stands behind.
        most: bytes an hour, for each login; without logins for all together.
        by_login: whether people log in. The gate in front has then seen that the cookie is genuine.
    """

    def __init__(self, app: ASGIApp, *, most: int, by_login: bool) -> None:
        self._app = app
        self._quota = UploadQuota(most)
        self._by_login = by_login

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what an upload brings, let anything else through."""
        if scope["type"] != "http" or scope["method"] != "PUT" or not scope["path"].startswith(_PLACE):
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        cookies = cookie_parser(headers.get(b"cookie", b"").decode("latin-1"))
        who = cookies.get(USER_COOKIE_NAME, "") if self._by_login else ""
        declared = headers.get(b"content-length", b"0")
        coming = int(declared) if declared.isdigit() and len(declared) < 16 else 0
        if not self._quota.has_room(who, coming):
            await answer(send, 429, b"Too much was uploaded within an hour. Try again later.", _HEADERS)
            return

        async def counting() -> Message:
            message = await receive()
            body = message.get("body", b"")
            return message if self._quota.spend(who, len(body)) else {"type": "http.disconnect"}

        await self._app(scope, counting, send)
