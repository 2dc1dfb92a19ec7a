"""Deletion of contracts, after a question."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts import ContractRow
from core.errors import NotFound
from core.ui.escape import name_md
from core.ui.links import open_contracts
from core.ui.texts import t
from core.ui.workbench import workbench

_NAMED = 5


def removal(chosen: Sequence[ContractRow]) -> None:
    """Draw the button that asks before it deletes the chosen contracts."""
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
                for row in chosen:
                    _delete(row.contract_id)
                st.toast(t("contracts.deleted", count=len(chosen)))
                open_contracts()
            if st.button(t("shell.cancel"), key="delete_no"):
                st.rerun()

    ask()


def _delete(contract_id: str) -> None:
    try:
        workbench().library.delete(contract_id)
    except NotFound:
        return  # somebody else was quicker: it is gone, as wanted
