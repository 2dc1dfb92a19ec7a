"""Decisions on names of parties, newest first, each with the way to take it back."""

from __future__ import annotations

import streamlit as st

from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import md, short
from core.ui.parties.state import ask_again, undo
from core.ui.texts import t
from core.ui.workbench import workbench

_SHOWN = 50
_NAME = 70


def history_view() -> None:
    """Draw names called different, then the history."""
    book = workbench().parties
    rejections, decisions = book.rejections(), book.history(_SHOWN)
    if not decisions:
        st.info(t("parties.no_history"))
        return
    if rejections:
        with st.expander(t("parties.rejected", count=len(rejections))):
            for rejection in rejections[:_SHOWN]:
                left, right = st.columns([5, 1], vertical_alignment="center")
                who = t("parties.decided_by", who=md(rejection.rejected_by), when=moment(rejection.rejected_at))
                left.markdown(f"{_names((rejection.first, rejection.second))}  \n:gray[{who}]")
                right.button(
                    t("parties.ask_again"),
                    key=f"party_again_{rejection.first_id}_{rejection.second_id}",
                    on_click=ask_again,
                    args=(rejection.first, rejection.second),
                    **permitted("contract.relate"),
                )
    for decision in decisions:
        left, right = st.columns([5, 1], vertical_alignment="center")
        what = t(f"parties.decision_{decision.decision}")
        who = t("parties.decided_by", who=md(decision.decided_by), when=moment(decision.decided_at))
        undone = f" :gray-badge[{t('parties.undone')}]" if decision.undone else ""
        left.markdown(f"**{what}**{undone} {_names(decision.names)}  \n:gray[{who}]")
        if decision.can_be_undone:
            right.button(
                t("parties.undo"),
                key=f"party_undo_{decision.id}",
                on_click=undo,
                args=(decision.id,),
                **permitted("contract.relate"),
            )


def _names(names: tuple[str, ...]) -> str:
    return t("punctuation.list").join(t("punctuation.quoted", words=md(short(name, _NAME))) for name in names)
