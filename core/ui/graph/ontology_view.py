"""The schema drawn: kinds of things, how they are related, how many of each there are."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.graph.view.colours import colour, shape
from core.graph.view.ontology import Ontology, on_a_ring, ontology
from core.ui.graph.words import label_word, relation_word
from core.ui.texts import t
from core.ui.workbench import workbench

_UNIT = 400
_GREY = "#8a939e"
_INK = {"light": "#1c2127", "dark": "#e6e9ec"}
_GROUND = {"light": "#ffffff", "dark": "#14181d"}


def ontology_view() -> None:
    """Draw the schema and its tables."""
    found = ontology(workbench().graph())
    st.caption(t("graph.ontology_note"))
    left, right = st.columns([6, 5], gap="medium")
    with left, st.container(key="graph_schema"):
        st.echarts_chart(
            _spec(found, dark=st.context.theme.type == "dark"), height="stretch", key="graph_ontology", alt=_alt(found)
        )
    with right:
        labels = [(label_word(label), count) for label, count in found.labels]
        st.dataframe(
            pd.DataFrame(labels, columns=[t("graph.column_kind"), t("graph.column_count")]),
            hide_index=True,
            key="ontology_labels",
            alt=t("graph.ontology_kinds"),
        )
        relations = [
            (label_word(source), relation_word(kind), label_word(target), count)
            for kind, source, target, count in found.relations
        ]
        names = ("column_from", "column_relation", "column_to", "column_count")
        st.dataframe(
            pd.DataFrame(relations, columns=[t(f"graph.{name}") for name in names]),
            hide_index=True,
            key="ontology_relations",
            alt=t("graph.ontology_relations"),
        )


def _alt(found: Ontology) -> str:
    return t("graph.ontology_alt", labels=len(found.labels), relations=len(found.relations))


def _spec(found: Ontology, *, dark: bool) -> dict[str, Any]:
    theme = "dark" if dark else "light"
    labels = [label for label, _ in found.labels]
    apart = [relation for relation in found.relations if relation[1] != relation[2]]
    places = on_a_ring(labels, [(source, target) for _, source, target, _ in apart])
    # A relation of a kind to itself has no line to stand on: it is told with the kind.
    own = {
        label: "".join(
            f"\n↻ {relation_word(kind)} {count:,}"
            for kind, one, other, count in found.relations
            if one == other == label
        )
        for label in labels
    }
    series = {
        "type": "graph",
        "layout": "none",
        "preserveAspect": True,
        "left": 70,
        "right": 70,
        "top": 40,
        "bottom": 50,
        "roam": True,
        "edgeSymbol": ["none", "arrow"],
        "edgeSymbolSize": 7,
        "data": [
            {
                "id": label,
                "name": f"{label_word(label)}\n{count:,}{own[label]}",
                "x": places[label][0] * _UNIT,
                "y": places[label][1] * _UNIT,
                "symbol": shape(label),
                "symbolSize": 34,
                "itemStyle": {"color": colour(label)},
            }
            for label, count in found.labels
        ],
        "links": [
            {"source": source, "target": target, "label": {"formatter": relation_word(kind)}}
            for kind, source, target, _ in apart
        ],
        "label": {
            "show": True,
            "position": "bottom",
            "fontSize": 12,
            "color": _INK[theme],
            "textBorderColor": _GROUND[theme],
            "textBorderWidth": 2,
        },
        "edgeLabel": {
            "show": True,
            "fontSize": 10,
            "color": _INK[theme],
            "textBorderColor": _GROUND[theme],
            "textBorderWidth": 3,
        },
        "lineStyle": {"color": _GREY, "opacity": 0.7, "width": 1.2},
        "emphasis": {"focus": "adjacency"},
    }
    return {"animation": False, "series": [series]}
