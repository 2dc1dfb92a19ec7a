"""The tab of parties: which names may be one party, the table of parties, and the history of decisions."""

from __future__ import annotations

import streamlit as st

from core.ui.parties.history_view import history_view
from core.ui.parties.state import outcome, party_state
from core.ui.parties.suggestion_view import suggestions_view
from core.ui.parties.table_view import table_view
from core.ui.texts import t
from core.ui.workbench import workbench

_VIEWS = ("suggestions", "table", "history")


def parties_panel() -> None:
    """Draw the panel. Nothing is merged by itself: a person decides on each suggestion, and can take it back."""
    if workbench().is_limited():
        st.info(t("parties.limited"))
        return
    state = party_state()
    outcome()
    if not state.organizations:
        st.info(t("parties.none"))
        return
    labels = {
        "suggestions": t("parties.view_suggestions", count=len(state.suggestions)),
        "table": t("parties.view_table", count=len(state.organizations)),
        "history": t("parties.view_history"),
    }
    view = st.segmented_control(
        t("parties.view"),
        _VIEWS,
        default=_VIEWS[0],
        required=True,
        format_func=labels.__getitem__,
        key="party_view",
        label_visibility="collapsed",
    )
    if view == "suggestions":
        suggestions_view(state)
    elif view == "table":
        table_view(state)
    else:
        history_view()
