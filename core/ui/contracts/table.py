"""The list of contracts: filtered, sorted, with columns that people choose; a click on a row opens its contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from urllib.parse import urlencode

import streamlit as st

from core.contracts import Assignments, ContractRow, column, current_words, law_name, term_of
from core.lexicon import agreement_type_name
from core.preferences import Preferences
from core.ui.contracts.chosen import chosen_actions
from core.ui.contracts.download import downloads
from core.ui.contracts.filters import filtered, search_box
from core.ui.escape import plain
from core.ui.grid import CellKind, Column, GridRow, chosen_ids, grid, opened_row, requested_sort
from core.ui.language import PARAMETER, current_language
from core.ui.links import open_contract
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench
from core.wording import Language

GRID = "contract_list"
_COLUMNS = "contract_columns"
_PINNED: tuple[tuple[str, int], ...] = (("number", 58), ("title", 220))
_WIDTHS = {
    "parties": 180,
    "agreement_type": 110,
    "expiration_date": 96,
    "current_until": 120,
    "last_notice_day": 108,
    "governing_law": 110,
    "to_review": 72,
    "assigned": 100,
    "agreement_date": 100,
    "effective_date": 100,
    "language": 80,
    "created_by": 100,
    "created_at": 100,
    "pages": 70,
    "file_name": 200,
}
_FIRST = ("parties", "agreement_type", "expiration_date", "last_notice_day", "governing_law", "to_review")
_NUMBERS = ("number", "to_review", "pages")
_DATES = ("expiration_date", "last_notice_day", "agreement_date", "effective_date", "created_at")
_MOST_CACHED = 4_000


def contract_list(rows: Sequence[ContractRow]) -> None:
    """Draw search box, filters, columns and the table of contracts."""
    opened = opened_row(GRID)
    if opened is not None:
        open_contract(opened[0])
    assigned = Assignments(workbench().store).people()
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = search_box(t("contracts.filter"), t("contracts.filter_hint"))
        found = filtered(rows, words, type_names(rows), assigned)
        columns = _columns(_chosen_columns())
        ticked = chosen_ids(GRID)
        chosen = [row for row in found if row.contract_id in ticked]
        downloads(chosen or found)
    if not found:
        st.info(t("contracts.nothing_matches"))
        return
    if chosen:
        chosen_actions(chosen, GRID)
    else:
        st.caption(t("contracts.shown", shown=len(found), total=len(rows)))
    names = [each["name"] for each in columns]
    grid(
        columns,
        grid_rows(rows, found, names, assigned),
        key=GRID,
        alt=t("contracts.list"),
        sort=requested_sort(columns),
    )


def grid_rows(
    rows: Sequence[ContractRow], contracts: Sequence[ContractRow], names: Sequence[str], assigned: Mapping[str, str]
) -> list[GridRow]:
    """Rows as the table draws them; where several contracts bear one title, each says its file."""
    titles = Counter(row.summary.title.casefold() for row in rows)
    today, language = datetime.now(UTC).astimezone().date(), current_language()
    made = []
    for row in contracts:
        cells = _cells(row, today, language)
        made.append(
            GridRow(
                id=row.contract_id,
                href=_address(row.contract_id, language),
                name=cells["title"],  # type: ignore[typeddict-item]
                sub=cells["file_name"] if titles[row.summary.title.casefold()] > 1 else "",  # type: ignore[typeddict-item]
                cells=[assigned.get(row.contract_id, "") if name == "assigned" else cells[name] for name in names],
            )
        )
    return made


def contract_address(contract_id: str, **further: str) -> str:
    """Address of a contract's page, for a tab of its own."""
    return _address(contract_id, current_language(), **further)


def _address(contract_id: str, language: Language, **further: str) -> str:
    return "/contract?" + urlencode({"contract": contract_id, PARAMETER: language} | further)


def type_name(row: ContractRow) -> str:
    """The agreement type in words, empty when it is not known."""
    code = row.summary.agreement_type
    return "" if code is None else agreement_type_name(code, current_language())


def type_names(rows: Iterable[ContractRow]) -> dict[str, str]:
    """The agreement types of these contracts in words, by code; a type that is not known has no words."""
    one_of_each = {row.summary.agreement_type or "": row for row in rows}
    return {code: type_name(row) for code, row in one_of_each.items()}


_known: dict[tuple[str, datetime, str, date], dict[str, str | int]] = {}


def _cells(row: ContractRow, today: date, language: Language) -> dict[str, str | int]:
    """Every value of a row that a column may show; made once for each state of the contract, language and day."""
    key = (row.contract_id, row.updated_at, language, today)
    known = _known.get(key)
    if known is not None:
        return known
    shown = row.summary
    term = term_of(shown, today=today)
    cells: dict[str, str | int] = {
        "number": row.number,
        "title": plain(shown.title),
        "parties": plain(" / ".join(shown.parties)),
        "agreement_type": type_name(row),
        "expiration_date": shown.expiration_date or "",
        "current_until": current_words(term, language),
        "last_notice_day": term.next_notice_day.isoformat() if term and term.next_notice_day else "",
        "governing_law": law_name(shown.governing_law, shown.governing_state, language),
        "to_review": shown.to_review,
        "agreement_date": shown.agreement_date or "",
        "effective_date": shown.effective_date or "",
        "language": t(f"contracts.language_{row.language}"),
        "created_by": plain(row.created_by),
        "created_at": row.created_at.astimezone().date().isoformat(),
        "pages": shown.pages,
        "file_name": plain(row.file_name),
    }
    if len(_known) >= _MOST_CACHED:
        _known.clear()
    _known[key] = cells
    return cells


def _heading(name: str) -> str:
    if name in ("assigned", "language", "created_by", "created_at"):
        return t(f"contracts.column_{name}")
    return column(name, current_language())


def _chosen_columns() -> list[str]:
    """Draw the choice of columns; it is kept for the person who works here."""
    preferences, who = Preferences(workbench().store), person()
    if _COLUMNS not in st.session_state:
        kept = preferences.get(_COLUMNS, person=who) or _FIRST
        st.session_state[_COLUMNS] = [name for name in kept if name in _WIDTHS]
    with st.popover(t("contracts.columns"), key="columns", width="content"):
        chosen: list[str] = st.multiselect(
            t("contracts.columns_shown"),
            list(_WIDTHS),
            default=st.session_state[_COLUMNS],
            format_func={name: _heading(name) for name in _WIDTHS}.__getitem__,
            key="columns_chosen",
        )
    if chosen != st.session_state[_COLUMNS]:
        st.session_state[_COLUMNS] = chosen
        preferences.put(_COLUMNS, chosen, person=who)
    return chosen


def _columns(names: Sequence[str]) -> list[Column]:
    columns = [
        Column(name=name, title=_heading(name), kind=_kind(name), width=width, pinned=True) for name, width in _PINNED
    ]
    return columns + [
        Column(name=name, title=_heading(name), kind=_kind(name), width=_WIDTHS[name], pinned=False) for name in names
    ]


def _kind(name: str) -> CellKind:
    if name == "title":
        return "title"
    return "number" if name in _NUMBERS else "date" if name in _DATES else "text"
