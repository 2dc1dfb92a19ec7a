"""What can be done with contracts whose rows are ticked: compare, read again, assign, delete; exports follow too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from core.contracts import Assignments, ContractRow
from core.errors import WorkbenchError
from core.ui.access.permitted import permitted
from core.ui.contracts.remove import removal
from core.ui.escape import plain
from core.ui.failure import show_error
from core.ui.grid import untick
from core.ui.links import open_comparison
from core.ui.matters import chosen_matter, matter_names
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_SAVED = "chosen_saved"


def chosen_actions(chosen: Sequence[ContractRow], grid: str) -> None:
    """Draw the actions; `grid` is the key of the table whose rows are ticked."""
    keys = [row.contract_id for row in chosen]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="chosen_actions"):
        st.markdown(f"**{t('contracts.chosen', count=len(chosen))}**", width="content")
        if len(chosen) > 1 and st.button(t("compare.go", count=len(chosen)), key="compare"):
            open_comparison(row.number for row in chosen)
        if st.button(
            t("contracts.read_again"),
            key="read_again",
            **permitted("contract.extract", help=t("contract.extract_again_help")),
        ):
            opened = workbench()
            try:
                title = t("contracts.again_title", count=len(keys)) if len(keys) > 1 else None
                st.query_params["job"] = opened.library.extract_again(keys, user=person(), title=title)
            except WorkbenchError as error:
                show_error(error)
            else:
                opened.ledger.submitted.set()
                st.rerun()
        may_assign = permitted("contract.assign")
        # Under another key after saving the popover is a new one, and closed.
        turn = st.session_state.get(_SAVED, 0)
        with (
            st.popover(t("contracts.assign"), key=f"assign_{turn}", **may_assign),
            st.form("assign_form", border=False),
        ):
            name, user_id = _whom()
            due = st.date_input(t("contracts.assign_due"), None, key="assign_due", format="YYYY-MM-DD")
            if st.form_submit_button(t("contracts.assign_save"), type="primary", **may_assign):
                _assign(keys, name, user_id, due)
        if matter_names():
            may_put = permitted("matter.manage")
            with st.popover(t("matters.put"), key=f"put_{turn}", **may_put), st.form("put_form", border=False):
                matter = chosen_matter(t("matters.put_to"), key="put_matter")
                if st.form_submit_button(t("matters.put_save"), type="primary", **may_put):
                    _put(keys, matter)
        removal(chosen)
        st.button(t("contracts.untick"), key="untick", type="tertiary", on_click=untick, args=(grid,))


def _saved() -> None:
    st.session_state[_SAVED] = st.session_state.get(_SAVED, 0) + 1
    st.rerun()


def _put(keys: Sequence[str], matter: str | None) -> None:
    try:
        workbench().matters.put(keys, matter, user=person())
    except WorkbenchError as error:
        show_error(error)
        return
    _saved()


def _whom() -> tuple[str, str | None]:
    """Draw the choice of a person: of those who log in by who they are, without a login by name."""
    people = Assignments(workbench().store).known_people()
    if not people:
        return st.text_input(t("contracts.assign_to"), person(), max_chars=60, key="assign_name"), None
    names = {user_id: plain(name) for user_id, name in people.items()}
    found = st.selectbox(
        t("contracts.assign_to_person"),
        list(names),
        index=None,
        format_func=names.__getitem__,
        placeholder=t("contracts.assign_nobody"),
        key="assign_person",
    )
    return "", found


def _assign(keys: Sequence[str], name: str, user_id: str | None, due: date | None) -> None:
    try:
        Assignments(workbench().store).assign(keys, name, by=person(), user_id=user_id, due=due)
    except WorkbenchError as error:
        show_error(error)
        return
    _saved()
