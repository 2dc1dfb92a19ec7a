"""The decision on an item: approve, correct, reject, take back; with name and time."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.contracts import Decision
from core.errors import WorkbenchError
from core.ui.contract.correction import correction
from core.ui.contract.items import Item
from core.ui.contract.values import moment
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_FAULT = "decision_fault"


def decision_note(item: Item) -> None:
    """Draw who decided what and when, and what was wrong with the decision just tried."""
    if item.review is not None:
        review = item.review
        words = t(
            "contract.decided_by",
            decision=t(f"contract.decided_{review.decision}"),
            who=md(review.reviewer),
            when=moment(review.created_at),
        )
        st.caption(words + (f" — {md(review.note)}" if review.note else ""))
    fault = st.session_state.pop(_FAULT, None)
    if fault is not None:
        show_error(fault)


def decision_bar(contract_id: str, item: Item) -> None:
    """Draw the buttons."""
    with st.container(horizontal=True, key="decision_bar", width="content", gap="small"):
        # Whether a clause is there is not approved as such: its excerpts are, or the presence is corrected.
        if item.kind != "presence":
            st.button(
                t("contract.approve"),
                key="approve",
                type="primary",
                disabled=item.review is not None and item.review.decision == "approve",
                on_click=_decide,
                args=(contract_id, item.subject, "approve"),
            )
        with st.popover(t("contract.correct"), key=f"correct_{item.subject}"):
            changed = correction(item)
            if changed is not None:
                value, note = changed
                _decide(contract_id, item.subject, "correct", value, note)
                if _FAULT not in st.session_state:
                    st.rerun(scope="app")
        if item.kind != "presence":
            st.button(
                t("contract.reject"),
                key="reject",
                disabled=item.rejected,
                on_click=_decide,
                args=(contract_id, item.subject, "reject"),
            )
        if item.review is not None:
            st.button(
                t("contract.withdraw"),
                key="withdraw",
                type="tertiary",
                on_click=_decide,
                args=(contract_id, item.subject, "withdraw"),
            )


def _decide(
    contract_id: str, subject: str, decision: Decision, value: dict[str, Any] | None = None, note: str | None = None
) -> None:
    opened = workbench()
    try:
        opened.library.review(contract_id, subject, decision, reviewer=person(), value=value, note=note or None)
    except WorkbenchError as error:
        st.session_state[_FAULT] = error
