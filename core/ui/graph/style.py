"""The few rules of style of the Graph page."""

from __future__ import annotations

import streamlit as st

_CSS = """
<style>
.st-key-graph_ahead { display: none; }
.st-key-graph_side { max-height: max(420px, calc(100vh - 19rem)); overflow-y: auto; flex-wrap: nowrap; }
.st-key-graph_side p { font-size: 0.92rem; }
.st-key-graph_side [data-testid="stPageLink"] a { padding: 0.05rem 0; height: auto; }
.st-key-graph_side [data-testid="stPageLink"] a * { white-space: normal; overflow: visible; }
.st-key-party_suggestion [data-testid="stPageLink"] a { padding-left: 0; }
:is(.st-key-graph_side, .st-key-party_suggestion) [data-testid="stPageLink"] p {
  text-decoration: underline; text-underline-offset: 0.2em;
  text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); }
.shinsa-legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; align-items: center; font-size: 0.85rem; }
.shinsa-key { display: inline-flex; align-items: center; gap: 0.35rem; white-space: nowrap; }
.shinsa-mark { display: inline-block; width: 0.75rem; height: 0.75rem; flex: none; }
.shinsa-circle { border-radius: 50%; }
.shinsa-roundRect { border-radius: 30%; }
.shinsa-diamond { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.shinsa-triangle { clip-path: polygon(50% 0, 100% 100%, 0 100%); }
.shinsa-note { opacity: 0.8; margin-left: auto; }
</style>
"""


def add_graph_style() -> None:
    """Add the rules to the page."""
    st.html(_CSS)
