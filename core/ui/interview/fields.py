"""The form of one field of the draft."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from core.knowledge import SEVERITIES, EntryDraft, FallbackPosition, LawReference
from core.lexicon import agreement_type_name, agreement_types
from core.taxonomy import taxonomy
from core.ui.language import current_language
from core.ui.texts import t

_LONG = ("problem_pattern", "risk", "recommended_clause", "note", "walk_away", "source_case")
_HELPED = ("applicability", "fallback_positions", "law_references")


def field_form(name: str, draft: EntryDraft) -> EntryDraft | None:
    """Draw the form; gives the draft with the field as it was sent, None until it is sent."""
    with st.form(f"field_{name}", border=False):
        value = _value(name, draft)
        if not st.form_submit_button(t("interview.save"), type="primary", key=f"save_{name}"):
            return None
    return draft.model_copy(update={name: value})


def _value(name: str, draft: EntryDraft) -> Any:
    label = t(f"interview.field_{name}")
    if name == "contract_types":
        return _contract_types(label, draft)
    if name == "clause_types":
        names = {category.code: category.name(current_language()) for category in taxonomy().clauses}
        return tuple(
            st.multiselect(
                label, list(names), list(draft.clause_types), format_func=names.__getitem__, key="in_clauses"
            )
        )
    if name == "severity":
        choices = ["none", *SEVERITIES]
        chosen = st.selectbox(
            label,
            choices,
            index=choices.index(draft.severity or "none"),
            format_func=lambda level: t(f"interview.severity_{level}"),
            key="in_severity",
        )
        return None if chosen == "none" else chosen
    text = st.text_area(
        label,
        _as_text(name, draft),
        height=140 if name in _LONG else 90,
        key=f"in_{name}",
        help=t(f"interview.help_{name}") if name in _HELPED else None,
    )
    return _from_text(name, text)


def _contract_types(label: str, draft: EntryDraft) -> tuple[str, ...] | None:
    known = [agreement_type_name(code, current_language()) for code in agreement_types()]
    now = list(draft.contract_types or ())
    chosen = st.multiselect(
        label,
        [*known, *(value for value in now if value not in known)],
        now,
        accept_new_options=True,
        key="in_contract_types",
        help=t("interview.help_contract_types"),
    )
    every = st.checkbox(t("interview.every_type"), draft.contract_types == (), key="in_every_type")
    return tuple(chosen) if chosen or every else None


def _as_text(name: str, draft: EntryDraft) -> str:
    if name == "applicability":
        return "\n".join(draft.applicability)
    if name == "fallback_positions":
        return "\n".join(
            f"{fallback_position.position}｜{fallback_position.clause}"
            if fallback_position.clause
            else fallback_position.position
            for fallback_position in draft.fallback_positions
        )
    if name == "law_references":
        return "\n".join(
            f"{law_reference.law} ｜ {law_reference.article}" if law_reference.article else law_reference.law
            for law_reference in draft.law_references
        )
    return getattr(draft, name) or ""


def _from_text(name: str, text: str) -> Any:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if name == "applicability":
        return tuple(lines)
    if name == "fallback_positions":
        parts = [_halves(line) for line in lines]
        return tuple(FallbackPosition(level=n, position=part, clause=two) for n, (part, two) in enumerate(parts, 1))
    if name == "law_references":
        return tuple(LawReference(law=law, article=two) for law, two in map(_halves, lines))
    return text.strip() or None


def _halves(line: str) -> tuple[str, str]:
    parts = re.split(r"\s*[|｜]\s*", line, maxsplit=1)
    return parts[0], parts[1] if len(parts) > 1 else ""
