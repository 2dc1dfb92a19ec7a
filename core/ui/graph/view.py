"""The Graph page: the picture with what belongs to it, its list, the schema."""

from __future__ import annotations

import streamlit as st

from core.errors import GraphError
from core.graph import GraphStore
from core.ui.failure import show_error
from core.ui.graph import address, bar, chart, ontology_view, side, summary_side
from core.ui.graph import downloads as export
from core.ui.graph import node_list as listing
from core.ui.graph.canvas import canvas_ahead
from core.ui.graph.session_picture import session_picture
from core.ui.graph.style import add_graph_style
from core.ui.guard import require_reader
from core.ui.parties.panel import parties_panel
from core.ui.texts import t
from core.ui.workbench import workbench

_VIEWS = ("picture", "list", "ontology", "parties")


def graph_page() -> None:
    """Draw the chosen view over the graph, or say why there is none."""
    add_graph_style()
    canvas_ahead()
    try:
        _prepared()
    except GraphError as error:
        _failed(error)
    else:
        graph_area()


def _failed(error: GraphError) -> None:
    show_error(error)
    st.button(t("shell.try_again"), key="graph_again")


def _prepared() -> GraphStore:
    """The graph, up to date; what takes long after many changes shows how far it is."""
    slot = st.empty()
    slot.progress(0.0, text=t("graph.preparing_start"))

    def progress(done: int, total: int) -> None:
        if total > 1:
            slot.progress(done / total, text=t("graph.preparing", done=done, total=total))

    try:
        return workbench().graph(on_progress=progress)
    finally:
        slot.empty()


@st.fragment
def graph_area() -> None:
    """Draw the part that clicks change; it runs alone, and its graph may be lost since the page was drawn."""
    require_reader()
    try:
        _area()
    except GraphError as error:
        _failed(error)


def _area() -> None:
    asked = address.picture_address()
    request = asked.request
    in_address = st.query_params.get(address.VIEW)
    st.session_state["graph_view"] = in_address if in_address in _VIEWS else _VIEWS[0]
    top, take_away = st.columns([5, 1], vertical_alignment="center")
    view = top.segmented_control(
        t("graph.view"),
        _VIEWS,
        required=True,
        format_func={name: t(f"graph.view_{name}") for name in _VIEWS}.__getitem__,
        key="graph_view",
        on_change=_choose_view,
        label_visibility="collapsed",
    )
    if view == "ontology":
        ontology_view.ontology_view()
        return
    if view == "parties":
        parties_panel()
        return
    graph = workbench().graph()
    words = bar.bar(graph, request)
    picture = session_picture(graph, request)
    # What stands in a summary stands for contracts: none of it is open.
    st.session_state["graph_shown"] = () if picture.summary is not None else tuple(node.ref for node in picture.nodes)
    places = picture.places()
    with take_away, st.container(horizontal=True, horizontal_alignment="right"):
        export.exports(picture, places)
    bar.legend(picture, request)
    left, right = st.columns([7, 3], gap="medium")
    with left:
        if not picture.nodes:
            st.info(t("graph.nothing_matches"))
        elif view == "list":
            listing.listing(picture)
        else:
            chart.chart(picture, places, request, asked.selected)
    with right, st.container(key="graph_side", gap="small"):
        if words.strip():
            bar.node_matches(graph, words)
        elif picture.summary is not None and asked.selected is None:
            summary_side.summary_side(picture.summary)
        else:
            side.side(graph, picture, request, asked.selected)


def _choose_view() -> None:
    chosen = st.session_state["graph_view"]
    address.put(address.VIEW, [] if chosen == _VIEWS[0] else [chosen])
