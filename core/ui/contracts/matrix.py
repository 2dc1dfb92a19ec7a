"""Contracts by clause types: present, absent, not found or unknown, told apart by symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.contracts import ContractRow, column
from core.record import Presence
from core.taxonomy import Category, taxonomy
from core.ui.contracts.choose import matching, with_clauses
from core.ui.escape import plain
from core.ui.language import current_language
from core.ui.links import open_contract
from core.ui.texts import t

SYMBOLS: dict[Presence, str] = {"present": "●", "absent": "–", "not_found": "○", "unknown": "？"}
_ROW_PX = 33
_MAX_PX = 520


def matrix(rows: Sequence[ContractRow]) -> None:
    """Draw filters, legend and table. Contracts that may or may not lack a clause are listed apart."""
    language = current_language()
    categories = {category.code: category for category in taxonomy().clauses}
    names = {code: category.name(language) for code, category in categories.items()}
    groups = {"": t("contracts.all_groups")}
    groups |= {c.group: getattr(taxonomy().groups[c.group], language) for c in categories.values()}
    words_column, group_column = st.columns(2)
    words = words_column.text_input(
        t("contracts.filter"), placeholder=t("contracts.filter_hint"), key="matrix_filter", type="search"
    )
    group = group_column.selectbox(
        t("contracts.group"),
        list(groups),
        format_func=groups.__getitem__,
        key="matrix_group",
    )
    with_column, without_column = st.columns(2)
    hint = t("contracts.choose_types")
    present = with_column.multiselect(
        t("contracts.with"), list(names), format_func=names.__getitem__, key="matrix_with", placeholder=hint
    )
    without = without_column.multiselect(
        t("contracts.without"), list(names), format_func=names.__getitem__, key="matrix_without", placeholder=hint
    )
    asked = {*present, *without}
    shown = [c for c in categories.values() if group in ("", c.group) or c.code in asked]
    sure, unsure = with_clauses(matching(rows, words or "", {}), present, without)
    st.caption(t("contracts.legend", **SYMBOLS))
    if not sure and not unsure:
        st.info(t("contracts.nothing_matches"))
        return
    if without:
        st.markdown(t("contracts.surely_without", count=len(sure)))
    _table(sure, shown, "matrix_sure")
    if unsure:
        st.markdown(t("contracts.perhaps_without", count=len(unsure)))
        _table(unsure, shown, "matrix_unsure")


def _table(rows: Sequence[ContractRow], shown: Sequence[Category], key: str) -> None:
    if not rows:
        return
    language = current_language()
    config = st.column_config
    frame = pd.DataFrame(
        {"number": [row.number for row in rows], "title": [plain(row.summary.title) for row in rows]}
        | {
            category.code: [SYMBOLS[row.summary.presence.get(category.code, "unknown")] for row in rows]
            for category in shown
        }
    )
    columns: dict[str, Any] = {
        "number": config.NumberColumn(column("number", language), width=56, format="%d", pinned=True),
        "title": config.TextColumn(column("title", language), width=220, pinned=True),
    }
    for category in shown:
        name = category.name(language)
        explained = f"{name}: {getattr(category.definition, language)}"
        columns[category.code] = config.TextColumn(name, width=92, help=explained, alignment="center")
    event = st.dataframe(
        frame,
        hide_index=True,
        height=min(_ROW_PX * (len(rows) + 1) + 3, _MAX_PX),
        column_config=columns,
        on_select="rerun",
        selection_mode="single-row",
        key=key,
        alt=t("contracts.matrix"),
    )
    for index in event["selection"]["rows"]:
        open_contract(rows[index].contract_id)
