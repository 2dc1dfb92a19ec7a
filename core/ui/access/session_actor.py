"""Who acts in this browser session: the person who logged in, or the one person of a workbench without login."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.access import NO_LOGIN, NOBODY, Actor, Login, Logins, local_actor
from core.errors import WorkbenchError
from core.settings import settings
from core.store import Store
from core.ui.access.given_name import given_name
from core.ui.workbench import workbench


def login_is_on() -> bool:
    """Whether people log in."""
    return settings().oidc_client_id is not None


def session_actor() -> Actor:
    """Who acts on this thread; nobody where people log in and no page of theirs runs here."""
    context: Any = get_script_run_ctx(suppress_warning=True)
    if login_is_on():
        return NOBODY if context is None else session_login().actor
    return local_actor(settings().user if context is None else _local_name())


def _local_name() -> str:
    """The name that was given, else that of the settings, which also stands while the store cannot be asked."""
    try:
        return given_name() or settings().user
    except WorkbenchError:
        return settings().user


def session_login() -> Login:
    """What the login of this browser session is worth now.

    Raises:
        ConfigError, StoreError: the store cannot be asked.
    """
    context: Any = get_script_run_ctx(suppress_warning=True)
    if context is None or not context.user_info.get("is_logged_in"):
        return NO_LOGIN
    return logins().check(context.user_info)


def logins() -> Logins:
    """The logins of the open store.

    Raises:
        ConfigError, StoreError: it cannot be opened.
    """
    return _logins_of(workbench().store)


@lru_cache(maxsize=4)
def _logins_of(store: Store) -> Logins:
    return Logins(store, hours=settings().login_hours)
