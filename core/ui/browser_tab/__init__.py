"""What a browser's tab says of a page: its title, and the language and the colours of the document."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from core.ui.escape import plain, short
from core.ui.language import current_language
from core.ui.texts import t

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

__all__ = ["tab_language", "tab_title"]
_FOLDER = Path(__file__).resolve().parent
_MANIFEST = ComponentManifest("shinsatab", "1", [ComponentConfig("tab", _FOLDER.name)])
_NAME = "shinsatab.tab"
_TITLE = 60


def tab_title(title: str) -> None:
    """Put a title into the browser's tab."""
    st.set_page_config(page_title=f"{short(plain(title), _TITLE)} · {t('shell.product')}")


def tab_language() -> None:
    """Tell the browser the language of the interface, and let it follow the theme; shows nothing."""
    with st.container(key="tab_language"):
        _component()(data={"language": current_language()}, key="tab")


def _component() -> ComponentRenderer:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        # Scripts come from this server as files: the policy of `core.ui.gate` lets nothing else run.
        manager.register_from_manifest(_MANIFEST, _FOLDER.parent)
    return _declared()


@cache
def _declared() -> ComponentRenderer:
    return st.components.v2.component(_NAME, html="<span></span>", js="tab.js")
