"""The few rules of style that the theme has no setting for. Colours come from the theme's own variables."""

from __future__ import annotations

import streamlit as st

_CSS = """
<style>
[data-testid="stSidebar"] { min-width: 13rem; }
[data-testid="stSidebar"][aria-expanded="true"] { width: 15rem; max-width: 15rem; }
.block-container { padding-left: 2rem; padding-right: 2rem; max-width: 1800px; }
</style>
"""


def add_style() -> None:
    """Add the rules to the page."""
    st.html(_CSS)
