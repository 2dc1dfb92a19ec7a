"""The draft's way into the knowledge base: what it lacks, what is like it already, and the button."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.interview import Interview, empty_draft
from core.knowledge import Duplicate, KnowledgeBase, entry_name, missing_fields
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.interview.opened import interviewer
from core.ui.links import open_entry
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_LISTED = 3


def approval(chosen: Interview) -> None:
    """Draw the button, or what became of the draft."""
    if chosen.entry_id is not None:
        entry = KnowledgeBase(workbench().store).get(chosen.entry_id)
        name = entry_name(entry.number)
        state = "approved" if entry.entry.status == "approved" else "proposed"
        st.success(t(f"interview.{state}", name=name))
        if st.button(t("interview.open_entry", name=name), key="open_entry", width="stretch"):
            open_entry(name)
        return
    lacking = missing_fields(chosen.draft or empty_draft())
    ready = not lacking
    pressed = st.button(
        t("interview.approve"),
        key="approve_draft",
        type="primary" if ready and chosen.finalized else "secondary",
        disabled=not ready,
        width="stretch",
    )
    if not ready:
        fields = t("shell.and").join(t(f"interview.field_{name}") for name in lacking)
        st.caption(t("interview.approve_lacking", fields=fields))
        return
    if pressed:
        near = KnowledgeBase(workbench().store).similar_entries(chosen.draft or empty_draft())
        if near:
            _ask(chosen, near)
        else:
            _approve(chosen)


def _approve(chosen: Interview) -> None:
    try:
        interviewer().interviews.approve(chosen.id, author=person())
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()


def _ask(chosen: Interview, duplicates: list[Duplicate]) -> None:
    @st.dialog(t("interview.duplicates"))
    def ask() -> None:
        for duplicate in duplicates[:_LISTED]:
            title = name_md(duplicate.stored.entry.title or "")
            words = t("punctuation.remark", text=title, remark=f"{duplicate.score:.0%}")
            st.markdown(f"- **{entry_name(duplicate.stored.number)}** {words}")
        st.caption(t("interview.duplicates_note"))
        with st.container(horizontal=True, gap="small"):
            if st.button(t("interview.approve_anyway"), key="approve_anyway", type="primary"):
                _approve(chosen)
            if st.button(t("interview.cancel"), key="approve_cancel"):
                st.rerun()

    ask()
