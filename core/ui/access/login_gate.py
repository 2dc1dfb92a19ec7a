"""The gate behind which only those who have logged in get: every request and every message is asked anew.

What anybody may have: Streamlit's own scripts, the empty page that they fill, probes, the way to the provider. The
page itself says that one has to log in (`core.ui.access.login_view`), as its session stands for nobody. On a
websocket whose login has ended nothing runs but that page. Downloads and uploads have addresses that are hard to guess,
and are given to the login alone that was told of them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping

import anyio.to_thread
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from core.access import NO_LOGIN, Login, Logins, act_as_from_now
from core.errors import StoreError
from core.ui.access.cookies import checked_place, claims_in, hardened, place_to_return, return_cookie, sets_login
from core.ui.gate import answer
from core.ui.uploads import WHO

_CALLBACK, _LOGIN, _LOGOUT = "/oauth2callback", "/auth/login", "/auth/logout"
_OPEN = frozenset(
    {"/_stcore/health", "/_stcore/host-config", "/favicon.png", "/manifest.json", _LOGIN, _LOGOUT, _CALLBACK}
)
_OPEN_FOLDERS = ("/static/", "/_stcore/bidi-components/", "/component/")
_OWNED = re.compile(rb"/(?:media|_stcore/upload_file)/[A-Za-z0-9_.\-]+(?:/[A-Za-z0-9_.\-]+)?")
_OWNED_FOLDERS = ("/media/", "/_stcore/upload_file/")
_ADDRESSES, _LOGINS = 5_000, 2_000
_ANYBODY = ""
"""Those without a login, who are told of what the login's page shows and of nothing else."""
_TEXT = ((b"content-type", b"text/plain; charset=utf-8"),)


class LoginGate:
    """ASGI middleware, behind the gate that checks hosts and origins.

    Args:
        app: what stands behind.
        secret: what Streamlit signs its cookies with.
        origin: where this server's pages come from.
        logins: gives the logins of the open store.
        pages: paths of the pages.
        hours: how old a login may get.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        secret: str,
        origin: str,
        logins: Callable[[], Logins],
        pages: frozenset[str],
        hours: float,
    ) -> None:
        self._app = app
        self._secret = secret
        self._origin = origin
        self._logins = logins
        self._pages = pages | {""}
        self._hours = hours
        self._is_https = origin.startswith("https://")
        self._told: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, ask for a login, or lead to where one logs in."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        claims = claims_in(headers, secret=self._secret, origin=self._origin)
        try:
            if scope["type"] == "websocket":
                await self._websocket(scope, receive, send, claims)
            else:
                await self._request(scope, receive, send, headers, claims)
        except StoreError:
            if scope["type"] == "http":
                await answer(send, 503, b"Try again in a moment.", _TEXT)
            else:
                await send({"type": "websocket.close", "code": 1013})

    async def _login(self, claims: Mapping[str, object] | None) -> Login:
        return NO_LOGIN if claims is None else await anyio.to_thread.run_sync(self._check, claims)

    def _check(self, claims: Mapping[str, object]) -> Login:
        return self._logins().check(claims)

    async def _request(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], claims: Mapping[str, object] | None
    ) -> None:
        path = scope["path"]
        if path == _LOGOUT:
            if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                await answer(send, 403, b"Log out on a page of the workbench.", _TEXT)
                return
            if claims is not None:
                await anyio.to_thread.run_sync(lambda: self._logins().end(claims))
        if path in _OPEN or path.startswith(_OPEN_FOLDERS):
            await self._app(scope, receive, self._on_the_way(path, headers, send))
            return
        login = await self._login(claims)
        if path.rstrip("/") in self._pages and scope["method"] in ("GET", "HEAD"):
            remembered = () if login.refusal is None else (self._remember(scope),)
            await self._app(scope, receive, _with_cookies(send, remembered))
            return
        if path.startswith("/media/") and path in self._told.get(_ANYBODY, ()):
            await self._app(scope, receive, send)
            return
        if login.refusal is not None:
            await answer(send, 401, b"Log in first.", _TEXT)
            return
        if path.startswith(_OWNED_FOLDERS) and path not in self._told.get(login.id, ()):
            await answer(send, 404, b"There is nothing for you at this address.", _TEXT)
            return
        await self._app({**scope, WHO: login.actor.user_id or ""}, receive, send)

    def _remember(self, scope: Scope) -> bytes:
        query = scope["query_string"].decode("latin-1")
        place = checked_place(scope["path"] + (f"?{query}" if query else ""), self._pages)
        return return_cookie(place, is_https=self._is_https)

    def _on_the_way(self, path: str, headers: dict[str, str], send: Send) -> Send:
        """Harden what Streamlit's login answers: its cookies, and where it leads."""

        async def hardening(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookies = [value for name, value in message["headers"] if name.lower() == b"set-cookie"]
                others = [(name, value) for name, value in message["headers"] if name.lower() != b"set-cookie"]
                kept = hardened(cookies, is_https=self._is_https, hours=self._hours)
                if path == _CALLBACK:
                    done = sets_login(cookies)
                    place = place_to_return(headers, self._pages) if done else "/?login=failed"
                    others = [pair for pair in others if pair[0].lower() != b"location"]
                    others.append((b"location", place.encode("latin-1")))
                    if done:
                        kept.append(return_cookie("", is_https=self._is_https))
                elif path == _LOGIN and message["status"] >= 400:
                    message["status"] = 302
                    others = [pair for pair in others if pair[0].lower() != b"location"]
                    others.append((b"location", b"/?login=unavailable"))
                message["headers"] = [*others, *((b"set-cookie", cookie) for cookie in kept)]
            await send(message)

        return hardening

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, claims: Mapping[str, object] | None) -> None:
        opened_by = await self._login(claims)
        if opened_by.refusal is not None:
            # A new session, whatever the browser had before: it stands for nobody.
            await self._app(_without_session(scope), receive, self._telling(_ANYBODY, send))
            return

        async def receiving() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            login = await self._login(claims)
            # Files of downloads are made on this connection's behalf, outside of any page.
            act_as_from_now(login.actor)
            if login.refusal is None:
                return message
            return {"type": "websocket.receive", "bytes": _only_the_page(message.get("bytes") or b"")}

        await self._app(scope, receiving, self._telling(opened_by.id, send))

    def _telling(self, login: str, send: Send) -> Send:
        """`send`, noting which addresses a login is told of."""

        async def sending(message: Message) -> None:
            if message["type"] == "websocket.send" and message.get("bytes"):
                self._tell(login, _OWNED.findall(message["bytes"]))
            await send(message)

        return sending

    def _tell(self, login: str, addresses: list[bytes]) -> None:
        """Note addresses as told to a login."""
        if not addresses:
            return
        told = self._told.setdefault(login, OrderedDict())
        self._told.move_to_end(login)
        for address in addresses:
            told[address.decode("ascii")] = None
            told.move_to_end(address.decode("ascii"))
        while len(told) > _ADDRESSES:
            told.popitem(last=False)
        while len(self._told) > _LOGINS:
            self._told.popitem(last=False)


def _only_the_page(body: bytes) -> bytes:
    """What a browser asked for, as the wish to see the whole page again and nothing else: the page then says that the
    login has ended. No widget's callback and no part of a page runs alone."""
    wanted = BackMsg()
    try:
        asked = BackMsg.FromString(body)
    except DecodeError:
        asked = BackMsg()
    wanted.rerun_script.query_string = asked.rerun_script.query_string
    wanted.rerun_script.page_script_hash = asked.rerun_script.page_script_hash
    return bytes(wanted.SerializeToString())


def _without_session(scope: Scope) -> Scope:
    """The request without the session that it would go on with (the third of Streamlit's subprotocols)."""
    changed = []
    for name, value in scope["headers"]:
        if name.lower() == b"sec-websocket-protocol":
            value = b", ".join(part.strip() for part in value.split(b",")[:2])
        changed.append((name, value))
    protocols = list(scope.get("subprotocols", ()))[:2]
    return {**scope, "headers": changed, "subprotocols": protocols}


def _with_cookies(send: Send, cookies: tuple[bytes, ...]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *((b"set-cookie", cookie) for cookie in cookies)]
        await send(message)

    return sending
