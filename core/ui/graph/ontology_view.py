"""The schema drawn: kinds of things, how they are related, how many of each there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.graph.view import Ontology, on_a_ring, ontology
from core.ui.graph.canvas import LABELS, CanvasData, CanvasNode, canvas, looks, words_of
from core.ui.graph.words import relation_word, schema_word
from core.ui.texts import t
from core.ui.workbench import workbench

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig

_WIDE, _HIGH = 2.0, 2.9
_SIZE_PX = 30


def ontology_view() -> None:
    """Draw the schema and its tables."""
    found = ontology(workbench().graph())
    st.caption(t("graph.ontology_note"))
    left, right = st.columns(2, gap="medium")
    with left, st.container(key="graph_schema"):
        canvas(_data(found), key="graph_ontology")
    with right:
        labels = [(schema_word(label), count) for label, count in found.labels]
        st.dataframe(
            pd.DataFrame(labels, columns=[t("graph.column_kind"), t("graph.column_count")]),
            hide_index=True,
            column_config=_count_column(),
            key="ontology_labels",
            alt=t("graph.ontology_kinds"),
        )
        relations = [
            (schema_word(source), relation_word(kind), schema_word(target), count)
            for kind, source, target, count in found.relations
        ]
        names = ("column_from", "column_relation", "column_to", "column_count")
        st.dataframe(
            pd.DataFrame(relations, columns=[t(f"graph.{name}") for name in names]),
            hide_index=True,
            column_config=_count_column(),
            key="ontology_relations",
            alt=t("graph.ontology_relations"),
        )


def _count_column() -> dict[str, ColumnConfig]:
    """The numbers written as the picture writes them."""
    return {t("graph.column_count"): st.column_config.NumberColumn(format="localized", width=90)}


def _data(shown: Ontology) -> CanvasData:
    labels = [label for label, _ in shown.labels]
    apart = [relation for relation in shown.relations if relation[1] != relation[2]]
    places = on_a_ring(labels, [(source, target) for _, source, target, _ in apart])
    ways = list(dict.fromkeys(kind for kind, *_ in apart))
    # A relation of a kind to itself has no line to stand on: it is told with the kind.
    own = {
        label: [
            f"↻ {relation_word(kind)} {count:,}"
            for kind, source, other, count in shown.relations
            if source == other == label
        ]
        for label in labels
    }
    nodes: list[CanvasNode] = [
        {
            "name": "\n".join((f"{count:,}", *own[label])),
            "label": "\n".join((schema_word(label), f"{count:,}", *own[label])),
            "x": places[label][0] * _WIDE,
            "y": places[label][1] * _HIGH,
            "size": _SIZE_PX,
            "kind": LABELS.index(label),
        }
        for label, count in shown.labels
    ]
    return {
        "start": "schema",
        "centre": 0,
        "picture": hash(shown) & 0xFFFFFFFF,
        "seen": 0,
        "chosen": None,
        "nodes": nodes,
        "links": [(labels.index(source), labels.index(target), ways.index(kind)) for kind, source, target, _ in apart],
        "ways": [relation_word(kind) for kind in ways],
        "looks": looks(),
        "schema": True,
        "words": words_of(
            t("graph.ontology_alt", labels=len(shown.labels), relations=len(shown.relations)), "shinsa-schema.png"
        ),
    }
