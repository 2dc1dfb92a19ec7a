"""Who decided what about a contract, newest first."""

from __future__ import annotations

import streamlit as st

from core.contracts import ReviewedContract, decisions_table
from core.ui.escape import plain, short
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_LIMIT = 80


def history(detail: ReviewedContract) -> None:
    """Draw all decisions."""
    records = workbench().library.history(detail.row.contract_id)
    if not records:
        st.info(t("contract.no_history"))
        return
    table = decisions_table(records, current_language(), waiting=detail.decisions.waiting)
    st.dataframe(table.map(lambda cell: short(plain(cell), _LIMIT)), hide_index=True, key="history")
