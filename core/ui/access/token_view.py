"""Tokens for programs: what there is, a new one, and taking one back."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from core.access import SCOPES, ApiToken, ApiTokens, People, Scope
from core.errors import WorkbenchError
from core.ui.access.session_actor import login_is_on
from core.ui.access.times import local_time
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.texts import t
from core.ui.workbench import workbench

_YEARS = 3650


def token_view() -> None:
    """Draw the tokens."""
    tokens = ApiTokens(workbench().store)
    _create(tokens)
    listed = tokens.all()
    if not listed:
        st.caption(t("access.token_none"))
    for token in listed:
        with st.container(border=True, key=f"token_{token.token_id}"):
            _token(tokens, token)


def _create(tokens: ApiTokens) -> None:
    people = People(workbench().store).distinct_names()
    with st.form("token_form"):
        st.markdown(f"**{t('access.token_new')}**")
        name = st.text_input(t("access.token_name"), max_chars=80, key="token_name")
        scopes: list[Scope] = st.multiselect(
            t("access.token_scopes"),
            SCOPES,
            format_func=lambda scope: t(f"access.scope_{scope}"),
            placeholder=t("access.choose"),
            key="token_scopes",
        )
        owner = (
            st.selectbox(
                t("access.token_owner"),
                list(people),
                format_func=lambda key: people[key],
                index=None,
                placeholder=t("access.choose"),
                key="token_owner",
            )
            if login_is_on()
            else None
        )
        days = st.number_input(t("access.token_days"), 0, _YEARS, 90, key="token_days")
        sent = st.form_submit_button(t("access.token_create"), type="primary")
    if not sent:
        return
    try:
        _, secret = tokens.create(name, scopes, owner=owner, days=int(days) or None)
    except WorkbenchError as error:
        show_error(error)
        return
    st.success(t("access.token_once"))
    st.code(secret, language=None)


def _token(tokens: ApiTokens, token: ApiToken) -> None:
    valid = token.is_valid(datetime.now(UTC))
    st.markdown(f"**{md(token.name)}**" + ("" if valid else f" — {t('access.token_ended')}"))
    used = t("access.never") if token.used_at is None else local_time(token.used_at)
    words = t("shell.and").join(t(f"access.scope_{scope}") for scope in token.scopes)
    st.caption(f"{words} · {t('access.token_used', when=used)}")
    if valid and st.button(t("access.token_revoke"), key=f"revoke_{token.token_id}"):
        try:
            tokens.revoke(token.token_id)
        except WorkbenchError as error:
            show_error(error)
            return
        st.rerun()
