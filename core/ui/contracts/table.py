"""The list of contracts: sortable, filtered by words; a selected row opens its contract."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.contracts import ContractRow, column, current_words, law_name, term_of
from core.lexicon import agreement_type_name
from core.ui.contracts.choose import matching
from core.ui.contracts.remove import removal
from core.ui.escape import plain
from core.ui.language import current_language
from core.ui.links import MISSING, open_contract
from core.ui.texts import t

_ROW_PX = 33
_MAX_PX = 560
_MISSING_KEY = "missing_date"
_DATES = ("agreement_date", "effective_date", "expiration_date", "last_notice_day")


def contract_list(rows: Sequence[ContractRow]) -> None:
    """Draw the filter and the table of contracts."""
    words_column, missing_column, several_column = st.columns([3, 1, 1], vertical_alignment="bottom")
    words = words_column.text_input(
        t("contracts.filter"),
        placeholder=t("contracts.filter_hint"),
        key="filter",
        type="search",
        live=True,
        persist_state="session",
        label_visibility="collapsed",
    )
    several = several_column.toggle(t("contracts.several"), key="several", help=t("contracts.several_help"))
    missing = _missing_date(missing_column)
    lacking = [row for row in rows if not missing or getattr(row.summary, missing) is None]
    if missing:
        name = column(missing, current_language())
        st.info(t("contracts.missing_count", count=len(lacking), total=len(rows), name=name))
    found = matching(lacking, words or "", {row.summary.agreement_type or "": type_name(row) for row in rows})
    if not found:
        st.info(t("contracts.nothing_matches"))
        return
    st.caption(t("contracts.shown", shown=len(found), total=len(rows)))
    event = st.dataframe(
        _frame(found),
        hide_index=True,
        height=min(_ROW_PX * (len(found) + 1) + 3, _MAX_PX),
        column_config=_columns(),
        on_select="rerun",
        selection_mode="multi-row" if several else "single-row",
        key=f"contract_list_{several}",
        placeholder="",
        alt=t("contracts.list"),
    )
    chosen = [found[index] for index in event["selection"]["rows"] if index < len(found)]
    if several:
        removal(chosen)
    elif chosen:
        open_contract(chosen[0].contract_id)


def _missing_date(place: DeltaGenerator) -> str:
    """Draw the choice of a date that was not found; gives its name, nothing for all contracts."""
    names = {"": t("contracts.missing_any")} | {name: column(name, current_language()) for name in _DATES}
    asked = st.query_params.get(MISSING, "")
    st.session_state[_MISSING_KEY] = asked if asked in names else ""
    chosen: str = place.selectbox(
        t("contracts.missing"), list(names), format_func=names.__getitem__, key=_MISSING_KEY, on_change=_choose_missing
    )
    return chosen


def _choose_missing() -> None:
    chosen = st.session_state[_MISSING_KEY]
    if chosen:
        st.query_params[MISSING] = chosen
    else:
        st.query_params.pop(MISSING, None)


def type_name(row: ContractRow) -> str:
    """The agreement type in words, empty when it is not known."""
    code = row.summary.agreement_type
    return "" if code is None else agreement_type_name(code, current_language())


def _frame(rows: Sequence[ContractRow]) -> pd.DataFrame:
    language = current_language()
    today = datetime.now(UTC).astimezone().date()
    lines = []
    for row in rows:
        shown = row.summary
        line: dict[str, object] = {
            "number": row.number,
            "title": plain(shown.title),
            "parties": plain(" / ".join(shown.parties)),
            "agreement_type": type_name(row),
        }
        term = term_of(shown, today=today)
        line |= {"expiration_date": shown.expiration_date or "", "current_until": current_words(term, language)}
        line |= {"last_notice_day": term.notice_day.isoformat() if term and term.notice_day and not term.ended else ""}
        line |= {
            "governing_law": law_name(shown.governing_law, shown.governing_state, language),
            "to_review": shown.to_review,
        }
        line |= {"agreement_date": shown.agreement_date or "", "effective_date": shown.effective_date or ""}
        lines.append(line)
    return pd.DataFrame(lines)


def _columns() -> dict[str, Any]:
    language = current_language()
    config = st.column_config
    columns: dict[str, Any] = {
        "number": config.NumberColumn(column("number", language), width=56, format="%d"),
        "title": config.TextColumn(column("title", language), width=250),
        "parties": config.TextColumn(column("parties", language), width=150),
        "agreement_type": config.TextColumn(column("agreement_type", language), width=96),
        "governing_law": config.TextColumn(column("governing_law", language), width=104),
        "to_review": config.NumberColumn(column("to_review", language), width=64, format="%d"),
    }
    for name in (*_DATES, "current_until"):
        columns[name] = config.TextColumn(column(name, language), width=96)
    return columns
