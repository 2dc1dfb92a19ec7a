"""The panel beside the summary of many contracts: the same in words, for the keyboard and for what has no room."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.graph.view import PortfolioSummary, SummaryNode
from core.ui.escape import md, short
from core.ui.graph.chart import show_contracts
from core.ui.graph.numbers import numbered, numbers_of
from core.ui.texts import t

_NAME = 60


def summary_side(summary: PortfolioSummary) -> None:
    """Draw the groups; a row shows the contracts that it stands for."""
    st.caption(t("graph.summary_hint"))
    _group("types", summary.types)
    _left_out(summary.more_types, summary.untyped, "untyped")
    _group("laws", summary.laws)
    _left_out(summary.more_laws, summary.unruled, "unruled")
    _group("parties", summary.parties)
    if not summary.parties:
        st.caption(t("graph.summary_no_parties"))
    _group("related", summary.related)


def _group(name: str, nodes: Sequence[SummaryNode]) -> None:
    if not nodes:
        return
    numbers = numbers_of(node.ref for node in nodes)
    st.markdown(f":gray[{t(f'graph.summary_{name}')}]")
    with st.container(gap="xxsmall", key=f"graph_summary_{name}"):
        for place, node in enumerate(nodes):
            count = f"**{node.contracts}** " if node.contracts else ""
            st.button(
                count + md(short(numbered(node.ref, node.name, numbers), _NAME)),
                key=f"row_summary_{name}_{place}",
                type="tertiary",
                width="stretch",
                on_click=show_contracts,
                args=(node.ref,),
            )


def _left_out(more: int, unknown: int, key: str) -> None:
    parts = [t("graph.and_more", count=more)] if more else []
    parts += [t(f"graph.summary_{key}", count=unknown)] if unknown else []
    if parts:
        st.caption(" · ".join(parts))
