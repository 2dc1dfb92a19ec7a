"""The reader in the browser: its parts. A component of our own, for crop, zoom, selectable words and the top layer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from core.ui.reader.sent import PageSent

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FOLDER, _PARTS = Path(__file__).resolve().parent, "browser"
_MANIFEST = ComponentManifest("shinsareader", "1", [ComponentConfig("page", _PARTS)])
_NAME = "shinsareader.page"


def draw(data: PageSent, *, key: str, on_wanted: Callable[[], None]) -> None:
    """Draw a page; after a press, the state under `key` has a `wanted` that says what of."""
    _component()(data=data, key=key, on_wanted_change=on_wanted)


def _component() -> ComponentRenderer:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        # Scripts come from this server as files: the policy of `core.ui.gate` lets nothing else run.
        manager.register_from_manifest(_MANIFEST, _FOLDER)
    return _declared()


@cache
def _declared() -> ComponentRenderer:
    html, css = ((_FOLDER / _PARTS / name).read_text(encoding="utf-8") for name in ("reader.html", "reader.css"))
    return st.components.v2.component(_NAME, html=html, css=css, js="reader.js")
