"""The server around the pages: where it may listen, what stands in front of it, what starts and ends with it."""

from __future__ import annotations

import asyncio
import importlib
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio.to_thread
import streamlit as st
import streamlit.config
from starlette.middleware import Middleware

from core import logs
from core.access import UploadQuota, identify_by
from core.errors import ConfigError, WorkbenchError
from core.garbage import spare_what_is_loaded
from core.settings import Settings, settings
from core.ui.access.login_gate import LoginGate
from core.ui.access.protection import Protection, protection
from core.ui.access.session_actor import logins, session_actor
from core.ui.api import ApiGate
from core.ui.assets import Assets, known_files
from core.ui.follower import GraphFollower
from core.ui.gate import HOSTS, Gate
from core.ui.menu import HOME, MENU
from core.ui.readiness import Readiness
from core.ui.uploads import UploadLimit
from core.ui.workbench import close_workbench, workbench
from core.wording import wordings

_log = logs.log(__name__)
_FIRST_VISIT = ("streamlit.emojis", "streamlit.runtime.backend_operation_handler", "streamlit.web.skills")
"""What Streamlit puts off until a visit."""


def middleware() -> list[Middleware]:
    """What every request passes first.

    Ends the process with a message when settings are wrong, or others could reach it without having to log in.
    """
    try:
        chosen = settings()
        wordings()
        guarded = protection(chosen, st.get_option("server.address"))
    except ConfigError as error:
        sys.exit(f"The workbench does not start. {error}")
    logs.configure(chosen.log_level, human=sys.stderr.isatty(), secrets=chosen.secrets)
    identify_by(session_actor)
    layers = [
        Middleware(Gate, home=HOME, hosts=guarded.hosts, origin=guarded.origin),
        Middleware(Readiness),
        Middleware(Assets),
        Middleware(ApiGate, quota=_upload_quota),
        *_login_layers(guarded, chosen),
        Middleware(UploadLimit, quota=_upload_quota),
    ]
    # Streamlit has a list of hosts of its own.
    streamlit.config.set_option("server.allowedHosts", sorted(HOSTS | guarded.hosts))
    return layers


def _upload_quota() -> UploadQuota:
    opened = workbench()
    return UploadQuota(opened.store, most=opened.settings.upload_bytes_per_hour)


def _login_layers(guarded: Protection, chosen: Settings) -> list[Middleware]:
    if guarded.secrets is None or guarded.origin is None:
        return []
    secret = guarded.secrets["auth"]["cookie_secret"]
    streamlit.config.set_option("server.cookieSecret", secret)
    pages = frozenset(f"/{entry.name}" for entry in MENU)
    return [
        Middleware(
            LoginGate, secret=secret, origin=guarded.origin, logins=logins, pages=pages, hours=chosen.login_hours
        )
    ]


def secrets() -> dict[str, Any] | None:
    """What Streamlit needs for logins; None where nobody logs in."""
    guarded = protection(settings(), st.get_option("server.address"))
    return None if guarded.secrets is None else dict(guarded.secrets)


def send_at_once() -> None:
    """Let the server's connections send small pieces as they come, before it begins to listen.

    asyncio does so for sockets that name TCP as their protocol; Streamlit's does not. Without it an answer's second
    piece waits for the other side's word that the first has come: 40 ms for every file and many a message.
    """
    loop = asyncio.get_running_loop()
    create_server = loop.create_server

    async def prompt(*args: Any, sock: socket.socket | None = None, **options: Any) -> asyncio.Server:
        if sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
            # What is accepted has the options of what it was accepted by.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return await create_server(*args, sock=sock, **options)

    loop.create_server = prompt  # type: ignore[method-assign]


def read_ahead() -> None:
    """Read what the first visit needs before anybody comes: it kept the first page waiting a fifth of a second."""
    importlib.import_module("core.ui.today")
    for name in _FIRST_VISIT:
        with suppress(ImportError):  # rooms of Streamlit's own, which another release may call otherwise
            importlib.import_module(name)
    known_files()


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[None]:
    """Open the workbench with the server, so that unfinished jobs go on before anybody looks, and close it at the end.

    A workbench that cannot be opened does not stop the server: the pages say why and try again.
    """
    send_at_once()
    follower = None
    try:
        follower = GraphFollower(await anyio.to_thread.run_sync(workbench))
    except WorkbenchError as error:
        _log.error("workbench not opened", code=error.code, message=str(error))
    read_ahead()
    # Streamlit collects after each run of a script: among all that the start has made, six times as long as the run.
    # `app.py` has switched collections off until here.
    spare_what_is_loaded()
    yield
    if follower is not None:
        await anyio.to_thread.run_sync(follower.stop)
    await anyio.to_thread.run_sync(close_workbench)
