"""Findings of a contract: the list by verdict, the chosen one with both texts and its words on the page."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.contracts import ReviewedContract
from core.errors import ModelError
from core.findings import (
    VERDICTS,
    Finding,
    FindingsReview,
    Verdict,
    change_lines,
    contract_findings,
    option_words,
    reason_words,
    severity_words,
)
from core.taxonomy import taxonomy
from core.ui.escape import markup, md, short
from core.ui.failure import show_error
from core.ui.language import current_language
from core.ui.links import KNOWLEDGE
from core.ui.reader import show_place
from core.ui.texts import t
from core.ui.workbench import workbench

FINDING = "finding"
_BY_MODEL = "findings_by_model"
_TITLE = 60
_COLOURS: dict[Verdict, Literal["red", "orange", "gray", "green"]] = {
    "deviates": "red",
    "missing": "orange",
    "unclear": "gray",
    "fine": "green",
}


def findings_list(detail: ReviewedContract) -> tuple[FindingsReview, Finding | None]:
    """Draw the findings as rows to choose from; gives them and the chosen one."""
    review = _review(detail)
    chosen = _chosen(review)
    if review.unread_pages:
        st.warning(t("findings.unread", pages=", ".join(map(str, review.unread_pages))))
    if review.undecided:
        names = t("knowledge.joined").join(stored.name for stored in review.undecided)
        st.info(t("findings.undecided", count=len(review.undecided), names=short(names, 120)))
    if not review.findings:
        known = workbench().knowledge.approved()
        st.info(t("findings.none_apply") if known else t("findings.no_knowledge"))
        st.page_link(str(KNOWLEDGE), label=t("findings.open_knowledge"))
    for verdict in VERDICTS:
        found = [finding for finding in review.findings if finding.verdict == verdict]
        if found:
            st.markdown(f":{_COLOURS[verdict]}-badge[{t(f'findings.{verdict}')}] {len(found)}")
            for finding in found:
                _row(finding, chosen)
    _engine(review)
    return review, chosen


def _review(detail: ReviewedContract) -> FindingsReview:
    """The findings by the engine that was asked for; without an answer of the model, those by rules."""
    key = detail.row.contract_id
    if st.session_state.get(_BY_MODEL) == key:
        try:
            with st.spinner(t("findings.asking")):
                return contract_findings(workbench(), key, by_model=True)
        except ModelError as error:
            st.session_state.pop(_BY_MODEL, None)
            show_error(error)
    return contract_findings(workbench(), key)


def _engine(review: FindingsReview) -> None:
    model = workbench().settings.connection("chat").model
    if review.engine != "builtin":
        st.caption(t("findings.judged_by", engine=md(review.engine)))
        return
    st.caption(t("findings.by_rules"))
    if model is not None and any(finding.verdict == "unclear" for finding in review.findings):
        st.button(t("findings.ask_model", engine=md(model)), key="ask_model", on_click=_ask, args=(review.contract_id,))


def _ask(contract_id: str) -> None:
    st.session_state[_BY_MODEL] = contract_id


def _chosen(review: FindingsReview) -> Finding | None:
    asked = st.query_params.get(FINDING)
    by_name = {finding.stored.name: finding for finding in review.findings}
    return by_name.get(asked or "") or next(iter(review.findings), None)


def _row(finding: Finding, chosen: Finding | None) -> None:
    words = [*finding.evidence, *(offered.evidence for offered in finding.options)]
    page = words[0].page if words else None
    place = f" :gray[{t('contract.page_short', page=page)}]" if page else ""
    title = md(short(finding.stored.entry.title or t("knowledge.untitled"), _TITLE))
    st.button(
        f":gray[{finding.stored.name}] {title}{place}",
        key=f"row_finding_{finding.stored.name}",
        type="secondary" if chosen is not None and finding.stored.name == chosen.stored.name else "tertiary",
        width="stretch",
        on_click=_choose,
        args=(finding.stored.name,),
    )


def _choose(name: str) -> None:
    st.query_params[FINDING] = name


def finding_pane(detail: ReviewedContract, finding: Finding | None) -> None:
    """Draw one finding: why, the contract's words, what the house wants, and the place on the page."""
    if finding is None:
        return
    language = current_language()
    entry = finding.stored.entry
    parts = [f":{_COLOURS[finding.verdict]}-badge[{t(f'findings.{finding.verdict}')}]"]
    if finding.clause_type:
        parts.append(md(taxonomy().get(finding.clause_type).name(language)))
    if severity_words(finding, language):
        parts.append(md(severity_words(finding, language)))
    st.markdown(f"**{finding.stored.name}\\. {md(entry.title or t('knowledge.untitled'))}**")
    st.markdown(" · ".join(parts))
    st.markdown(md(reason_words(finding, language)))
    for line in change_lines(finding, language):
        st.markdown(f"- {md(line)}")
    if finding.explanation:
        st.markdown(md(finding.explanation))
    if finding.check_parties and finding.verdict in ("fine", "deviates"):
        st.caption(t("findings.check_parties"))
    shown = [evidence for evidence in finding.evidence if evidence.state != "unverified" and evidence.shown]
    for evidence in shown:
        st.markdown(f"**{t('findings.contract_words')}**" + (f" ({t('contract.page_short', page=evidence.page)})"))
        st.html(f'<div class="shinsa-quote" tabindex="0">{markup(evidence.shown)}</div>')
    for offered in finding.options:
        st.markdown(f":orange-badge[◇ {md(option_words(offered, language))}]")
        st.html(f'<div class="shinsa-quote" tabindex="0">{markup(offered.evidence.shown)}</div>')
    _own_position(finding)
    query = {"entry": finding.stored.name}
    st.page_link(str(KNOWLEDGE), label=t("findings.open_entry", name=finding.stored.name), query_params=query)
    seen = [*shown, *(offered.evidence for offered in finding.options)]
    if seen and seen[0].page is not None:
        first = seen[0]
        span = (first.start, first.end) if first.start is not None and first.end is not None else None
        show_place(
            detail.row.contract_id,
            page=first.page or 1,
            boxes=first.boxes,
            span=span,
            alt=t("contract.page_alt_marked", page=first.page),
            low=True,
        )


def _own_position(finding: Finding) -> None:
    entry = finding.stored.entry
    with st.expander(t("findings.house"), expanded=finding.verdict != "fine"):
        if entry.risk:
            st.markdown(f"**{t('findings.risk')}**  \n{md(entry.risk)}")
        if entry.recommended_clause:
            st.markdown(f"**{t('findings.recommended')}**")
            st.html(f'<div class="shinsa-quote whole">{markup(entry.recommended_clause)}</div>')
        for position in entry.fallback_positions:
            st.markdown(f"**{t('knowledge.fallback_position', number=position.level)}** {md(position.position)}")
            if position.clause.strip():
                st.html(f'<div class="shinsa-quote whole">{markup(position.clause)}</div>')
        if entry.walk_away:
            st.markdown(f"**{t('findings.walk_away')}** {md(entry.walk_away)}")
