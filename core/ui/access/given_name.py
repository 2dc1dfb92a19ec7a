"""The name that the one person of a workbench without login gave."""

from __future__ import annotations

import streamlit as st

from core.preferences import Preferences
from core.ui.workbench import workbench

KEPT = "person"


def given_name() -> str:
    """The name that was given, empty before that."""
    if KEPT not in st.session_state:
        st.session_state[KEPT] = Preferences(workbench().store).get(KEPT) or ""
    return str(st.session_state[KEPT])
