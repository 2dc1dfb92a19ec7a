"""The review of a contract: its head, the list on the left, the chosen item's words on the right.

It reruns alone, as a fragment. The head is part of it: what was decided shows there at once.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from core.contracts import Item, fact_items
from core.ui.contract.comments_panel import comments
from core.ui.contract.dates_card import dates_card
from core.ui.contract.decide import approve_together
from core.ui.contract.evidence_pane import evidence_pane
from core.ui.contract.findings_download import findings_downloads
from core.ui.contract.findings_tab import FINDING, finding_pane, findings_list
from core.ui.contract.header import header
from core.ui.contract.history import history
from core.ui.contract.item_list import PARAMETER, all_items, clauses_list, facts_list, first_open
from core.ui.contract.next_review import go_onward, next_to_review
from core.ui.contract.relation_pane import relation_pane
from core.ui.contract.relations import RELATION, related_list
from core.ui.guard import require_reader
from core.ui.texts import t
from core.ui.workbench import workbench

_TABS = ("facts", "clauses", "findings", "dates", "related", "history")


@st.fragment
def review_area(contract_id: str) -> None:
    """Draw head, list and evidence of a contract.

    Raises:
        NotFound: it was deleted meanwhile.
    """
    require_reader()
    go_onward()
    detail = workbench().library.detail(contract_id)
    header(detail)
    items = all_items(detail)
    asked = st.query_params.get(PARAMETER)
    selected = asked if asked in items else first_open(list(items.values()))
    left, right = st.columns([3, 7], gap="small")
    with left:
        next_to_review(detail, list(items.values()), selected)
        tab = st.segmented_control(
            t("contract.view"),
            _TABS,
            default=_first_tab(selected),
            required=True,
            format_func={name: t(f"contract.tab_{name}") for name in _TABS}.__getitem__,
            key="contract_tab",
            label_visibility="collapsed",
        )
        # What is read, not chosen from, is not kept low for the page below it.
        with st.container(key="review_whole" if tab in ("dates", "history") else "review_list", gap="xxsmall"):
            if tab == "facts":
                approve_together(contract_id, fact_items(detail))
                facts_list(detail, selected)
            elif tab == "clauses":
                approve_together(contract_id, [item for item in items.values() if item.kind == "excerpt"])
                clauses_list(detail, selected)
            elif tab == "findings":
                downloads = st.container()
                review, finding = findings_list(detail)
                with downloads:
                    findings_downloads(detail, review)
            elif tab == "dates":
                dates_card(detail)
            elif tab == "related":
                related = related_list(detail)
            else:
                history(detail)
    with right, st.container(key="evidence_pane", gap="small"):
        if tab == "findings":
            finding_pane(detail, finding)
            if finding is not None:
                comments(detail, f"finding:{finding.stored.name}")
        elif tab == "related":
            relation_pane(contract_id, related)
        else:
            chosen = items.get(selected or "")
            evidence_pane(detail, chosen, _same_kind(items.values(), chosen))
            if chosen is not None:
                comments(detail, chosen.subject)


def _same_kind(items: Iterable[Item], chosen: Item | None) -> list[Item]:
    """The other findings of the chosen item's clause type or fact; a candidate's words are marked alone."""
    if chosen is None or chosen.candidate or chosen.kind == "party":
        return []
    return [
        item
        for item in items
        if item.name == chosen.name
        and item.subject != chosen.subject
        and item.kind != "presence"
        and not item.candidate
        and item.evidence != chosen.evidence
    ]


def _first_tab(selected: str | None) -> str:
    if FINDING in st.query_params:
        return "findings"
    if RELATION in st.query_params:
        return "related"
    return "clauses" if selected and not selected.startswith(("fact:", "party:")) else "facts"
