"""The audit log: narrowed, page by page, as a file, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import streamlit as st

from core.access import AuditEntry, AuditFilter, AuditList, action_words, fact_words, thing_words, verify_audit
from core.ui.access.audit_names import audit_names, ids_called
from core.ui.access.times import local_time
from core.ui.escape import plain
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench
from core.wording import Language

_PORTION = 100
_TARGET_PX = 390
"""Long titles are cut, so that the details beside them are seen without scrolling."""


def audit_view() -> None:
    """Draw the log."""
    listed = AuditList(workbench().store)
    language = current_language()
    names = audit_names()
    narrowed = _narrowed(listed, language, names)
    place = int(st.session_state.get("audit_page", 1))
    entries, total = listed.entries(narrowed, limit=_PORTION, offset=(place - 1) * _PORTION)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(t("access.count", count=total), width="content")
        st.download_button(
            t("access.export"),
            data=lambda: listed.export(narrowed, language=language),
            file_name="audit.csv",
            mime="text/csv",
            on_click="ignore",
            key="audit_export",
        )
        if st.button(t("access.check"), key="audit_check"):
            _check()
    if not entries:
        st.caption(t("access.empty"))
        return
    import pandas as pd  # the server starts without it

    columns = [t(f"access.{name}") for name in ("when", "who", "what", "target", "facts")]
    st.dataframe(
        pd.DataFrame([_cells(entry, language, names) for entry in entries], columns=columns),
        column_config={t("access.target"): st.column_config.TextColumn(width=_TARGET_PX)},
        hide_index=True,
        key="audit_table",
    )
    if total > _PORTION:
        st.number_input(t("access.page"), 1, -(-total // _PORTION), key="audit_page", width=160)


def _narrowed(listed: AuditList, language: Language, names: Mapping[str, str]) -> AuditFilter:
    first, second, third = st.columns([2, 1, 1])
    words = {action: action_words(action, language) for action in listed.actions()}
    actions = first.multiselect(
        t("access.filter_actions"),
        sorted(words, key=words.__getitem__),
        format_func=words.__getitem__,
        placeholder=t("access.all_actions"),
        key="audit_actions",
    )
    actor = second.text_input(t("access.filter_actor"), key="audit_actor")
    thing = third.text_input(t("access.filter_resource"), key="audit_resource")
    since: Any = second.date_input(t("access.filter_since"), None, key="audit_since")
    until: Any = third.date_input(t("access.filter_until"), None, key="audit_until")
    return AuditFilter(
        tuple(actions),
        actor,
        ids_called(thing, names),
        thing,
        _midnight(since) if isinstance(since, date) else None,
        _midnight(until + timedelta(days=1)) if isinstance(until, date) else None,
    )


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min).astimezone().astimezone(UTC)


def _cells(entry: AuditEntry, language: Language, names: Mapping[str, str]) -> tuple[str, ...]:
    target = thing_words(entry.resource_kind, entry.resource_id, language, names)
    facts = fact_words(entry.facts, language, names)
    return local_time(entry.at), plain(entry.actor), action_words(entry.action, language), plain(target), plain(facts)


def _check() -> None:
    verdict = verify_audit(workbench().store)
    if verdict.is_whole:
        st.success(t("access.whole", count=verdict.entries))
    else:
        st.error(t("access.broken", count=len(verdict.problems), seq=verdict.problems[0].seq))
