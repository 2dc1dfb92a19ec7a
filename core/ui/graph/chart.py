"""The picture as a native chart: places come from Python, a click selects a node and opens it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from core.graph.view.colours import colour, shape
from core.graph.view.kinds import KINDS, Ref
from core.graph.view.layout import Positions
from core.graph.view.names import shorten
from core.graph.view.picture import Picture, Step, left_to_open
from core.graph.view.sizes import size_px
from core.ui.graph.address import add_step, asked, select
from core.ui.graph.words import label_word, relation_word
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_DRAWN = "graph_drawn"
_NAME = 26
# The chart rounds lines to whole units before it scales them to the page: a unit of the layout must be many of them.
_UNIT = 100
_FULL_NAME = 110
_GREY = "#8a939e"
_INK = {"light": "#1c2127", "dark": "#e6e9ec"}
_GROUND = {"light": "#ffffff", "dark": "#14181d"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """The chart that stands on the page.

    The browser marks what was clicked by itself; a chart is drawn anew only for another picture, or where something
    else than a click selected a node. So a click that opens nothing leaves the reader's zoom alone.
    """

    number: int
    picture: int
    marked: Ref | None
    seen: Ref | None


def chart(picture: Picture, places: Positions, selected: Ref | None) -> None:
    """Draw the picture and take clicks."""
    drawn = _drawn(hash((picture.nodes, picture.edges, places, current_language())), selected)
    key = f"graph_chart_{drawn.number}"
    refs = [node.ref for node in picture.nodes]
    with st.container(key="graph_picture"):
        st.echarts_chart(
            spec(picture, places, drawn.marked, dark=st.context.theme.type == "dark"),
            height="stretch",
            key=key,
            on_select=partial(_clicked, key, refs, [(edge.source, edge.target) for edge in picture.edges]),
            alt=t("graph.alt", nodes=len(picture.nodes), edges=len(picture.edges)),
        )


def _drawn(picture: int, selected: Ref | None) -> Drawn:
    before: Drawn | None = st.session_state.get(_DRAWN)
    if before is not None and before.picture == picture and before.seen == selected:
        return before
    drawn = Drawn(0 if before is None else before.number + 1, picture, selected, selected)
    st.session_state[_DRAWN] = drawn
    return drawn


def _clicked(key: str, refs: Sequence[Ref], ends: Sequence[tuple[Ref, Ref]]) -> None:
    drawn: Drawn = st.session_state[_DRAWN]
    again = False
    chosen: Ref | None = None
    for group in st.session_state[key].selection.selected:
        for index in group["data_indices"]:
            if group["data_type"] == "edge" and index < len(ends):
                # The words of a relation are told with the contract that says it.
                chosen = min(ends[index], key=lambda ref: ref.label != "Agreement")
                again = True
            elif group["data_type"] == "node" and index < len(refs):
                chosen = refs[index]
    if chosen is None:
        select(None)
        st.session_state[_DRAWN] = replace(drawn, seen=None)
        return
    if chosen == drawn.marked == drawn.seen:
        # The browser has taken its mark away from a node that the chart was drawn with.
        again = True
    select(chosen)
    open_more(chosen, refs)
    st.session_state[_DRAWN] = replace(drawn, picture=0 if again else drawn.picture, seen=chosen)


def open_more(ref: Ref, shown: Sequence[Ref]) -> None:
    """Open a node where it has neighbours that the picture does not show; excerpts wait until asked for."""
    wish = asked().wish
    if left_to_open(workbench().graph(), ref, shown, wish, current_language()).nodes:
        add_step(Step(ref))


def spec(picture: Picture, places: Positions, marked: Ref | None, *, dark: bool) -> dict[str, Any]:
    """The chart's options; positions are fixed, the browser computes none."""
    theme = "dark" if dark else "light"
    order = list(KINDS)
    words = {label: label_word(label) for label in order}
    numbers = {node.ref: number for number, node in enumerate(picture.nodes)}
    series = {
        "type": "graph",
        "layout": "none",
        "preserveAspect": True,
        "left": 64,
        "right": 64,
        "top": 20,
        "bottom": 36,
        "roam": True,
        "scaleLimit": {"min": 0.5, "max": 12},
        "nodeScaleRatio": 0.35,
        "selectedMode": "single",
        "cursor": "pointer",
        "categories": [
            {"name": words[label], "symbol": shape(label), "itemStyle": {"color": colour(label)}} for label in order
        ],
        "data": [
            {
                "id": str(number),
                "name": shorten(node.name, _FULL_NAME),
                "x": x * _UNIT,
                "y": y * _UNIT,
                "category": order.index(node.ref.label),
                "symbolSize": size_px(node.ref.label, node.degree, len(picture.nodes)),
                "label": {"formatter": _template(shorten(node.name, _NAME))},
                "tooltip": {"formatter": _template(f"{words[node.ref.label]}\n{shorten(node.name, _FULL_NAME)}")},
                **({"selected": True} if node.ref == marked else {}),
            }
            for number, (node, (x, y)) in enumerate(zip(picture.nodes, places, strict=True))
        ],
        "links": [
            {
                "source": numbers[edge.source],
                "target": numbers[edge.target],
                "tooltip": {"formatter": relation_word(edge.type)},
            }
            for edge in picture.edges
        ],
        "label": {
            "show": True,
            "position": "bottom",
            "distance": 3,
            "fontSize": 11,
            "color": _INK[theme],
            "textBorderColor": _GROUND[theme],
            "textBorderWidth": 2,
        },
        "labelLayout": {"hideOverlap": True},
        "lineStyle": {"color": _GREY, "opacity": 0.45, "width": 1, "curveness": 0},
        "itemStyle": {"borderColor": _GROUND[theme], "borderWidth": 1},
        "emphasis": {"focus": "adjacency", "scale": 1.15, "lineStyle": {"width": 2, "opacity": 0.9}},
        "blur": {"itemStyle": {"opacity": 0.3}, "lineStyle": {"opacity": 0.12}, "label": {"opacity": 0.3}},
        "select": {"itemStyle": {"borderColor": _INK[theme], "borderWidth": 3}, "label": {"fontWeight": "bold"}},
    }
    # Rich text instead of HTML: what a contract says can never become an element of the page.
    return {
        "animation": False,
        "tooltip": {"show": True, "renderMode": "richText", "confine": True, "transitionDuration": 0},
        "series": [series],
    }


def _template(text: str) -> str:
    """A text that a template of the chart shows as it stands."""
    return text.replace("{", "(").replace("}", ")")
