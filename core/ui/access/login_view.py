"""What somebody sees who has not logged in, whose login has ended, or who may not see a page."""

from __future__ import annotations

import streamlit as st

from core.access import Login
from core.ui.texts import error_text, t

_PARAMETER = "login"


def login_view(login: Login) -> None:
    """Draw the way in, and why one has to take it."""
    st.title(t("login.title"), anchor=False)
    outcome = st.query_params.get(_PARAMETER)
    if outcome in ("failed", "unavailable"):
        st.error(t(f"login.{outcome}"))
    elif login.refusal not in (None, "none"):
        st.warning(t(f"login.refused_{login.refusal}"))
    st.markdown(t("login.why"))
    if st.button(t("login.begin"), key="login_begin", type="primary"):
        st.login()


def no_role_view(login: Login) -> None:
    """Draw what somebody sees who logged in and has no role."""
    st.title(t("login.no_role_title"), anchor=False)
    st.info(error_text("not_allowed", {"reason": "no_role"}))
    st.caption(t("login.known_as"))
    # As the administrator's command takes it, and nothing of it as markup: the provider chose it.
    st.code(f"{login.actor.issuer or ''}\n{login.actor.subject or ''}", language=None)
    if st.button(t("login.end"), key="login_end"):
        st.logout()


def not_for_you_view() -> None:
    """Draw what somebody sees on a page that their roles do not open."""
    st.title(t("login.page_title"), anchor=False)
    st.info(error_text("not_allowed", {"reason": "role"}))
