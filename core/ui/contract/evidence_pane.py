"""The right side of the review: the chosen item, the decision on it, and its words on the page."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from core.contracts import BUILTIN, ReviewedContract
from core.evidence import State
from core.record import UNDECIDED, Excerpt, Fact
from core.taxonomy import taxonomy
from core.ui.contract.decide import decision_bar, decision_note
from core.ui.contract.item_list import PAGE, no_value
from core.ui.contract.items import Item
from core.ui.contract.place import show_place
from core.ui.contract.values import item_name, item_value
from core.ui.escape import markup, md, short
from core.ui.language import current_language
from core.ui.texts import t

_BADGE_COLOURS: dict[State, Literal["green", "orange", "red"]] = {
    "verified": "green",
    "repaired": "orange",
    "unverified": "red",
}
_VALUE_COLOURS: dict[str, Literal["green", "orange", "red"]] = {
    "verified": "green",
    "not_in_words": "orange",
    "refused": "red",
}
_FULL_PERCENT = 100
_VALUE = 160


def evidence_pane(detail: ReviewedContract, item: Item | None) -> None:
    """Draw the pane; without an item, the pages alone."""
    evidence = item.evidence if item is not None else None
    total = detail.row.summary.pages
    start = evidence.page if evidence is not None and evidence.page is not None else 1
    page = _asked_page(total) or start
    marked = evidence is not None and page in evidence.pages
    if item is not None:
        _head(detail, item)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        if item is not None:
            decision_bar(detail.row.contract_id, item)
        whole = _page_bar(page, total, marked=marked)
    if item is not None:
        decision_note(item)
    if evidence is not None and evidence.state == "unverified":
        st.info(t("contract.not_located"))
    span = None
    if evidence is not None and evidence.start is not None and evidence.end is not None:
        span = (evidence.start, evidence.end)
    # An emptied slot: while a picture is drawn, the page of another item must not stand under this one's name.
    slot = st.empty()
    with slot.container():
        show_place(
            detail.row.contract_id,
            page=page,
            boxes=evidence.boxes if evidence is not None else (),
            span=span,
            whole=whole or not marked,
            alt=t("contract.page_alt_marked", page=page) if marked else "",
        )


def _head(detail: ReviewedContract, item: Item) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{item_name(item.name)}**", width="content")
        if not item.rejected:
            _badges(detail, item)
    value = item_value(item)
    if isinstance(item.content, Excerpt):
        st.html(f'<div class="shinsa-quote">{markup(value)}</div>')
    else:
        st.markdown(md(short(value, _VALUE)) if value else no_value(detail, item))
    if item.kind == "presence":
        st.caption(md(getattr(taxonomy().get(item.name).definition, current_language())))


def _badges(detail: ReviewedContract, item: Item) -> None:
    """Two things apart: whether the quote stands on the page, and how sure its reading is."""
    if item.evidence is not None:
        state = item.evidence.state
        st.badge(t(f"contract.state_{state}"), color=_BADGE_COLOURS[state], help=t(f"contract.state_{state}_help"))
    if item.candidate:
        st.badge(t("contract.candidate"), color="gray", help=t("contract.candidates_note"))
    if item.review is None:
        _reading(detail, item)


def _reading(detail: ReviewedContract, item: Item) -> None:
    content = item.content
    if isinstance(content, Excerpt) and not content.confirmed:
        st.badge(t("contract.type_unconfirmed"), color="orange", help=t("contract.type_unconfirmed_help"))
    elif isinstance(content, Fact) and content.check is not None:
        state = content.check.state
        st.badge(t(f"contract.value_{state}"), color=_VALUE_COLOURS[state], help=t(f"contract.value_{state}_help"))
    # An endpoint gives no probability, and how sure the engine is of a finding says nothing of an absence.
    elif detail.shown.engine == BUILTIN and item.confidence and item.content not in ("absent", *UNDECIDED):
        percent = min(_FULL_PERCENT, round(_FULL_PERCENT * item.confidence))
        st.badge(t("contract.confidence", percent=percent), color="gray", help=t("contract.confidence_help"))


def _page_bar(page: int, total: int, *, marked: bool) -> bool:
    """Draw the page navigation; gives whether the whole page is wanted."""
    with st.container(horizontal=True, vertical_alignment="center", width="content", gap="small"):
        back, forward = t("contract.page_back"), t("contract.page_forward")
        st.button("◀", key="page_back", help=back, disabled=page <= 1, on_click=_turn, args=(page - 1,))
        st.markdown(t("contract.page_of", page=page, total=total), width="content")
        st.button("▶", key="page_forward", help=forward, disabled=page >= total, on_click=_turn, args=(page + 1,))
        return st.toggle(t("contract.whole_page"), key="whole_page", disabled=not marked)


def _asked_page(total: int) -> int | None:
    asked = st.query_params.get(PAGE, "")
    return min(int(asked), total) if asked.isascii() and asked.isdigit() and int(asked) > 0 else None


def _turn(page: int) -> None:
    st.query_params[PAGE] = str(page)
