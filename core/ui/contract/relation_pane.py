"""One relation between contracts: its reasons, its words highlighted on the page, and the decision."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.errors import WorkbenchError
from core.evidence import Evidence, from_span
from core.relations import RelationEvidence, SuggestionReason
from core.ui.access.permitted import permitted
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


def relation_pane(contract_id: str, related: Related | None) -> None:
    """Draw a relation as seen from a contract."""
    if related is None:
        return
    other = workbench().library.row(related.other(contract_id))
    way = t(f"relations.way_{related.way(contract_id)}")
    st.markdown(f"**{way}** {other.number}\\. {md(short(other.summary.title, _TITLE))}")
    st.page_link(
        str(CONTRACT), label=t("relations.open", number=other.number), query_params={"contract": other.contract_id}
    )
    if related.suggestion is not None:
        for reason in related.suggestion.reasons:
            st.markdown(f"- {md(reason_text(reason))}")
        if related.suggestion.ambiguous:
            st.warning(t("relations.ambiguous_help"))
    with st.container(horizontal=True, gap="small"):
        _decision(related)
    if related.decided is not None:
        words = t(
            "relations.decided_by",
            decision=t(f"relations.decision_{'approve' if related.decided.status == 'approved' else 'reject'}"),
            who=md(related.decided.decided_by),
            when=moment(related.decided.decided_at),
        )
        st.caption(words)
    _words(related)


def _decision(related: Related) -> None:
    """The one thing to do: decide on a suggestion, or take a decision back."""
    may = permitted("contract.relate")
    if related.decided is not None:
        st.button(t("relations.withdraw"), key="relation_withdraw", on_click=_decide, args=(related, "withdraw"), **may)
        return
    st.button(
        t("relations.approve"),
        key="relation_approve",
        type="primary",
        on_click=_decide,
        args=(related, "approve"),
        **may,
    )
    st.button(t("relations.reject"), key="relation_reject", on_click=_decide, args=(related, "reject"), **may)


def _decide(related: Related, decision: Literal["approve", "reject", "withdraw"]) -> None:
    opened = workbench()
    book, user = opened.relations, person()
    try:
        if decision == "withdraw":
            book.withdraw(related.kind, related.source, related.target, by=user)
        elif related.suggestion is not None:
            evidence = relation_evidence(opened, related.suggestion)
            score = related.suggestion.score
            if decision == "approve":
                book.approve(
                    related.kind,
                    related.source,
                    related.target,
                    by=user,
                    method="stated",
                    score=score,
                    evidence=evidence,
                )
            else:
                book.reject(related.kind, related.source, related.target, by=user, score=score, evidence=evidence)
    except WorkbenchError as error:
        failed(error)


def _words(related: Related) -> None:
    """The words that say so, in the agreement that amends or supersedes."""
    evidence = _evidence(related)
    if evidence is None:
        st.caption(t("relations.by_hand"))
        return
    number = workbench().library.row(related.source).number
    st.markdown(f"**{t('relations.words', number=number, page=evidence.page or 1)}**")
    st.html(f'<div class="shinsa-quote" tabindex="0">{markup(short(evidence.shown, _QUOTE))}</div>')
    span = (evidence.start, evidence.end) if evidence.start is not None and evidence.end is not None else None
    show_place(
        related.source,
        page=evidence.page or 1,
        boxes=evidence.boxes,
        span=span,
        alt=t("contract.page_alt_marked", page=evidence.page or 1),
        low=True,
    )


def _evidence(related: Related) -> Evidence | None:
    kept: RelationEvidence | None = related.decided.evidence if related.decided is not None else None
    if kept is not None:
        return from_span(document_of(related.source), kept.start, kept.end)
    if related.suggestion is not None:
        return from_span(document_of(related.source), related.suggestion.start, related.suggestion.end)
    return None


def reason_text(reason: SuggestionReason) -> str:
    """A reason in words."""
    values = dict(zip(("first", "second"), reason.values, strict=False))
    return t(f"relations.reason_{reason.code}", **values)
