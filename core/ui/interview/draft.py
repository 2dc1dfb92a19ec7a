"""The draft beside the chat: one row a field, what the last answer changed marked, each editable on a click."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.interview import Interview, empty_draft
from core.interview.builtin import shown
from core.knowledge import FIELDS
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.interview.approve import approval
from core.ui.interview.fields import field_form
from core.ui.interview.filed import unsorted_parts
from core.ui.interview.opened import EDITED, interviewer
from core.ui.language import current_language
from core.ui.texts import t

_HEIGHT = 400
_SHOWN = 110


def draft_panel(chosen: Interview | None) -> None:
    """Draw the draft, the form of the field that is being edited, and the way into the knowledge base."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(t("interview.draft"), anchor=False)
    if chosen is None or (chosen.draft is None and chosen.turns == 0):
        st.caption(t("interview.draft_empty"))
        return
    draft = chosen.draft or empty_draft()
    filed = chosen.entry_id is not None
    with st.container(height=_HEIGHT, key="draft_fields", gap="xxsmall"):
        if not filed:
            st.caption(t("interview.draft_hint"))
        for name in FIELDS:
            words = name_md(shown(draft, name, current_language()), _SHOWN) or "—"
            row = f"**{t(f'interview.field_{name}')}**　{words}"
            if filed:
                # What can no longer be edited here is read, and not greyed out.
                st.markdown(row)
                continue
            editing = st.session_state.get(EDITED) == name
            st.button(
                f"● {row}" if name in chosen.marked else row,
                key=f"row_field_{name}",
                type="secondary" if editing else "tertiary",
                width="stretch",
                on_click=_toggle,
                args=(name,),
            )
            if editing:
                edited = field_form(name, draft)
                if edited is not None:
                    try:
                        interviewer().interviews.edit(chosen.id, edited, (name,))
                    except WorkbenchError as error:
                        show_error(error)
                    else:
                        st.session_state.pop(EDITED, None)
                        st.rerun()
    unsorted_parts(chosen)
    approval(chosen)


def _toggle(name: str) -> None:
    if st.session_state.get(EDITED) == name:
        st.session_state.pop(EDITED, None)
    else:
        st.session_state[EDITED] = name
