"""The Extraction lab: results of runs, and a task with the way to run it."""

from __future__ import annotations

import streamlit as st

from core.ui.lab.run_view import results
from core.ui.lab.task_view import task_and_run
from core.ui.texts import t
from core.ui.workbench import extraction_book

_VIEWS = ("runs", "new")
_KEY = "lab_view"


def lab() -> None:
    """Draw the chosen view; a lab without runs begins with the task."""
    st.caption(t("lab.lead"))
    if asked := st.session_state.pop("lab_go", None):
        st.session_state[_KEY] = asked
        # A new run is seen from its scores on, whatever part of another one was open.
        st.session_state["lab_part_of_run"] = "table"
    runs = extraction_book().runs()
    view = st.segmented_control(
        t("lab.views"),
        _VIEWS,
        default=None if _KEY in st.session_state else "runs" if runs else "new",
        required=True,
        format_func={name: t(f"lab.view_{name}") for name in _VIEWS}.__getitem__,
        label_visibility="collapsed",
        key=_KEY,
    )
    if view == "new":
        if not runs:
            st.info(t("lab.empty"))
        task_and_run()
    elif runs:
        results(runs)
    else:
        st.info(t("lab.empty"))
