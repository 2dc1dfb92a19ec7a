"""The comparison: what to compare, with what, and the clauses side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime

import streamlit as st

from core.comparison import (
    COMPARABLE_FACTS,
    Baseline,
    ClauseWords,
    baseline_of_entry,
    baseline_of_words,
    clause_words,
    comparison_report,
    comparison_table,
)
from core.contracts import ContractRow, to_xlsx
from core.knowledge import StoredEntry
from core.taxonomy import taxonomy
from core.ui.access.exports import exported
from core.ui.comparison.side_by_side import side_by_side
from core.ui.contract.findings_download import DOCX
from core.ui.contracts.download import XLSX
from core.ui.escape import plain, short
from core.ui.language import current_language
from core.ui.links import MOST_COMPARED, comparison_query
from core.ui.texts import t
from core.ui.workbench import workbench
from core.wording import Language

_CONTRACTS, _CLAUSE, _BASE, _PLAIN = "contracts", "clause", "base", "plain"
_NO_BASE = "none"
_TITLE = 60
_FIRST_CLAUSE = "governing_law"


def comparison_page() -> None:
    """Draw the page."""
    rows = {row.number: row for row in workbench().library.rows()}
    numbers = _chosen(rows)
    if len(numbers) < 2:
        st.info(t("compare.start"))
        return
    chosen = [rows[number] for number in numbers]
    left, middle, right = st.columns([4, 4, 3], vertical_alignment="bottom")
    with left:
        code = _clause(chosen)
    language = current_language()
    words = {row.number: _words(row.contract_id, row.updated_at, code, language) for row in chosen}
    entries = {stored.name: stored for stored in workbench().knowledge.approved() if _recommends(stored, code)}
    with middle:
        base = _base(chosen, words, entries)
    baseline = _baseline(base, chosen, words, entries)
    with right, st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right"):
        plainly = _toggle()
        _downloads([(row, words[row.number]) for row in chosen], baseline, code)
    if baseline is not None and not baseline.passages:
        st.info(t("compare.baseline_empty"))
    shown = baseline if baseline is not None and baseline.passages and not plainly else None
    if shown is not None:
        st.html(f'<div class="shinsa-compare-legend">{t("compare.legend")}</div>')
    first = rows.get(int(base)) if base.isdigit() else None
    order = [row for row in chosen if row is first] + [row for row in chosen if row is not first]
    side_by_side([(row, words[row.number]) for row in order], shown, of_contract=first, entry=entries.get(base))


def _chosen(rows: Mapping[int, ContractRow]) -> list[int]:
    """Draw the choice of contracts; gives their numbers."""
    asked = _numbers_in_address()
    there = [number for number in asked if number in rows]
    if len(there) < len(asked):
        st.warning(t("compare.gone", count=len(asked) - len(there)))
    if len(there) > MOST_COMPARED:
        st.warning(t("compare.cut", most=MOST_COMPARED))
    st.session_state["compare_contracts"] = there[:MOST_COMPARED]
    chosen: list[int] = st.multiselect(
        t("compare.contracts", most=MOST_COMPARED),
        list(rows),
        format_func={number: f"{number}. {_title(row)}" for number, row in rows.items()}.__getitem__,
        max_selections=MOST_COMPARED,
        key="compare_contracts",
        placeholder=t("compare.contracts_hint"),
        on_change=lambda: _put(_CONTRACTS, comparison_query(st.session_state["compare_contracts"])["contracts"]),
    )
    return chosen


def _numbers_in_address() -> list[int]:
    """Contracts that the address names, each once; what is no number is passed over."""
    parts = st.query_params.get(_CONTRACTS, "").split(",")
    return list(dict.fromkeys(int(part) for part in parts if part.isascii() and part.isdigit()))


def _put(name: str, value: str) -> None:
    """Set a parameter of the address, or take it away."""
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)


def _title(row: ContractRow) -> str:
    return short(plain(row.summary.title), _TITLE)


def _clause(chosen: Sequence[ContractRow]) -> str:
    """Draw the choice of the clause type; the names say in how many of the contracts it is."""
    language = current_language()
    names = {code: taxonomy().get(code).name(language) for code in COMPARABLE_FACTS}
    for category in taxonomy().clauses:
        count = sum(row.summary.presence.get(category.code) == "present" for row in chosen)
        names[category.code] = t("compare.clause_count", name=category.name(language), count=count, total=len(chosen))
    asked = st.query_params.get(_CLAUSE, "")
    st.session_state["compare_clause"] = asked if asked in names else _FIRST_CLAUSE
    code: str = st.selectbox(
        t("compare.clause"),
        list(names),
        format_func=names.__getitem__,
        key="compare_clause",
        on_change=lambda: _put(_CLAUSE, st.session_state["compare_clause"]),
    )
    return code


def _recommends(stored: StoredEntry, code: str) -> bool:
    return code in stored.entry.clause_types and bool((stored.entry.recommended_clause or "").strip())


def _base(chosen: Sequence[ContractRow], words: Mapping[int, ClauseWords], entries: Mapping[str, StoredEntry]) -> str:
    """Draw the choice of the baseline; gives a contract's number, an entry's name, or none."""
    names = {str(row.number): f"{row.number}. {_title(row)}" for row in chosen}
    names |= {
        name: t("compare.baseline_entry", name=f"{name} {short(plain(stored.entry.title or ''), _TITLE)}")
        for name, stored in entries.items()
    }
    names[_NO_BASE] = t("compare.baseline_none")
    first = next((str(row.number) for row in chosen if words[row.number].passages), _NO_BASE)
    asked = st.query_params.get(_BASE, "")
    st.session_state["compare_base"] = asked if asked in names else first
    base: str = st.selectbox(
        t("compare.baseline"),
        list(names),
        format_func=names.__getitem__,
        key="compare_base",
        on_change=lambda: _put(_BASE, st.session_state["compare_base"]),
    )
    return base


def _baseline(
    base: str,
    chosen: Sequence[ContractRow],
    words: Mapping[int, ClauseWords],
    entries: Mapping[str, StoredEntry],
) -> Baseline | None:
    if base in entries:
        return baseline_of_entry(entries[base])
    row = next((row for row in chosen if str(row.number) == base), None)
    return None if row is None else baseline_of_words(f"{row.number}. {row.summary.title}", words[row.number])


def _toggle() -> bool:
    """Draw the switch of the marks; True where the words are shown as they are."""
    st.session_state["compare_marks"] = _PLAIN not in st.query_params
    shown = st.toggle(
        t("compare.show_changes"),
        key="compare_marks",
        on_change=lambda: _put(_PLAIN, "" if st.session_state["compare_marks"] else "1"),
    )
    return not shown


@st.cache_data(max_entries=512, show_spinner=False)
def _words(contract_id: str, updated_at: datetime, code: str, language: Language) -> ClauseWords:
    # The time only tells states of a contract apart.
    return clause_words(workbench().library.detail(contract_id), code, language)


def _downloads(contracts: Sequence[tuple[ContractRow, ClauseWords]], baseline: Baseline | None, code: str) -> None:
    """Draw the menu of exports. Files are made when asked for."""
    language = current_language()
    name, day = taxonomy().get(code).name(language), date.today()  # noqa: DTZ011  # the user's own day
    makers: dict[str, tuple[str, Callable[[], bytes]]] = {
        "xlsx": (XLSX, lambda: to_xlsx(comparison_table(contracts, baseline, language))),
        "docx": (
            DOCX,
            lambda: comparison_report(contracts, baseline, clause=name, language=language, day=day),
        ),
    }
    with st.popover(t("contracts.export"), key="export"):
        for suffix, (mime, make) in makers.items():
            st.download_button(
                t(f"compare.export_{suffix}"),
                data=exported(make, f"comparison_{suffix}", count=len(contracts)),
                file_name=f"shinsa-{code}.{suffix}",
                mime=mime,
                on_click="ignore",
                key=f"compare_{suffix}",
                width="stretch",
            )
