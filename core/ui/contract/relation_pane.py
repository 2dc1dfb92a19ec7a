"""One relation between contracts: its reasons, its words highlighted on the page, and the decision."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.errors import WorkbenchError
from core.evidence import Evidence, from_span
from core.relations import RelationEvidence, SuggestionReason
from core.ui.contract.relations import Related, failed
from core.ui.contract.values import moment
from core.ui.escape import markup, md, short
from core.ui.links import CONTRACT
from core.ui.person import person
from core.ui.reader import document_of, show_place
from core.ui.texts import t
from core.ui.workbench import workbench
from core.workbench import relation_evidence

_TITLE = 70
_QUOTE = 500


def relation_pane(contract_id: str, one: Related | None) -> None:
    """Draw a relation as seen from a contract."""
    if one is None:
        return
    other = workbench().library.row(one.other(contract_id))
    st.markdown(
        f"**{t(f'relations.way_{one.way(contract_id)}')}** {other.number}\\. {md(short(other.summary.title, _TITLE))}"
    )
    st.page_link(
        str(CONTRACT), label=t("relations.open", number=other.number), query_params={"contract": other.contract_id}
    )
    if one.suggestion is not None:
        for reason in one.suggestion.reasons:
            st.markdown(f"- {md(reason_text(reason))}")
        if one.suggestion.ambiguous:
            st.warning(t("relations.ambiguous_help"))
    with st.container(horizontal=True, gap="small"):
        _decision(one)
    if one.decided is not None:
        words = t(
            "relations.decided_by",
            decision=t(f"relations.decision_{'approve' if one.decided.status == 'approved' else 'reject'}"),
            who=md(one.decided.decided_by),
            when=moment(one.decided.decided_at),
        )
        st.caption(words)
    _words(one)


def _decision(one: Related) -> None:
    """The one thing to do: decide on a suggestion, or take a decision back."""
    if one.decided is not None:
        st.button(t("relations.withdraw"), key="relation_withdraw", on_click=_decide, args=(one, "withdraw"))
        return
    st.button(t("relations.approve"), key="relation_approve", type="primary", on_click=_decide, args=(one, "approve"))
    st.button(t("relations.reject"), key="relation_reject", on_click=_decide, args=(one, "reject"))


def _decide(one: Related, decision: Literal["approve", "reject", "withdraw"]) -> None:
    opened = workbench()
    book, user = opened.relations, person()
    try:
        if decision == "withdraw":
            book.withdraw(one.kind, one.source, one.target, by=user)
        elif one.suggestion is not None:
            evidence = relation_evidence(opened, one.suggestion)
            score = one.suggestion.score
            if decision == "approve":
                book.approve(one.kind, one.source, one.target, by=user, method="stated", score=score, evidence=evidence)
            else:
                book.reject(one.kind, one.source, one.target, by=user, score=score, evidence=evidence)
    except WorkbenchError as error:
        failed(error)


def _words(one: Related) -> None:
    """The words that say so, in the agreement that amends or supersedes."""
    evidence = _evidence(one)
    if evidence is None:
        st.caption(t("relations.by_hand"))
        return
    number = workbench().library.row(one.source).number
    st.markdown(f"**{t('relations.words', number=number, page=evidence.page or 1)}**")
    st.html(f'<div class="shinsa-quote">{markup(short(evidence.shown, _QUOTE))}</div>')
    span = (evidence.start, evidence.end) if evidence.start is not None and evidence.end is not None else None
    show_place(
        one.source,
        page=evidence.page or 1,
        boxes=evidence.boxes,
        span=span,
        alt=t("contract.page_alt_marked", page=evidence.page or 1),
        low=True,
    )


def _evidence(one: Related) -> Evidence | None:
    kept: RelationEvidence | None = one.decided.evidence if one.decided is not None else None
    if kept is not None:
        return from_span(document_of(one.source), kept.start, kept.end)
    if one.suggestion is not None:
        return from_span(document_of(one.source), one.suggestion.start, one.suggestion.end)
    return None


def reason_text(reason: SuggestionReason) -> str:
    """A reason in words."""
    values = dict(zip(("first", "second"), reason.values, strict=False))
    return t(f"relations.reason_{reason.code}", **values)
