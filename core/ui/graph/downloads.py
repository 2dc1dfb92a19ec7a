"""The picture taken away: PNG, GraphML, tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from core.contracts import to_csv
from core.graph.view import KINDS, Dot, Picture, Positions, graphml, japanese_font, png
from core.ui.access.exports import exported
from core.ui.contracts.download import CSV
from core.ui.graph.node_list import edges_table, in_order, nodes_table
from core.ui.graph.words import label_words, relation_words
from core.ui.texts import t


def exports(picture: Picture, places: Positions) -> None:
    """Draw the menu. Files are made when asked for."""
    labels = label_words()
    with st.popover(t("graph.export"), key="graph_export", disabled=not picture.nodes):
        for name, suffix, mime, make in (
            ("png", "png", "image/png", partial(picture_png, picture, places, labels, t("graph.title"))),
            ("graphml", "graphml", "application/xml", partial(_graphml, picture, places)),
            ("nodes", "csv", CSV, partial(_csv, nodes_table, picture)),
            ("edges", "csv", CSV, partial(_csv, edges_table, picture)),
        ):
            st.download_button(
                t(f"graph.export_{name}"),
                data=exported(make, f"graph_{name}", count=len(picture.nodes)),
                file_name=f"shinsa-graph-{name}.{suffix}" if suffix == "csv" else f"shinsa-graph.{suffix}",
                mime=mime,
                on_click="ignore",
                key=f"graph_export_{name}",
                width="stretch",
            )
        if japanese_font() is None:
            st.caption(t("graph.no_font"))


def picture_png(picture: Picture, places: Positions, labels: dict[str, str], title: str) -> bytes:
    """The picture as a PNG with its legend."""
    numbers = {node.ref: number for number, node in enumerate(picture.nodes)}
    dots = [
        Dot(node.ref.label, node.name, node.degree, x, y) for node, (x, y) in zip(picture.nodes, places, strict=True)
    ]
    there = {node.ref.label for node in picture.nodes}
    links = [(numbers[edge.source], numbers[edge.target]) for edge in picture.edges]
    return png(dots, links, {label: labels[label] for label in KINDS if label in there}, title)


def _csv(table: Callable[[Picture], pd.DataFrame], picture: Picture) -> bytes:
    return to_csv(table(in_order(picture)))


def _graphml(picture: Picture, places: Positions) -> bytes:
    return graphml(picture, places, label_words(), relation_words()).encode()
