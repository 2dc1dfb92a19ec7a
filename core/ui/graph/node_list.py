"""The picture as tables: for the keyboard, for screen readers, and to sort."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from core.graph.view import KINDS, Picture, Ref, searchable
from core.ui.escape import plain
from core.ui.graph.address import select
from core.ui.graph.words import label_words, relation_words
from core.ui.texts import t

_ROW_PX = 33
_MAX_PX = 420


def in_order(picture: Picture) -> Picture:
    """The picture with nodes by kind and name, numbers in names counted as numbers; relations by their ends.

    Nodes of a summary stand by their number of contracts, the most first.
    """
    kinds = list(KINDS)
    most_first = picture.summary is not None
    nodes = sorted(
        picture.nodes,
        key=lambda node: (
            kinds.index(node.ref.label),
            -node.degree if most_first else 0,
            _natural(node.name),
            node.ref.key,
        ),
    )
    places = {node.ref: place for place, node in enumerate(nodes)}
    edges = sorted(picture.edges, key=lambda edge: (places[edge.source], edge.type, places[edge.target]))
    return replace(picture, nodes=tuple(nodes), edges=tuple(edges))


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort key: 2 comes before 10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", searchable(name))
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def nodes_table(picture: Picture) -> pd.DataFrame:
    """The nodes shown: kind, name, number of relations shown; in a summary the number of contracts."""
    words, names = label_words(), _names(picture)
    counted = "column_relations" if picture.summary is None else "column_contracts"
    # A related contract in a summary has no number before its name: it stands for itself.
    least = 0 if picture.summary is None else 1
    rows = [(words[node.ref.label], names[node.ref], max(node.degree, least)) for node in picture.nodes]
    return pd.DataFrame(rows, columns=[t("graph.column_kind"), t("graph.column_name"), t(f"graph.{counted}")])


def _names(picture: Picture) -> dict[Ref, str]:
    """Names of the nodes; in a summary without the number before them, which has a column of its own."""
    if picture.summary is None:
        return {node.ref: plain(node.name) for node in picture.nodes}
    return {node.ref: plain(node.name) for node in picture.summary.nodes}


def edges_table(picture: Picture) -> pd.DataFrame:
    """The relations shown, from what to what."""
    words, names = relation_words(), _names(picture)
    rows = [(names[edge.source], words[edge.type], names[edge.target]) for edge in picture.edges]
    return pd.DataFrame(rows, columns=[t("graph.column_from"), t("graph.column_relation"), t("graph.column_to")])


def listing(picture: Picture) -> None:
    """Draw both tables; a selected row selects its node."""
    picture = in_order(picture)
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
