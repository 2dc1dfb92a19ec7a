"""The drawing in the browser: its parts, and what it is sent. It draws, moves and reports clicks; it decides nothing.

A component of our own, since a chart of Streamlit's is set up anew for other data and loses the person's zoom.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from core.graph import NODES
from core.graph.view import KINDS, colour, shape
from core.ui.graph.words import label_word
from core.ui.texts import t

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FOLDER, _PARTS = Path(__file__).resolve().parent, "browser"
_MANIFEST = ComponentManifest("shinsa", "1", [ComponentConfig("graph", _PARTS)])
_NAME = "shinsa.graph"


LABELS = [*KINDS, *(node.label for node in NODES if node.label not in KINDS)]
"""Labels by the number of their look."""


class CanvasNode(TypedDict):
    """A node: its name whole and cut, its place in the layout's units, width in pixels, number of its look."""

    name: str
    label: str
    x: float
    y: float
    size: int
    kind: int


class CanvasLook(TypedDict):
    """How nodes of a label look, and its word; the names of `leading` ones are placed first."""

    word: str
    colour: str
    shape: str
    leading: bool


class CanvasWords(TypedDict):
    """Words on buttons and for screen readers; `outside` and `relations` hold `{count}`, `file` is a file name."""

    alt: str
    keys: str
    zoom_in: str
    zoom_out: str
    whole: str
    save: str
    outside: str
    relations: str
    file: str


class CanvasData(TypedDict):
    """What the browser draws.

    Attributes:
        start: the same for pictures that grew from one start: the person's view holds among them.
        centre: another number asks to have the selected node in the middle.
        picture: tells pictures apart, comes back with a click.
        seen: number of the last click that this answers.
        chosen: the selected node.
        nodes: by number.
        links: source, target, number of the word in `ways`.
        ways: words for relations.
        looks: by number.
        schema: relations bear their words and arrows, and nothing can be clicked.
        words: of the interface.
    """

    start: str
    centre: int
    picture: int
    seen: int
    chosen: int | None
    nodes: list[CanvasNode]
    links: list[tuple[int, int, int]]
    ways: list[str]
    looks: list[CanvasLook]
    schema: bool
    words: CanvasWords


def canvas(data: CanvasData, *, key: str, on_click: Callable[[], None] | None = None) -> None:
    """Draw; after a click, the state under `key` has a `clicked` of picture, number and node or link, if any."""
    _component()(data=data, key=key, on_clicked_change=on_click)


def canvas_ahead() -> None:
    """Let the browser load the drawing's scripts while the graph is still being read; shows nothing."""
    _component()(data=None, key="graph_ahead")


def words_of(alt: str, file: str) -> CanvasWords:
    """Words for a picture that `alt` describes, saved under the name `file`."""
    return {
        "alt": alt,
        "keys": t("graph.keys"),
        "zoom_in": t("graph.zoom_in"),
        "zoom_out": t("graph.zoom_out"),
        "whole": t("graph.whole"),
        "save": t("graph.save"),
        "outside": t("graph.outside"),
        "relations": t("graph.relations"),
        "file": file,
    }


def looks() -> list[CanvasLook]:
    """Looks of all labels that a schema or a picture shows, in the order of `LABELS`."""
    return [
        {"word": label_word(label), "colour": colour(label), "shape": shape(label), "leading": label == "Agreement"}
        for label in LABELS
    ]


def _component() -> ComponentRenderer:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        # Scripts come from this server as files: the policy of `core.ui.gate` lets nothing else run.
        manager.register_from_manifest(_MANIFEST, _FOLDER)
    return _declared()


@cache
def _declared() -> ComponentRenderer:
    html, css = ((_FOLDER / _PARTS / name).read_text(encoding="utf-8") for name in ("picture.html", "picture.css"))
    return st.components.v2.component(_NAME, html=html, css=css, js="picture.js")
