"""Which contracts a list shows: choices that live in the address, so that a link or F5 shows the same list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import streamlit as st

from core.contracts import ContractRow, column, law_name
from core.questions import clause_codes
from core.taxonomy import taxonomy
from core.ui.address_choice import told, widget_key
from core.ui.contracts.choose import matching
from core.ui.escape import plain, told_apart
from core.ui.language import current_language
from core.ui.links import MISSING
from core.ui.matters import matter_names
from core.ui.texts import t
from core.ui.workbench import workbench

WORDS = "q"
SEVERAL = ("type", "law", "lang_of", "clause", "by", "assigned", "matter")
REVIEW, FROM, UNTIL, FIELD = "review", "from", "until", "date"
DATES = ("expiration_date", "last_notice_day", "agreement_date", "effective_date")
PARAMETERS = (WORDS, "words", *SEVERAL, REVIEW, FROM, UNTIL, FIELD, MISSING, "view", "sort", "with", "without", "group")
_KEPT = "contracts_address"
_NONE = "-"


def restore_address() -> None:
    """Come back to the list as it was left, where the address says nothing else; and remember it as it is now."""
    now = {name: st.query_params.get_all(name) for name in PARAMETERS if name in st.query_params}
    if not now:
        for name, values in st.session_state.get(_KEPT, {}).items():
            st.query_params[name] = values
        return
    st.session_state[_KEPT] = now


def remember_address() -> None:
    """Remember the list as it is now."""
    st.session_state[_KEPT] = {name: st.query_params.get_all(name) for name in PARAMETERS if name in st.query_params}


VIEWS = ("list", "matrix", "text")


def view_switch() -> str:
    """Draw the choice between list, matrix and words; it lives in the address."""
    asked = st.query_params.get("view", "list")
    st.session_state["view"] = asked if asked in VIEWS else "list"
    chosen = st.segmented_control(
        t("contracts.view"),
        VIEWS,
        required=True,
        format_func={name: t(f"contracts.{name}") for name in VIEWS}.__getitem__,
        key="view",
        label_visibility="collapsed",
        on_change=lambda: _put("view", [st.session_state["view"]] if st.session_state["view"] != "list" else []),
    )
    return chosen or "list"


def several(
    name: str, label: str, names: Mapping[str, str], *, read: Callable[[str], Sequence[str]] | None = None
) -> list[str]:
    """Draw a choice of several that lives in the address.

    Args:
        name: in the address.
        label: above the choice.
        names: what may be chosen, by code.
        read: codes that typed words mean, where other words than the names are taken as well.
    """
    names = told_apart(names)
    kept = [code for code in st.query_params.get_all(name) if code in names]
    key = widget_key(f"filter_{name}", tuple(kept))
    st.session_state[key] = kept

    def taken() -> None:
        chosen = st.session_state[key]
        codes = [code for entry in chosen for code in ((entry,) if entry in names or read is None else read(entry))]
        unknown = [entry for entry in chosen if entry not in names and read is not None and not read(entry)]
        st.session_state[f"{key}_unknown"] = unknown
        taken_over = [code for code in dict.fromkeys(codes) if code in names]
        told(f"filter_{name}", tuple(taken_over))
        _put(name, taken_over)

    chosen: list[str] = st.multiselect(
        label,
        list(names),
        format_func=lambda code: names.get(code, code),
        key=key,
        placeholder=t("contracts.any"),
        accept_new_options=read is not None,
        on_change=taken,
    )
    for entry in st.session_state.pop(f"{key}_unknown", ()):
        st.caption(t("contracts.clause_not_known", words=plain(entry)))
    return [code for code in chosen if code in names]


def single(name: str, label: str, names: Mapping[str, str]) -> str:
    """Draw a choice of one that lives in the address; the first is the one that needs no word there."""
    asked, first = st.query_params.get(name, ""), next(iter(names))
    key = widget_key(f"filter_{name}", asked if asked in names else first)
    st.session_state[key] = asked if asked in names else first

    def taken() -> None:
        told(f"filter_{name}", st.session_state[key])
        _put(name, [st.session_state[key]] if st.session_state[key] != first else [])

    chosen: str = st.selectbox(
        label,
        list(names),
        format_func=names.__getitem__,
        key=key,
        on_change=taken,
    )
    return chosen


def day(name: str, label: str) -> date | None:
    """Draw a day that lives in the address."""
    try:
        stated = date.fromisoformat(st.query_params.get(name, ""))
    except ValueError:
        stated = None
    key = widget_key(f"filter_{name}", stated)
    st.session_state[key] = stated

    def taken() -> None:
        told(f"filter_{name}", st.session_state[key])
        _put(name, [st.session_state[key].isoformat()] if st.session_state[key] else [])

    chosen: date | None = st.date_input(
        label,
        key=key,
        format="YYYY-MM-DD",
        min_value=date(1900, 1, 1),
        max_value=date(2199, 12, 31),
        on_change=taken,
    )
    return chosen


def search_box(label: str, hint: str, *, name: str = WORDS) -> str:
    """Draw a search box whose words live in the address."""
    key = f"filter_{name}"
    st.session_state[key] = st.query_params.get(name, "")
    words: str = st.text_input(
        label,
        key=key,
        placeholder=hint,
        type="search",
        live=True,
        label_visibility="collapsed",
        on_change=lambda: _put(name, [st.session_state[key]] if st.session_state[key] else []),
    )
    return words or ""


def _put(name: str, values: Sequence[str]) -> None:
    if values:
        st.query_params[name] = list(values)
    else:
        st.query_params.pop(name, None)
    remember_address()


def clear() -> None:
    """Take every filter out of the address."""
    for name in (WORDS, *SEVERAL, REVIEW, FROM, UNTIL, FIELD, MISSING):
        st.query_params.pop(name, None)
    remember_address()


@dataclass(frozen=True, slots=True)
class _Facet:
    """A property that contracts are filtered by: its code in a row, and its name."""

    code: Callable[[ContractRow], str]
    name: Callable[[str], str]


def filtered(
    rows: Sequence[ContractRow], words: str, type_names: dict[str, str], assigned: Mapping[str, str]
) -> list[ContractRow]:
    """Draw the filters behind one button, and give the rows that words and filters leave."""
    found = matching(rows, words, type_names)
    matters, of_matter = matter_names(), workbench().matters.of_contracts()
    language = current_language()
    summaries = {_law(row): row.summary for row in rows}
    laws = {
        code: law_name(summary.governing_law, summary.governing_state, language) for code, summary in summaries.items()
    }
    facets = {
        "type": _Facet(lambda row: row.summary.agreement_type or _NONE, lambda code: type_names.get(code, "")),
        "law": _Facet(_law, lambda code: laws.get(code, "")),
        "lang_of": _Facet(lambda row: row.language, lambda code: t(f"contracts.language_{code}")),
        "by": _Facet(lambda row: row.created_by, str),
        "assigned": _Facet(lambda row: assigned.get(row.contract_id, _NONE), str),
        "matter": _Facet(lambda row: of_matter.get(row.contract_id, _NONE), lambda code: matters.get(code, "")),
    }
    active = sum(name in st.query_params for name in (*SEVERAL, REVIEW, FROM, UNTIL, MISSING))
    label = t("contracts.filters_active", count=active) if active else t("contracts.filters")
    with st.popover(label, key="filters", width="content"):
        left, right = st.columns(2)
        with left:
            for name in ("type", "law", "lang_of"):
                found = _remembered(
                    found, facets[name], several(name, t(f"contracts.by_{name}"), _names(rows, facets[name]))
                )
            clauses = {category.code: category.name(language) for category in taxonomy().clauses}
            wanted = several("clause", t("contracts.by_clause"), clauses, read=clause_codes)
            found = [row for row in found if all(row.summary.presence.get(code) == "present" for code in wanted)]
        with right:
            for name in ("by", "assigned", *(("matter",) if matters else ())):
                found = _remembered(
                    found, facets[name], several(name, t(f"contracts.by_{name}"), _names(rows, facets[name]))
                )
            state = single(REVIEW, t("contracts.by_review"), _reviews())
            found = [row for row in found if not state or (row.summary.to_review > 0) == (state == "open")]
            found = _by_date(found)
        st.button(t("contracts.clear"), key="clear_filters", on_click=clear, disabled=not active)
    return found


def _reviews() -> dict[str, str]:
    return {"": t("contracts.any"), "open": t("contracts.review_open"), "done": t("contracts.review_done")}


def _by_date(rows: Sequence[ContractRow]) -> list[ContractRow]:
    language = current_language()
    names = {name: column(name, language) for name in DATES}
    field = single(FIELD, t("contracts.by_date"), names)
    first, last = day(FROM, t("contracts.from")), day(UNTIL, t("contracts.until"))
    missing = single(MISSING, t("contracts.missing"), {"": t("contracts.missing_any")} | names)
    kept = [row for row in rows if not missing or getattr(row.summary, missing) is None]
    if first is None and last is None:
        return kept
    low, high = (first or date.min).isoformat(), (last or date.max).isoformat()
    return [row for row in kept if low <= (getattr(row.summary, field) or "") <= high]


def _names(rows: Iterable[ContractRow], facet: _Facet) -> dict[str, str]:
    codes = {facet.code(row) for row in rows}
    named = {code: facet.name(code) if code != _NONE else t("contracts.not_known") for code in codes}
    return dict(sorted(named.items(), key=lambda pair: (pair[0] == _NONE, pair[1])))


def _remembered(rows: Sequence[ContractRow], facet: _Facet, codes: Sequence[str]) -> list[ContractRow]:
    return [row for row in rows if not codes or facet.code(row) in codes]


def _law(row: ContractRow) -> str:
    parts = (row.summary.governing_law, row.summary.governing_state)
    return "/".join(part for part in parts if part) or _NONE
