"""Suggestions as a table; the chosen one with its reasons, the contracts of both names, and the decision."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.evidence import from_span
from core.parties import Organization, PartySuggestion, Reason
from core.ui.contract.place import document_of
from core.ui.escape import markup, md, plain, short
from core.ui.links import CONTRACT
from core.ui.parties.state import PartyState, approve, reject
from core.ui.texts import t
from core.ui.workbench import workbench

_ROW_PX, _MAX_PX = 33, 300
_CONTRACTS = 4
_NAME = 80
_SURE, _LIKELY = 0.9, 0.75


def suggestions_view(state: PartyState) -> None:
    """Draw the suggestions; the first one is open."""
    if not state.suggestions:
        st.info(t("parties.no_suggestions"))
        return
    st.caption(t("parties.suggestions_help"))
    chosen = _chosen(state.suggestions)
    _card(chosen)


def _chosen(found: Sequence[PartySuggestion]) -> PartySuggestion:
    heads = [t(f"parties.column_{name}") for name in ("first", "second", "likely", "why")]
    lines = [
        (plain(one.first.name), plain(one.second.name), likely(one.score), plain(reason_text(one.reasons[0])))
        for one in found
    ]
    event = st.dataframe(
        pd.DataFrame(lines, columns=heads),
        hide_index=True,
        height=min(_ROW_PX * (len(lines) + 1) + 3, _MAX_PX),
        on_select="rerun",
        selection_mode="single-row",
        # a new table after each decision, so that the row that moves up is not taken for the chosen one
        key=f"party_suggestions_{len(found)}",
        alt=t("parties.suggestions_help"),
    )
    rows = event["selection"]["rows"]
    return found[rows[0]] if rows and rows[0] < len(found) else found[0]


def _card(one: PartySuggestion) -> None:
    with st.container(border=True, key="party_suggestion"):
        left, right = st.columns(2)
        for place, side in ((left, one.first), (right, one.second)):
            with place:
                _side(side)
        for reason in one.reasons:
            st.markdown(f"- {md(reason_text(reason))}")
        for stated in one.stated[:2]:
            evidence = from_span(document_of(stated.contract_id), stated.start, stated.end)
            st.html(f'<div class="shinsa-quote">{markup(short(evidence.shown, 300))}</div>')
            row = workbench().library.row(stated.contract_id)
            st.page_link(
                str(CONTRACT),
                label=t("parties.stated_in", number=row.number, page=evidence.page or 1),
                query_params={"contract": stated.contract_id, "page": str(evidence.page or 1)},
            )
        if len(one.together) > 2:
            names = t("parties.joined").join(f"「{md(short(name, _NAME))}」" for name in one.together)
            st.caption(t("parties.together", names=names))
        with st.container(horizontal=True, gap="small"):
            st.button(
                t("parties.approve"),
                key="party_approve",
                type="primary",
                on_click=approve,
                args=((one.first.name, one.second.name), one.method, one.score),
            )
            st.button(t("parties.reject"), key="party_reject", on_click=reject, args=(one.first.name, one.second.name))


def _side(side: Organization) -> None:
    st.markdown(f"**{md(short(side.name, _NAME))}**")
    st.caption(t("parties.contracts", count=len(side.contracts)))
    library = workbench().library
    for contract_id in side.contracts[:_CONTRACTS]:
        row = library.row(contract_id)
        label = f"{row.number}. {md(short(row.summary.title, 50))}"
        st.page_link(str(CONTRACT), label=label, query_params={"contract": contract_id})
    if len(side.contracts) > _CONTRACTS:
        st.caption(t("parties.more_contracts", count=len(side.contracts) - _CONTRACTS))


def reason_text(reason: Reason) -> str:
    """A reason in words."""
    values = dict(zip(("first", "second"), reason.values, strict=False))
    return t(f"parties.reason_{reason.code}", **values)


def likely(score: float) -> str:
    """How sure a suggestion is, in words."""
    return t(
        "parties.likely_high" if score >= _SURE else "parties.likely_some" if score >= _LIKELY else "parties.likely_low"
    )
