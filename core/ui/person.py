"""Who is working: the person who logged in, or a name that is asked once and kept; written into every decision."""

from __future__ import annotations

import streamlit as st

from core.access import ROLES
from core.errors import StoreError
from core.preferences import Preferences
from core.ui.access.given_name import KEPT, given_name
from core.ui.access.session_actor import login_is_on, session_actor
from core.ui.escape import md, plain, short
from core.ui.failure import show_error
from core.ui.texts import t
from core.ui.workbench import workbench

_NAME = "person_name"
_LIMIT = 60


def person() -> str:
    """The name that goes into reviews: that of the login, else the one that was given or that of the settings."""
    return session_actor().name


def person_line() -> None:
    """Draw who is working, with the way to change it; the first time the question who it is."""
    if login_is_on():
        _logged_in_line()
        return
    try:
        given = given_name()
    except StoreError:
        return  # the page says what is wrong with the store
    with st.container(key="person", gap="xxsmall"):
        if not given:
            st.caption(t("person.ask", name=md(workbench().settings.user)))
        with st.popover(
            t("person.working", name=md(short(given, 24))) if given else t("person.enter"),
            key=f"person_{bool(given)}",
            type="tertiary" if given else "secondary",
            width="stretch",
        ):
            with st.form("person_form", border=False):
                name = st.text_input(t("person.name"), given, max_chars=_LIMIT, key=_NAME)
                st.caption(t("person.where"))
                sent = st.form_submit_button(t("person.save"), type="primary")
            if sent and plain(name):
                _keep(plain(name))


def _logged_in_line() -> None:
    """Draw who has logged in, what they may do, and the way out."""
    actor = session_actor()
    if actor.kind != "user":
        return
    with (
        st.container(key="person", gap="xxsmall"),
        st.popover(t("person.working", name=md(short(actor.name, 24))), type="tertiary", width="stretch"),
    ):
        roles = [t(f"login.role_{role}") for role in ROLES if role in actor.roles]
        st.caption(t("login.roles", roles=t("shell.and").join(roles)))
        if st.button(t("login.end"), key="log_out", width="stretch"):
            st.logout()


def _keep(name: str) -> None:
    try:
        Preferences(workbench().store).put(KEPT, name)
    except StoreError as error:
        show_error(error)
        return
    st.session_state[KEPT] = name
    st.rerun()
