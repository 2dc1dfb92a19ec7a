"""The gate in front of the server: who may speak to it, and what browsers may do with its answers.

Streamlit accepts a websocket from any port of localhost, and asks a host on the internet for its own address before
it turns a foreign Origin down. This gate answers first: only pages of this very server may connect.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def _own_inline_scripts() -> str:
    """Hashes of the inline scripts of Streamlit's own start page, which the policy lets run."""
    start_page = Path(streamlit.__file__).parent / "static" / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", start_page.read_text(encoding="utf-8"), re.DOTALL)
    hashes = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    return "".join(f" 'sha256-{value}'" for value in hashes)


POLICY = "; ".join(
    (
        "default-src 'self'",
        f"script-src 'self' 'wasm-unsafe-eval'{_own_inline_scripts()}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "frame-src 'self' blob: data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """ASGI middleware.

    Args:
        app: what stands behind.
        home: paths that mean the default page, which Streamlit serves at `/` only; they are redirected there.
        hosts: names of this server beside those of this machine.
        origin: what its pages come from under those names, such as `https://shinsa.example.com`.
    """

    def __init__(
        self, app: ASGIApp, home: Iterable[str] = (), hosts: Iterable[str] = (), origin: str | None = None
    ) -> None:
        self._app = app
        self._home = frozenset(home)
        self._hosts = HOSTS | frozenset(hosts)
        self._origin = origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, with security headers on its answer, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_welcome(scope, headers):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "http" and scope["path"].rstrip("/") in self._home:
            query = scope["query_string"]
            location = b"/" + (b"?" + query if query else b"")
            await answer(send, 307, b"", ((b"location", location),))
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                ours = {name for name, _ in HEADERS}
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in ours]
                message["headers"] = [*kept, *HEADERS]
            await send(message)

        await self._app(_without_forwarding(scope), receive, guarded)

    def _is_welcome(self, scope: Scope, headers: dict[str, str]) -> bool:
        host = headers.get("host", "")
        name = _host_name(host)
        if name not in self._hosts:
            return False
        origin = headers.get("origin")
        if origin is None:
            return bool(scope["type"] != "websocket")
        if scope["type"] != "websocket" and scope["method"] in _SAFE_METHODS:
            return True
        if name in HOSTS:
            return bool(urlsplit(origin).netloc == host)
        return self._origin is not None and origin == self._origin


_FORWARDING = (b"forwarded", b"x-forwarded-", b"x-real-ip", b"x-original-", b"x-rewrite-url", b"x-remote-user")


def _without_forwarding(scope: Scope) -> Scope:
    """The request without what a proxy, or anybody, says about where it came from: nothing here goes by that."""
    kept = [(name, value) for name, value in scope["headers"] if not name.lower().startswith(_FORWARDING)]
    return {**scope, "headers": kept}


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await answer(send, 403, b"Not from this address.", ((b"content-type", b"text/plain; charset=utf-8"),))


async def answer(send: Send, status: int, body: bytes, headers: tuple[tuple[bytes, bytes], ...]) -> None:
    """Send a whole answer, with the security headers and its length."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
