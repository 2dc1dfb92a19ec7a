"""The decision on an item: approve, correct, reject, take back; with name and time."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access import current_actor
from core.contracts import Correction, Decision, Item, decided_words, with_value
from core.errors import WorkbenchError
from core.ui.access.permitted import permitted
from core.ui.contract.correction import correction
from core.ui.contract.item_list import item_doubt
from core.ui.contract.values import item_value, moment
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.language import current_language
from core.ui.person import person
from core.ui.reader import forget_selection, selection_of
from core.ui.texts import t
from core.ui.workbench import workbench

_FAULT = "decision_fault"
_SAVED = "decisions_saved"


def decision_note(item: Item) -> None:
    """Draw who decided what and when, and what was wrong with the decision just tried."""
    for review, waits in ((item.review, False), (item.waiting, True)):
        if review is None:
            continue
        when = moment(review.created_at)
        words = md(decided_words(review, current_language(), when=when, one_of_two=waits))
        st.caption(words + (f" — {md(review.note)}" if review.note else ""))
        if waits and review.decision == "correct":
            st.caption(t("contract.waiting_value", value=md(_value_words(item))))
    fault = st.session_state.pop(_FAULT, None)
    if fault is not None:
        show_error(fault)


def decision_bar(contract_id: str, item: Item) -> None:
    """Draw the buttons."""
    mine = current_actor().user_id in item.backers
    with st.container(horizontal=True, key="decision_bar", width="content", gap="small"):
        if item.waiting is not None:
            decision = t(f"contract.decided_{item.waiting.decision}")
            st.button(
                t("contract.second", decision=decision),
                key="second",
                type="primary",
                on_click=_second,
                args=(contract_id, item.subject),
                **permitted("contract.review", disabled=mine, help=t("contract.second_is_other") if mine else None),
            )
        # Whether a clause is there is not approved as such: its excerpts are, or the presence is corrected.
        if item.kind != "presence" and (item.waiting is None or item.waiting.decision != "approve"):
            st.button(
                t("contract.approve"),
                key="approve",
                type="primary" if item.waiting is None else "secondary",
                on_click=_decide,
                args=(contract_id, item.subject, "approve"),
                **permitted("contract.review", disabled=item.review is not None and item.review.decision == "approve"),
            )
        selected = selection_of(contract_id)
        # Another key after saving, and for other words: the popover is a new one, and closed.
        turn = (st.session_state.get(_SAVED, 0), selected.start if selected else None)
        corrects = permitted("contract.review")
        with st.popover(t("contract.correct"), key=f"correct_{item.subject}_{turn}", **corrects):
            if selected is not None:
                st.caption(t("contract.selected_words"))
            changed = correction(item, selected.words if selected else "")
            if changed is not None:
                value, note = changed
                _decide(contract_id, item.subject, "correct", value, note)
                if _FAULT not in st.session_state:
                    st.session_state[_SAVED] = st.session_state.get(_SAVED, 0) + 1
                    forget_selection()
                    st.rerun(scope="app")
        if item.kind != "presence":
            st.button(
                t("contract.reject"),
                key="reject",
                on_click=_decide,
                args=(contract_id, item.subject, "reject"),
                **permitted("contract.review", disabled=item.rejected),
            )
        if item.review is not None or item.waiting is not None:
            st.button(
                t("contract.withdraw"),
                key="withdraw",
                type="tertiary",
                on_click=_decide,
                args=(contract_id, item.subject, "withdraw"),
                **permitted("contract.review"),
            )


def _value_words(item: Item) -> str:
    """The corrected value that waits for a second person, as its item would show it."""
    return item_value(with_value(item))


def _second(contract_id: str, subject: str) -> None:
    try:
        workbench().library.second(contract_id, subject, reviewer=person())
    except WorkbenchError as error:
        st.session_state[_FAULT] = error


def _decide(
    contract_id: str, subject: str, decision: Decision, value: Correction | None = None, note: str | None = None
) -> None:
    opened = workbench()
    try:
        opened.library.review(contract_id, subject, decision, reviewer=person(), value=value, note=note or None)
    except WorkbenchError as error:
        st.session_state[_FAULT] = error


def approve_together(contract_id: str, items: Sequence[Item]) -> None:
    """Draw the button that approves all items whose quotes stand on the page and about which nothing is in doubt."""
    user_id = current_actor().user_id
    sure = [
        item
        for item in items
        if item.kind != "presence"
        and item.is_open_for(user_id)
        and (item.waiting is None or item.waiting.decision == "approve")
        and not item.candidate
        and item.evidence is not None
        and item.evidence.state == "verified"
        and not item_doubt(item)
        # A value that its words contradict is nothing to approve.
        and getattr(item.content, "borne_out", True)
    ]
    if len(sure) > 1:
        st.button(
            t("contract.approve_all", count=len(sure)),
            key="approve_together",
            on_click=_approve_all,
            args=(contract_id, [item.subject for item in sure]),
            width="stretch",
            **permitted("contract.review"),
        )


def _approve_all(contract_id: str, subjects: Sequence[str]) -> None:
    for subject in subjects:
        _decide(contract_id, subject, "approve")
