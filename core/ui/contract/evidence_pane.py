"""The right side of the review: the chosen item, the decision on it, and its words on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core.comparison import COMPARABLE_FACTS
from core.contracts import BUILTIN, Item, ReviewedContract
from core.evidence import Evidence
from core.record import UNDECIDED, Excerpt, Fact
from core.taxonomy import taxonomy
from core.ui.contract.decide import decision_bar, decision_note
from core.ui.contract.item_list import PAGE, no_value
from core.ui.contract.values import item_name, item_value
from core.ui.escape import markup, md, short
from core.ui.evidence_marks import STATE_COLOURS
from core.ui.language import current_language
from core.ui.links import COMPARE, comparison_query
from core.ui.reader import Mark, show_place
from core.ui.texts import t

_VALUE_COLOURS: dict[str, Literal["green", "orange", "red"]] = {
    "verified": "green",
    "not_in_words": "orange",
    "refused": "red",
}
_FULL_PERCENT = 100
_LONGEST_VALUE = 160


def evidence_pane(detail: ReviewedContract, item: Item | None, others: Sequence[Item] = ()) -> None:
    """Draw the pane; without an item, the pages alone.

    Args:
        detail: the contract.
        item: the chosen one.
        others: further ones, whose words are marked as well; next and previous go through them.
    """
    head = st.container(gap="small")
    evidence = item.evidence if item is not None else None
    start = evidence.page if evidence is not None and evidence.page is not None else 1
    # The page is drawn before the head, so that another item's page never stands under this one's name.
    show_place(
        detail.row.contract_id,
        page=start,
        boxes=evidence.boxes if evidence is not None else (),
        span=_span(evidence),
        others=[mark for other in others if (mark := _mark(other)) is not None],
        alt=t("contract.page_alt_marked", page=start) if evidence is not None and evidence.page is not None else "",
        address=PAGE,
        selectable=True,
    )
    if item is None:
        return
    with head:
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
            _head(detail, item)
            if item.kind in ("presence", "excerpt") or item.name in COMPARABLE_FACTS:
                query = comparison_query([detail.row.number], item.name)
                st.page_link(str(COMPARE), label=t("compare.others"), query_params=query, width="content")
            decision_bar(detail.row.contract_id, item)
        _value(detail, item)
        decision_note(item)
        if evidence is not None and evidence.state == "unverified" and not item.rejected:
            st.info(t("contract.not_located"))


def _span(evidence: Evidence | None) -> tuple[int, int] | None:
    if evidence is None or evidence.start is None or evidence.end is None:
        return None
    return evidence.start, evidence.end


def _mark(item: Item) -> Mark | None:
    evidence = item.evidence
    if evidence is None or evidence.page is None or item.rejected:
        return None
    return Mark(evidence.page, evidence.boxes, _span(evidence))


def _head(detail: ReviewedContract, item: Item) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center", width="content"):
        st.markdown(f"**{item_name(item.name)}**", width="content")
        if not item.rejected:
            _badges(detail, item)


def _value(detail: ReviewedContract, item: Item) -> None:
    value = item_value(item)
    if isinstance(item.content, Excerpt):
        st.html(f'<div class="shinsa-quote" tabindex="0">{markup(value)}</div>')
    else:
        st.markdown(md(short(value, _LONGEST_VALUE)) if value else no_value(detail, item))
    if item.kind == "presence":
        st.caption(md(getattr(taxonomy().get(item.name).definition, current_language())))
        if any(candidate.evidence.state == "option" for candidate in detail.shown.clause(item.name).candidates):
            st.badge(t("contract.state_option"), color=STATE_COLOURS["option"], help=t("contract.state_option_help"))


def _badges(detail: ReviewedContract, item: Item) -> None:
    """Two things apart: whether the quote stands on the page, and how sure its reading is; of a value that was refused
    only that."""
    if item.evidence is not None and not item.refused:
        state = item.evidence.state
        st.badge(t(f"contract.state_{state}"), color=STATE_COLOURS[state], help=t(f"contract.state_{state}_help"))
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
