"""People who have logged in: their roles, when they were last here, and how to end their logins."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.access import ROLES, People, User
from core.errors import WorkbenchError
from core.ui.access.session_actor import login_is_on, logins
from core.ui.access.times import local_time
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.texts import t
from core.ui.workbench import workbench


def people_view() -> None:
    """Draw the people."""
    if not login_is_on():
        st.info(t("access.login_off"))
    people = People(workbench().store)
    everybody = people.everybody()
    if not everybody:
        st.caption(t("access.nobody"))
    for user in everybody:
        with st.container(border=True, key=f"user_{user.user_id}"):
            _person(people, user)


def _person(people: People, user: User) -> None:
    seen = t("access.never") if user.seen_at is None else local_time(user.seen_at)
    st.markdown(f"**{md(user.name)}**" + (f" — {t('access.shut_out')}" if user.is_disabled else ""))
    st.caption(f"{md(user.email or user.subject)} · {t('access.seen')}: {seen}")
    with st.form(f"roles_{user.user_id}", border=False):
        chosen = st.multiselect(
            t("access.roles"),
            ROLES,
            user.roles,
            format_func=lambda role: t(f"login.role_{role}"),
            placeholder=t("access.choose"),
            key=f"r_{user.user_id}",
        )
        if st.form_submit_button(t("access.save_roles")):
            _do(lambda: _change(people, user, set(chosen)))
    with st.container(horizontal=True, gap="small"):
        if st.button(t("access.end_logins"), key=f"end_{user.user_id}", help=t("access.end_logins_help")):
            _do(lambda: people.end_logins(user.user_id))
        label = t("access.enable") if user.is_disabled else t("access.disable")
        if st.button(label, key=f"shut_{user.user_id}"):
            _do(lambda: people.disable(user.user_id, disabled=not user.is_disabled))


def _change(people: People, user: User, chosen: set[str]) -> None:
    for role in ROLES:
        if role in chosen and role not in user.roles:
            people.grant(user.user_id, role)
        elif role not in chosen and role in user.roles:
            people.revoke(user.user_id, role)


def _do(change: Callable[[], None]) -> None:
    try:
        change()
    except WorkbenchError as error:
        show_error(error)
        return
    logins().forget()
    st.rerun()
