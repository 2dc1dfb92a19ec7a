"""The picture as tables: for the keyboard, for screen readers, and to sort."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.graph.view.kinds import Ref
from core.graph.view.picture import Picture
from core.ui.escape import plain
from core.ui.graph.address import select
from core.ui.graph.words import label_words, relation_words
from core.ui.texts import t

_ROW_PX = 33
_MAX_PX = 420


def nodes_table(picture: Picture) -> pd.DataFrame:
    """The nodes shown: kind, name, number of relations shown."""
    words = label_words()
    rows = [(words[node.ref.label], plain(node.name), node.degree) for node in picture.nodes]
    return pd.DataFrame(rows, columns=[t("graph.column_kind"), t("graph.column_name"), t("graph.column_relations")])


def edges_table(picture: Picture) -> pd.DataFrame:
    """The relations shown, from what to what."""
    words = relation_words()
    names = {node.ref: plain(node.name) for node in picture.nodes}
    rows = [(names[edge.source], words[edge.type], names[edge.target]) for edge in picture.edges]
    return pd.DataFrame(rows, columns=[t("graph.column_from"), t("graph.column_relation"), t("graph.column_to")])


def listing(picture: Picture) -> None:
    """Draw both tables; a selected row selects its node."""
    for name, table, refs in (
        ("nodes", nodes_table(picture), [node.ref for node in picture.nodes]),
        ("edges", edges_table(picture), [edge.source for edge in picture.edges]),
    ):
        st.markdown(f"**{t(f'graph.{name}_shown', count=len(table))}**")
        # Another picture is another table: a selected row must never stand for another node.
        key = f"graph_{name}_{abs(hash(tuple(refs)))}"
        st.dataframe(
            table,
            hide_index=True,
            height=min(_ROW_PX * (len(table) + 1) + 3, _MAX_PX),
            on_select=partial(_selected, key, refs),
            selection_mode="single-row",
            key=key,
            alt=t(f"graph.{name}_shown", count=len(table)),
        )


def _selected(key: str, refs: Sequence[Ref]) -> None:
    rows = st.session_state[key].selection.rows
    select(refs[rows[0]] if rows and rows[0] < len(refs) else None)
