"""Suggestions as a table; the chosen one with its reasons, the contracts of both names, and the decision."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.evidence import from_span
from core.parties import Organization, PartySuggestion, Reason
from core.ui.access.permitted import permitted
from core.ui.escape import markup, md, plain, short
from core.ui.links import CONTRACT
from core.ui.parties.choice_table import choice_table
from core.ui.parties.state import PartyState, approve, reject
from core.ui.reader import document_of
from core.ui.texts import t
from core.ui.workbench import workbench

_MAX_PX = 234
_QUOTE = 2_000
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


def _chosen(suggestions: Sequence[PartySuggestion]) -> PartySuggestion:
    lines = [
        (
            plain(suggestion.first.name),
            plain(suggestion.second.name),
            likely(suggestion.score),
            plain(reason_text(suggestion.reasons[0])),
        )
        for suggestion in suggestions
    ]
    rows = choice_table(
        "party_suggestions",
        ("first", "second", "likely", "why"),
        lines,
        most_px=_MAX_PX,
        mode="single-row",
        alt=t("parties.suggestions_help"),
    )
    return suggestions[rows[0]] if rows else suggestions[0]


def _card(party_suggestion: PartySuggestion) -> None:
    with st.container(border=True, key="party_suggestion"):
        left, right = st.columns(2)
        for place, side in ((left, party_suggestion.first), (right, party_suggestion.second)):
            with place:
                _side(side)
        for reason in party_suggestion.reasons:
            st.markdown(f"- {md(reason_text(reason))}")
        if len(party_suggestion.together) > 2:
            quoted = [t("punctuation.quoted", words=md(short(name, _NAME))) for name in party_suggestion.together]
            names = t("punctuation.list").join(quoted)
            st.caption(t("parties.together", names=names))
        with st.container(horizontal=True, gap="small"):
            st.button(
                t("parties.approve"),
                key="party_approve",
                type="primary",
                **permitted("contract.relate"),
                on_click=approve,
                args=(
                    (party_suggestion.first.name, party_suggestion.second.name),
                    party_suggestion.method,
                    party_suggestion.score,
                ),
            )
            st.button(
                t("parties.reject"),
                key="party_reject",
                **permitted("contract.relate"),
                on_click=reject,
                args=(party_suggestion.first.name, party_suggestion.second.name),
            )
        for stated in party_suggestion.stated[:2]:
            evidence = from_span(document_of(stated.contract_id), stated.start, stated.end)
            st.html(f'<div class="shinsa-quote" tabindex="0">{markup(short(evidence.shown, _QUOTE))}</div>')
            row = workbench().library.row(stated.contract_id)
            st.page_link(
                str(CONTRACT),
                label=t("parties.stated_in", number=row.number, page=evidence.page or 1),
                query_params={"contract": stated.contract_id, "page": str(evidence.page or 1)},
            )


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
