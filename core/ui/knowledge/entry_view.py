"""One entry: what it says, its playbook, its status with the usual next step, its revisions."""

from __future__ import annotations

import streamlit as st

from core.knowledge import StoredEntry, field_text
from core.ui.contract.values import moment
from core.ui.escape import markup, md, name_md
from core.ui.knowledge.entry_words import (
    STATUS_COLOURS,
    clause_type_names,
    contract_type_names,
    field_name,
    severity_name,
    status_name,
)
from core.ui.knowledge.opened import go
from core.ui.knowledge.proposed import proposed_revision
from core.ui.knowledge.revisions import revisions
from core.ui.knowledge.status import status_actions
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_TITLE = 160


def entry_view(stored: StoredEntry) -> None:
    """Draw an entry."""
    entry = stored.entry
    proposal = workbench().knowledge.proposal(entry.id)
    st.button(t("knowledge.back"), key="back", type="tertiary", on_click=go)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
        st.title(f"{stored.name}\\. {name_md(entry.title or t('knowledge.untitled'), _TITLE)}", anchor=False)
        if proposal is None:
            with st.container(width="content"):
                status_actions(stored)
    colour = STATUS_COLOURS[entry.status]
    parts = [f":{colour}-badge[{status_name(entry.status)}]"]
    if entry.severity:
        parts.append(t("knowledge.severity_is", severity=severity_name(entry.severity)))
    parts.append(t("knowledge.revision_is", revision=entry.revision))
    parts.append(t("knowledge.last_by", who=md(entry.author), when=moment(entry.updated_at)))
    st.markdown(" · ".join(parts))
    if (first := workbench().knowledge.first_approval(entry.id)) is not None:
        st.warning(t("knowledge.one_of_two", who=md(first.name), when=moment(first.approved_at)))
    if proposal is not None:
        proposed_revision(stored, proposal)
    left, right = st.columns([11, 9], gap="large")
    with left:
        for name in ("problem_pattern", "risk", "recommended_clause", "note"):
            _text(stored, name, quoted=name == "recommended_clause")
        _fallbacks(stored)
        _text(stored, "walk_away")
    with right:
        st.markdown(f"**{field_name('contract_types')}**  \n{md(contract_type_names(entry.contract_types))}")
        if entry.clause_types:
            st.markdown(f"**{field_name('clause_types')}**  \n{md(clause_type_names(entry.clause_types))}")
        for name in ("applicability", "law_references", "source_case"):
            _text(stored, name)
        revisions(stored)


def _text(stored: StoredEntry, name: str, *, quoted: bool = False) -> None:
    text = field_text(stored.entry, name, current_language())
    if not text:
        return
    kind = "shinsa-text" if quoted else "shinsa-plain"
    with st.container(gap="xxsmall"):
        st.markdown(f"**{field_name(name)}**")
        st.html(f'<div class="{kind}" style="white-space: pre-wrap; overflow-wrap: anywhere">{markup(text)}</div>')


def _fallbacks(stored: StoredEntry) -> None:
    if not stored.entry.fallback_positions:
        return
    st.markdown(f"**{field_name('fallback_positions')}**")
    for fallback_position in stored.entry.fallback_positions:
        st.markdown(f"{fallback_position.level}\\. {md(fallback_position.position)}")
        if fallback_position.clause.strip():
            words = markup(fallback_position.clause)
            st.html(f'<div class="shinsa-quote whole" style="white-space: pre-wrap">{words}</div>')
