"""Who is working: asked once, kept in the store, written into every decision until there is a login."""

from __future__ import annotations

import streamlit as st

from core.errors import StoreError
from core.preferences import Preferences
from core.ui.escape import md, plain, short
from core.ui.failure import show_error
from core.ui.texts import t
from core.ui.workbench import workbench

_KEPT = "person"
_NAME = "person_name"
_LIMIT = 60


def person() -> str:
    """The name that goes into reviews: the one that was given, else that of the settings."""
    return _given() or workbench().settings.user


def _given() -> str:
    """The name that was given, empty before that."""
    if _KEPT not in st.session_state:
        st.session_state[_KEPT] = Preferences(workbench().store).get(_KEPT) or ""
    return str(st.session_state[_KEPT])


def person_line() -> None:
    """Draw who is working, with the way to change it; the first time the question who it is."""
    try:
        given = _given()
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


def _keep(name: str) -> None:
    try:
        Preferences(workbench().store).put(_KEPT, name)
    except StoreError as error:
        show_error(error)
        return
    st.session_state[_KEPT] = name
    st.rerun()
