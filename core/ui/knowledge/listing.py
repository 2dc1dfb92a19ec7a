"""Search box, filters and the table of entries; a selected row opens its entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.knowledge import SEVERITIES, STATUSES, StoredEntry
from core.lexicon import agreement_type_name, agreement_types
from core.taxonomy import taxonomy
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import plain
from core.ui.knowledge import transfer
from core.ui.knowledge.entry_words import (
    clause_type_names,
    contract_type_names,
    field_name,
    severity_name,
    status_name,
)
from core.ui.knowledge.opened import go
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_ROW_PX = 33
_MAX_PX = 560


def listing() -> None:
    """Draw the knowledge base."""
    everything = workbench().knowledge.entries()
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(t("knowledge.title"), anchor=False, width="content")
        with st.container(horizontal=True, horizontal_alignment="right", gap="small", width="content"):
            transfer.export_menu(everything)
            transfer.import_menu(offer_samples=bool(everything))
            st.button(
                t("knowledge.new"),
                key="new_entry",
                type="primary",
                on_click=go,
                kwargs={"new": True},
                **permitted("knowledge.propose"),
            )
    if not everything:
        _empty()
        return
    found, whole = _matches()
    if not found:
        st.info(t("knowledge.nothing_found"))
        return
    if not whole:
        st.info(t("knowledge.only_some_words"))
    st.caption(t("knowledge.shown", shown=len(found), total=len(everything)))
    _table(found)


def _empty() -> None:
    st.subheader(t("knowledge.empty_title"), anchor=False)
    st.write(t("knowledge.empty"))
    transfer.load_samples(t("knowledge.load_seeds"))
    st.caption(t("knowledge.seeds_source"))


def _matches() -> tuple[list[StoredEntry], bool]:
    """The entries that search box and filters leave, and whether they hold all the words."""
    words = st.text_input(
        t("knowledge.search"),
        placeholder=t("knowledge.search_hint"),
        key="knowledge_search",
        type="search",
        live=True,
        persist_state="session",
        label_visibility="collapsed",
    )
    status, kind, clause, severity = st.columns(4)
    language = current_language()
    types = {code: agreement_type_name(code, language) for code in agreement_types()}
    clauses = {category.code: category.name(language) for category in taxonomy().clauses}
    chosen: dict[str, Any] = {
        "status": _choice(status, "status", {code: status_name(code) for code in STATUSES}),
        "contract_type": _choice(kind, "contract_types", types),
        "clause_type": _choice(clause, "clause_types", clauses),
        "severity": _choice(severity, "severity", {code: severity_name(code) for code in SEVERITIES}),
    }
    hits = workbench().knowledge.search(words or "", limit=1_000, **chosen)
    return [hit.stored for hit in hits], all(hit.whole for hit in hits)


def _choice(place: Any, field: str, names: dict[Any, str]) -> Any:
    return place.selectbox(
        field_name(field),
        list(names),
        index=None,
        format_func=names.__getitem__,
        placeholder=t("knowledge.all"),
        key=f"knowledge_{field}",
        persist_state="session",
    )


def _table(found: Sequence[StoredEntry]) -> None:
    proposals = workbench().knowledge.proposals()
    lines = [
        {
            "number": match.number,
            "title": plain(match.entry.title or t("knowledge.untitled")),
            "status": t("knowledge.status_proposal")
            if match.entry.id in proposals
            else status_name(match.entry.status),
            "severity": severity_name(match.entry.severity),
            "contract_types": contract_type_names(match.entry.contract_types),
            "clause_types": clause_type_names(match.entry.clause_types),
            "author": plain(match.entry.author),
            "updated_at": moment(match.entry.updated_at),
        }
        for match in found
    ]
    config = st.column_config
    columns: dict[str, Any] = {
        "number": config.NumberColumn(field_name("number"), width=56, format="K%d"),
        "title": config.TextColumn(field_name("title"), width=330),
    }
    for name, width in (
        ("status", 120),
        ("severity", 64),
        ("contract_types", 150),
        ("clause_types", 150),
        ("author", 90),
        ("updated_at", 120),
    ):
        columns[name] = config.TextColumn(field_name(name), width=width)
    event = st.dataframe(
        pd.DataFrame(lines),
        hide_index=True,
        height=min(_ROW_PX * (len(lines) + 1) + 3, _MAX_PX),
        column_config=columns,
        on_select="rerun",
        selection_mode="single-row",
        key="knowledge_list",
        placeholder="",
        alt=t("knowledge.title"),
    )
    rows = event["selection"]["rows"]
    if rows and rows[0] < len(found):
        go(entry=found[rows[0]].name)
        st.rerun()
