"""Search box, filters and the table of entries; a click on a row opens its entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from core.knowledge import SEVERITIES, STATUSES, StoredEntry
from core.lexicon import agreement_type_name, agreement_types
from core.taxonomy import taxonomy
from core.ui.access.permitted import permitted
from core.ui.escape import plain
from core.ui.grid import CellKind, Column, GridRow, grid, opened_row, requested_sort
from core.ui.knowledge import transfer
from core.ui.knowledge.entry_words import (
    clause_type_names,
    contract_type_names,
    field_name,
    severity_name,
    status_name,
)
from core.ui.knowledge.opened import ENTRY, go
from core.ui.language import PARAMETER, current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_GRID = "knowledge_list"
_COLUMNS: tuple[tuple[str, CellKind, int], ...] = (
    ("number", "number", 58),
    ("title", "title", 304),
    ("status", "text", 92),
    ("severity", "text", 96),
    ("contract_types", "text", 132),
    ("clause_types", "text", 120),
    ("author", "text", 106),
    ("updated_at", "date", 86),
)
_PINNED = ("number", "title")


def listing() -> None:
    """Draw the knowledge base."""
    opened = opened_row(_GRID)
    if opened is not None:
        go(entry=opened[0])
        st.rerun()
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
    matches = workbench().knowledge.search(words or "", limit=1_000, **chosen)
    return [scored.stored for scored in matches], all(scored.whole for scored in matches)


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


def _table(entries: Sequence[StoredEntry]) -> None:
    proposals = workbench().knowledge.proposals()
    columns = [
        Column(name=name, title=field_name(name), kind=kind, width=width, pinned=name in _PINNED)
        for name, kind, width in _COLUMNS
    ]
    grid(
        columns,
        [_line(match, proposed=match.entry.id in proposals) for match in entries],
        key=_GRID,
        alt=t("knowledge.title"),
        sort=requested_sort(columns),
        tickable=False,
    )


def _line(match: StoredEntry, *, proposed: bool) -> GridRow:
    entry = match.entry
    title = plain(entry.title or t("knowledge.untitled"))
    return GridRow(
        id=match.name,
        href="/knowledge?" + urlencode({ENTRY: match.name, PARAMETER: current_language()}),
        name=title,
        sub="",
        cells=[
            match.name,
            title,
            t("knowledge.status_proposal") if proposed else status_name(entry.status),
            severity_name(entry.severity),
            contract_type_names(entry.contract_types),
            clause_type_names(entry.clause_types),
            plain(entry.author),
            entry.updated_at.astimezone().date().isoformat(),
        ],
    )
