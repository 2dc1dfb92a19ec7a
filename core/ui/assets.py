"""Streamlit's own scripts and fonts, answered from memory; and the probes that a page begins with.

A page of Streamlit's is about a hundred small files, and Streamlit hands each through several threads. Naming further
scripts to the browser ahead gained nothing: it is busy with those that it has.
"""

from __future__ import annotations

import mimetypes
import time
from functools import cache
from pathlib import Path

import streamlit
from starlette.types import ASGIApp, Receive, Scope, Send

from core.ui.gate import answer

_FOLDER = Path(streamlit.__file__).parent / "static"
_PLACE = "/static/"
_PROBES = ("/_stcore/health", "/_stcore/host-config")
"""A page asks for them under its own address first, to find out where the server's root is: it is not there."""
_asked: dict[str, float] = {}
_HEADERS = ((b"cache-control", b"public, immutable, max-age=31536000"),)


class Assets:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for a probe or for a file that is known, else let the request through."""
        if scope["type"] == "http" and scope["path"].endswith(_PROBES) and scope["path"] not in _PROBES:
            await answer(send, 404, b"", ())
            return
        found = _requested(scope)
        if found is None:
            await self._app(scope, receive, send)
            return
        _asked["last"] = time.monotonic()
        body, kind = found
        await answer(send, 200, body, ((b"content-type", kind), *_HEADERS))


def page_is_loading(within_s: float) -> bool:
    """Whether a browser has asked for a file of a page in these last seconds."""
    return time.monotonic() - _asked.get("last", -within_s) < within_s


def _requested(scope: Scope) -> tuple[bytes, bytes] | None:
    """Content and type of the whole file that is asked for, None for anything else."""
    if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(_PLACE):
        return None
    if any(name == b"range" for name, _ in scope["headers"]):
        return None
    name = scope["path"].removeprefix(_PLACE)
    return _file(name) if name in known_files() else None


@cache
def known_files() -> frozenset[str]:
    """Names of all of Streamlit's files."""
    root = _FOLDER / "static"
    return frozenset(file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file())


@cache
def _file(name: str) -> tuple[bytes, bytes]:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return (_FOLDER / "static" / name).read_bytes(), kind.encode()
