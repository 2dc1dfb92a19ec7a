"""Contracts that an earlier version of the built-in engine has read: said, with one press to read them again."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts import KIND, ContractRow, earlier_readings
from core.errors import WorkbenchError
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.jobs import PARAMETER
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench


def earlier_panel(rows: Sequence[ContractRow]) -> None:
    """Draw how many there are and the button; nothing when there are none, or while contracts are being read."""
    earlier = earlier_readings(rows)
    opened = workbench()
    if not earlier or any(job.kind == KIND for job in opened.ledger.recent(unfinished=True)):
        return
    with st.container(border=True, key="earlier", horizontal=True, vertical_alignment="center"):
        st.markdown(t("contracts.earlier", count=len(earlier)), width="stretch")
        pressed = st.button(
            t("contracts.earlier_again", count=len(earlier)),
            key="earlier_again",
            **permitted("contract.extract", help=t("contract.extract_again_help")),
        )
    if not pressed:
        return
    title = t("contracts.again_title", count=len(earlier)) if len(earlier) > 1 else None
    try:
        job = opened.library.extract_again([row.contract_id for row in earlier], user=person(), title=title)
    except WorkbenchError as error:
        show_error(error)
        return
    st.query_params[PARAMETER] = job
    opened.ledger.submitted.set()
    st.rerun()
