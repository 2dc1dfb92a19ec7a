"""The page of matters: which there are, who is a member, where their contracts are, and what can be changed."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.access import Action, People, current_actor, is_allowed
from core.errors import WorkbenchError
from core.matters import Matter
from core.ui.access.permitted import permitted
from core.ui.escape import md, plain
from core.ui.failure import show_error
from core.ui.links import CONTRACTS
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_NAME_LENGTH = 120


def matters_page() -> None:
    """Draw the matters of whoever looks, and the form for a new one."""
    st.caption(t("matters.explained"))
    if current_actor().kind == "local":
        st.info(t("matters.without_login"))
    mine = {matter.id for matter in workbench().matters.mine()}
    found = workbench().matters.to_manage()
    if not found:
        st.write(t("matters.empty"))
    for matter in found:
        _matter(matter, is_mine=matter.id in mine)
    if is_allowed(current_actor(), "matter.manage"):
        _new()


def _new() -> None:
    with st.form("new_matter", clear_on_submit=True):
        name = st.text_input(t("matters.name"), max_chars=_NAME_LENGTH, key="new_matter_name")
        if st.form_submit_button(t("matters.create"), type="primary") and plain(name):
            _done(lambda: workbench().matters.create(plain(name), user=person()))


def _matter(matter: Matter, *, is_mine: bool) -> None:
    with st.container(border=True, key=f"matter_{matter.id}"):
        st.subheader(md(matter.name), anchor=False)
        members = " / ".join(md(name) for name in matter.members.values())
        st.caption(t("matters.members", names=members) if members else t("matters.no_members"))
        if matter.two_approvers:
            st.caption(t("matters.two_approvers_on"))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if is_mine:
                st.page_link(
                    str(CONTRACTS),
                    label=t("matters.contracts", count=matter.contracts),
                    query_params={"matter": matter.id},
                )
            _people(matter)
            if is_mine:
                _settings(matter)
                _approvers(matter)


def _people(matter: Matter) -> None:
    everybody = {user_id: plain(name) for user_id, name in People(workbench().store).distinct_names().items()}
    may = permitted("matter.manage")
    with st.popover(t("matters.change_members"), key=f"members_{matter.id}", **may):
        others = {key: name for key, name in everybody.items() if key not in matter.members}
        if not everybody:
            st.caption(t("matters.nobody_known"))
        if others:
            with st.form(f"add_{matter.id}", border=False):
                chosen = st.selectbox(
                    t("matters.person"), list(others), format_func=others.__getitem__, key=f"person_{matter.id}"
                )
                if st.form_submit_button(t("matters.add"), **may) and chosen:
                    _done(lambda: workbench().matters.add_member(matter.id, chosen, user=person()))
        for user_id, name in matter.members.items():
            if st.button(t("matters.remove", name=md(name)), key=f"remove_{matter.id}_{user_id}", **may):
                _remove(matter.id, user_id)


def _remove(matter_id: str, user_id: str) -> None:
    _done(lambda: workbench().matters.remove_member(matter_id, user_id, user=person()))


def _settings(matter: Matter) -> None:
    may = permitted("matter.manage")
    with (
        st.popover(t("matters.settings"), key=f"settings_{matter.id}", **may),
        st.form(f"form_{matter.id}", border=False),
    ):
        name = st.text_input(t("matters.name"), matter.name, max_chars=_NAME_LENGTH, key=f"name_{matter.id}")
        if st.form_submit_button(t("matters.save"), type="primary", **may) and plain(name):
            _done(lambda: workbench().matters.rename(matter.id, plain(name), user=person()))


def _approvers(matter: Matter) -> None:
    """Draw the switch: whether what one person decides needs a second one."""
    with_login = current_actor().user_id is not None
    action: Action = "people.manage" if matter.two_approvers else "matter.manage"
    help_text = t("matters.two_approvers_help") if with_login else t("matters.two_approvers_login")
    key = f"two_{matter.id}_{matter.two_approvers}"
    needed = st.toggle(
        t("matters.two_approvers"),
        matter.two_approvers,
        key=key,
        **permitted(action, disabled=not with_login and not matter.two_approvers, help=help_text),
    )
    if needed != matter.two_approvers:
        _done(lambda: workbench().matters.ask_for_two(matter.id, needed, user=person()))


def _done(change: Callable[[], object]) -> None:
    try:
        change()
    except WorkbenchError as error:
        show_error(error)
    else:
        st.rerun()
