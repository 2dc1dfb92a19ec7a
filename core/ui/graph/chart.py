"""The picture of the graph: places come from Python, a click selects a node and opens it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from core.errors import GraphError
from core.graph.view import (
    MAX_NODES,
    Picture,
    PictureRequest,
    PictureStep,
    Positions,
    Ref,
    left_to_open,
    shorten,
    size_px,
)
from core.ui.graph.address import LAWS, PARTIES, TYPES, add_step, change, picture_address, select
from core.ui.graph.canvas import LABELS, CanvasData, CanvasNode, canvas, looks, words_of
from core.ui.graph.words import relation_words
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

KEY = "graph_canvas"
STARTS = "graph_starts"
"""How often this session went back to the start."""
CENTRED = "graph_centred"
"""How often a node was asked for that is to be in the middle."""
_DRAWN, _SEEN = "graph_drawn", "graph_seen"
_REMEMBERED = 4
_NAME = 26
_SUMMARY_NAME = 30
"""A summary has few nodes: most agreement types are read whole, with their numbers."""
_FULL_NAME = 110


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the numbers in a picture stand for: a click may come after the next picture has been drawn."""

    number: int
    nodes: tuple[Ref, ...]
    ends: tuple[tuple[Ref, Ref], ...]
    is_summary: bool = False


def chart(picture: Picture, places: Positions, request: PictureRequest, selected: Ref | None) -> None:
    """Draw the picture and take clicks."""
    nodes = tuple(node.ref for node in picture.nodes)
    ends = tuple((edge.source, edge.target) for edge in picture.edges)
    drawn = Drawn(hash((nodes, ends)) & 0xFFFFFFFF, nodes, ends, picture.summary is not None)
    earlier: tuple[Drawn, ...] = st.session_state.get(_DRAWN, ())
    others = [picture for picture in earlier if picture.number != drawn.number]
    st.session_state[_DRAWN] = (*others, drawn)[-_REMEMBERED:]
    with st.container(key="graph_picture"):
        canvas(_data(picture, places, request, selected, drawn.number), key=KEY, on_click=_clicked)


def _clicked() -> None:
    click = st.session_state[KEY].clicked
    if click is not None:
        st.session_state[_SEEN] = click["number"]
        drawn = next((picture for picture in st.session_state[_DRAWN] if picture.number == click["picture"]), None)
        if drawn is not None:
            take(click, drawn)


def take(click: Mapping[str, int], drawn: Drawn) -> None:
    """Select what was clicked, and open a node; a click on nothing selects nothing."""
    if drawn.is_summary:
        if "link" in click:
            show_contracts(*drawn.ends[click["link"]])
        elif "node" in click:
            show_contracts(drawn.nodes[click["node"]])
    elif "link" in click:
        # The words of a relation are told with the contract that says it.
        select(min(drawn.ends[click["link"]], key=lambda ref: ref.label != "Agreement"))
    elif "node" in click:
        ref = drawn.nodes[click["node"]]
        open_more(ref, drawn.nodes)
        select(ref)
    else:
        select(None)


_FILTERS = {"AgreementType": TYPES, "Country": LAWS, "Organization": PARTIES}


def show_contracts(*refs: Ref) -> None:
    """Show the contracts that nodes of a summary stand for; a contract of it is opened by itself."""
    filters = {_FILTERS[ref.label]: [ref.key] for ref in refs if ref.label in _FILTERS}
    if filters:
        change(filters)
    else:
        add_step(PictureStep(refs[0], alone=True))
        select(refs[0])


def open_more(ref: Ref, shown: Sequence[Ref]) -> None:
    """Open a node where it has neighbours that the picture has room for; excerpts wait until asked for."""
    if len(shown) >= MAX_NODES:
        return
    request = picture_address().request
    # A graph that is lost meanwhile is told by the drawing that follows.
    with suppress(GraphError):
        if left_to_open(workbench().graph(), ref, shown, request, current_language()).nodes:
            add_step(PictureStep(ref))


def _data(
    picture: Picture, places: Positions, request: PictureRequest, selected: Ref | None, number: int
) -> CanvasData:
    ways = relation_words()
    numbers = {node.ref: number for number, node in enumerate(picture.nodes)}
    relations = {name: number for number, name in enumerate(ways)}
    kinds = {label: number for number, label in enumerate(LABELS)}
    nodes: list[CanvasNode] = [
        {
            "name": shorten(node.name, _FULL_NAME),
            "label": shorten(node.name, _NAME if picture.summary is None else _SUMMARY_NAME),
            "x": x,
            "y": y,
            "size": size_px(node.ref.label, node.degree, len(picture.nodes)),
            "kind": kinds[node.ref.label],
        }
        for node, (x, y) in zip(picture.nodes, places, strict=True)
    ]
    return {
        "start": _start(picture, request),
        "centre": st.session_state.get(CENTRED, 0),
        "picture": number,
        "seen": st.session_state.get(_SEEN, 0),
        "chosen": None if selected is None else numbers.get(selected),
        "nodes": nodes,
        "links": [(numbers[edge.source], numbers[edge.target], relations[edge.type]) for edge in picture.edges],
        "ways": list(ways.values()),
        "looks": looks(),
        "schema": False,
        "words": words_of(t("graph.alt", nodes=len(picture.nodes), edges=len(picture.edges)), "shinsa-graph.png"),
    }


def _start(picture: Picture, request: PictureRequest) -> str:
    """What the picture grew from: a summary or not, filters, and the node that was shown alone."""
    alone = [str(step) for step in request.steps if step.alone][-1:]
    summary = picture.summary is not None
    return repr((st.session_state.get(STARTS, 0), summary, request.filters, sorted(request.labels or ()), alone))
