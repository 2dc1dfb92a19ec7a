"""The endpoint of a role, as the settings say."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urlsplit, urlunsplit

from core.errors import ConfigError
from core.llm.cache import AnswerCache
from core.llm.calls import CallLog
from core.llm.client import Endpoint
from core.llm.protocol.abilities import Abilities
from core.settings import Role, Settings

OPENAI_URL = "https://api.openai.com/v1"
_LONGEST_NAME = 200


def endpoint(
    role: Role,
    settings: Settings,
    *,
    cache: AnswerCache | None = None,
    calls: CallLog | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> Endpoint | None:
    """The endpoint that answers in a role; None when the built-in engine does. Nothing is sent yet.

    Args:
        role: chat, extraction, judge or embeddings.
        settings: address, key and model by role.
        cache: keeps answers; not used for the chat role or when `SHINSA_LLM_CACHE` is off.
        calls: keeps a record of every call.
        sleep: waits between retries, in seconds; tests pass their own.

    Raises:
        ConfigError: the address is no web address.
    """
    connection = settings.connection(role)
    if connection.model is None:
        return None
    azure = settings.azure_openai_endpoint is not None and connection.base_url == settings.azure_openai_endpoint
    base_url = _checked(connection.base_url or OPENAI_URL, role)
    # The openai package takes a second to load: only who uses an endpoint waits for it.
    from core.llm.connect import connected

    wire = connected(base_url, connection.api_key, settings, azure=azure, sleep=sleep)
    return Endpoint(
        role=role,
        model=connection.model,
        base_url=public_url(base_url),
        wire=wire,
        abilities=_abilities(base_url, settings, azure=azure),
        settings=settings,
        cache=cache,
        calls=calls,
    )


def endpoint_name(role: Role, settings: Settings) -> str | None:
    """The endpoint of a role as the ledger names it, model and address; None for the built-in engine."""
    connection = settings.connection(role)
    if connection.model is None:
        return None
    return f"{connection.model} {public_url(connection.base_url or OPENAI_URL)}"[:_LONGEST_NAME]


def public_url(base_url: str) -> str:
    """An address without user, password and query, fit for logs."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return urlunsplit((parts.scheme, f"{host}:{parts.port}" if parts.port else host, parts.path, "", ""))


def _checked(base_url: str, role: Role) -> str:
    try:
        parts = urlsplit(base_url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise ConfigError(f"The address of the {role} endpoint is no http(s) address.", name="base_url", role=role)
    return base_url


def _abilities(base_url: str, settings: Settings, *, azure: bool) -> Abilities:
    own = azure or urlsplit(base_url).hostname == "api.openai.com"
    style = settings.api_style
    if style == "auto":
        style = "responses" if own else "chat"
    return Abilities(style=style, token_limit="max_completion_tokens" if own else "max_tokens")
