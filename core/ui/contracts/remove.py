"""Deletion of contracts, after a question."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access import current_actor, is_allowed
from core.contracts import ContractRow
from core.deletion import Deletions
from core.ui.escape import name_md
from core.ui.links import open_contracts
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_NAMED = 5


def removal(chosen: Sequence[ContractRow]) -> None:
    """Draw the button that asks before it deletes the chosen contracts."""
    if not is_allowed(current_actor(), "contract.delete"):
        return
    label = t("contracts.delete", count=len(chosen))
    if st.button(label, key="delete", disabled=not chosen):
        ask_removal(chosen)


def ask_removal(chosen: Sequence[ContractRow]) -> None:
    """Open the question whether to delete these contracts."""

    @st.dialog(t("contracts.delete_title"))
    def ask() -> None:
        st.markdown(t("contracts.delete_question", count=len(chosen)))
        for row in chosen[:_NAMED]:
            st.markdown(f"- {row.number}: {name_md(row.summary.title)}")
        if len(chosen) > _NAMED:
            st.markdown(t("contracts.and_more", count=len(chosen) - _NAMED))
        with st.container(horizontal=True):
            if st.button(t("contracts.delete_yes"), key="delete_yes", type="primary"):
                Deletions(workbench()).delete([row.contract_id for row in chosen], user=person())
                st.toast(t("contracts.deleted", count=len(chosen)))
                open_contracts()
            if st.button(t("shell.cancel"), key="delete_no"):
                st.rerun()

    ask()


def being_erased() -> None:
    """Say that files may still hold words of contracts that were deleted; nothing when none does."""
    waiting = Deletions(workbench()).pending()
    if waiting:
        st.caption(t("contracts.being_erased", count=len(waiting)))
