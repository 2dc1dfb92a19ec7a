"""The shell around every page: navigation, language, engine state."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from core.access import Action, identify_by, is_allowed
from core.errors import WorkbenchError
from core.llm import OPENAI_URL
from core.local_model import is_local
from core.settings import Role, Settings, settings
from core.ui.access.login_view import login_view, no_role_view, not_for_you_view
from core.ui.access.session_actor import login_is_on, session_actor, session_login
from core.ui.browser_tab import tab_language
from core.ui.escape import md
from core.ui.failure import show_failure
from core.ui.guard import inside_shell
from core.ui.language import follow_address, language_switch
from core.ui.menu import menu, navigation, needed_for
from core.ui.person import person_line
from core.ui.style import add_style
from core.ui.texts import t

ICON = Path(__file__).resolve().parent / "assets" / "shinsa.png"
_ROLES: tuple[Role, ...] = ("extraction", "chat", "embeddings")


def run() -> None:
    """Draw the shell and the page inside it; whatever the page does not handle ends in a friendly message."""
    identify_by(session_actor)
    follow_address()
    page = navigation()
    st.set_page_config(page_title=f"{page.title} · {t('shell.product')}", page_icon=str(ICON), layout="wide")
    add_style()
    st.logo(str(ICON), size="large")
    if login_is_on() and not _may_enter(needed_for(page.url_path)):
        return
    with st.sidebar:
        menu(session_actor())
        tab_language()
        language_switch(t("shell.language"))
        # A workbench that cannot be opened: the page says so.
        with suppress(WorkbenchError):
            person_line()
        _engine_state(settings())
    try:
        with inside_shell():
            page.run()
    except Exception as error:  # noqa: BLE001  # the page border: logged with a reference number
        show_failure(error)


def _may_enter(needed: Action) -> bool:
    """Whether this page is for whoever is here; says so where it is not."""
    try:
        login = session_login()
    except WorkbenchError as error:
        show_failure(error)
        return False
    if login.refusal is not None:
        _language_alone()
        login_view(login)
        return False
    if not login.actor.roles:
        _language_alone()
        no_role_view(login)
        return False
    if not is_allowed(login.actor, needed):
        with st.sidebar:
            menu(login.actor)
            tab_language()
            language_switch(t("shell.language"))
            person_line()
        not_for_you_view()
        return False
    return True


def _language_alone() -> None:
    with st.sidebar:
        tab_language()
        language_switch(t("shell.language"))


def _engine_state(chosen: Settings) -> None:
    """Say which engine answers, and where text goes; at all times, on every page."""
    outside = [(role, chosen.connection(role)) for role in _ROLES if chosen.connection(role).model is not None]
    with st.container(key="engine_state", gap="xxsmall"):
        if not outside:
            st.markdown(t("shell.engine_builtin"))
            st.caption(t("shell.engine_builtin_note"))
            return
        st.markdown(t("shell.engine_endpoint"))
        for role, connection in outside:
            host = urlsplit(connection.base_url or OPENAI_URL).netloc.rpartition("@")[2]
            st.caption(t(f"shell.role_{role}", model=md(connection.model or ""), host=md(host)))
        if any(is_local(connection.model or "") for _, connection in outside):
            st.caption(t("shell.local_model_weak"))
        inside = [t(f"shell.rolename_{role}") for role in _ROLES if chosen.connection(role).model is None]
        if inside:
            st.caption(t("shell.engine_builtin_for", roles=t("shell.and").join(inside)))
