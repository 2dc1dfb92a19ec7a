"""Contracts by clause types: present, absent, not found or unknown, told apart by symbols and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import streamlit as st

from core.contracts import Assignments, ContractRow
from core.questions import clause_codes
from core.record import Presence
from core.taxonomy import Category, taxonomy
from core.ui.contracts.choose import with_clauses
from core.ui.contracts.download import downloads
from core.ui.contracts.filters import filtered, search_box, several, single
from core.ui.contracts.table import grid_rows, type_names
from core.ui.grid import Column, GridLook, grid, opened_row, requested_sort
from core.ui.language import current_language
from core.ui.links import MOST_COMPARED, open_comparison, open_contract
from core.ui.texts import t
from core.ui.workbench import workbench

SYMBOLS: dict[Presence, str] = {"present": "●", "absent": "–", "not_found": "○", "unknown": "？"}
_MOST_CACHED = 4_000
_CODES: dict[Presence, str] = {"present": "p", "absent": "a", "not_found": "n", "unknown": "u"}


def matrix(rows: Sequence[ContractRow]) -> None:
    """Draw filters, legend and table. Contracts that may or may not lack a clause are listed apart."""
    for key in ("matrix_sure", "matrix_unsure"):
        opened = opened_row(key)
        if opened is not None:
            open_contract(opened[0], item=opened[1] or None)
    language = current_language()
    categories = {category.code: category for category in taxonomy().clauses}
    names = {code: category.name(language) for code, category in categories.items()}
    assigned = Assignments(workbench().store).people()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = search_box(t("contracts.filter"), t("contracts.filter_hint"))
        found = filtered(rows, words, type_names(rows), assigned)
        exports = st.container(width="content")
    with_column, without_column, group_column = st.columns(3)
    with with_column:
        present = several("with", t("contracts.with"), names, read=clause_codes)
    with without_column:
        without = several("without", t("contracts.without"), names, read=clause_codes)
    with group_column:
        groups = {"": t("contracts.all_groups")}
        groups |= {c.group: getattr(taxonomy().groups[c.group], language) for c in categories.values()}
        group = single("group", t("contracts.group"), groups)
    asked = [*dict.fromkeys([*present, *without])]
    shown = [categories[code] for code in asked]
    shown += [c for c in categories.values() if group in ("", c.group) and c.code not in asked]
    sure, unsure = with_clauses(found, present, without)
    with exports, st.container(horizontal=True, gap="small"):
        _compare([*sure, *unsure], shown)
        downloads([*sure, *unsure])
    st.caption(t("contracts.legend", **SYMBOLS))
    if not sure and not unsure:
        st.info(t("contracts.nothing_matches"))
        return
    if without:
        st.markdown(t("contracts.surely_without", count=len(sure)))
    _table(rows, sure, shown, "matrix_sure", assigned)
    if unsure:
        st.markdown(t("contracts.perhaps_without", count=len(unsure)))
        _table(rows, unsure, shown, "matrix_unsure", assigned)


def _compare(rows: Sequence[ContractRow], shown: Sequence[Category]) -> None:
    """Draw the way from a column to its clauses side by side; the columns come in the table's order."""
    names = {category.code: category.name(current_language()) for category in shown}
    with st.popover(t("compare.from_matrix"), key="compare", disabled=not rows or not shown):
        if not rows or not shown:
            return
        present = {code: [row.number for row in rows if row.summary.presence.get(code) == "present"] for code in names}
        # Begin with a column that there is something to compare in.
        first = next((place for place, code in enumerate(names) if len(present[code]) > 1), 0)
        code = st.selectbox(
            t("compare.clause"),
            list(names),
            index=first,
            format_func=lambda code: names.get(code, code),
            key="compare_column",
        )
        having = present[code]
        st.caption(t("compare.from_matrix_note", name=names[code], count=len(having)))
        count = min(len(having), MOST_COMPARED)
        label = t("compare.from_matrix_go", count=count)
        if st.button(label, key="compare_go", type="primary", disabled=count < 2, width="stretch"):
            open_comparison(having, code)


def _table(
    rows: Sequence[ContractRow],
    contracts: Sequence[ContractRow],
    shown: Sequence[Category],
    key: str,
    assigned: Mapping[str, str],
) -> None:
    if not contracts:
        return
    language = current_language()
    fixed = ("number", "title")
    columns = [
        Column(name="number", title=t("contracts.number"), kind="number", width=58, pinned=True),
        Column(name="title", title=t("shell.contract_title"), kind="title", width=210, pinned=True),
    ]
    columns += [
        Column(
            name=category.code,
            title=category.name(language),
            kind="mark",
            width=104,
            pinned=False,
            help=f"{category.name(language)}: {getattr(category.definition, language)}",
            item=f"presence:{category.code}",
            query=f"&item=presence%3A{category.code}",
        )
        for category in shown
    ]
    lines = grid_rows(rows, contracts, fixed, assigned)
    codes = tuple(category.code for category in shown)
    for line, row in zip(lines, contracts, strict=True):
        line["cells"] += _marks(row, codes)
    looks = {
        _CODES[state]: GridLook(symbol=symbol, word=t(f"contract.presence_{state}"), kind=state)
        for state, symbol in SYMBOLS.items()
    }
    grid(columns, lines, key=key, alt=t("contracts.matrix"), sort=requested_sort(columns), looks=looks, tickable=False)


_known: dict[tuple[str, datetime, tuple[str, ...]], list[str]] = {}


def _marks(row: ContractRow, codes: tuple[str, ...]) -> list[str]:
    """What a row says of each clause type; made once for each state of the contract and choice of types."""
    key = (row.contract_id, row.updated_at, codes)
    known = _known.get(key)
    if known is None:
        if len(_known) >= _MOST_CACHED:
            _known.clear()
        known = _known[key] = [_CODES[row.summary.presence.get(code, "unknown")] for code in codes]
    return known
