"""The views of all contracts: list, clause matrix, words in all texts. They rerun alone, as a fragment."""

from __future__ import annotations

import streamlit as st

from core.ui.contracts import filters
from core.ui.contracts.matrix import matrix
from core.ui.contracts.own_types_panel import own_types_panel
from core.ui.contracts.sensitivity_panel import sensitivity_panel
from core.ui.contracts.table import contract_list
from core.ui.contracts.text_search import text_search
from core.ui.guard import require_reader
from core.ui.workbench import workbench


@st.fragment
def contract_views() -> None:
    """Draw the choice of a view and the view; what else the page holds has no part in it."""
    require_reader()
    rows = workbench().library.rows()
    if not rows:
        st.rerun()  # the last one was deleted meanwhile: the page says what to do
    view = filters.view_switch()
    if view == "matrix":
        matrix(rows)
        own_types_panel(rows)
        sensitivity_panel(rows)
    elif view == "text":
        text_search(rows)
    else:
        contract_list(rows)
    filters.remember_address()
