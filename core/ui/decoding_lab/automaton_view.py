"""The automaton of the lexeme being written, the present state marked."""

from __future__ import annotations

import streamlit as st

from core.structured import Masks, Matcher, automaton_around, expected_terminals
from core.ui.texts import t

_MOST_TERMINALS = 60


def automaton_view(prepared: Masks, matcher: Matcher) -> None:
    """The terminals that the parser expects, and the states that can be reached inside this lexeme."""
    terminals = expected_terminals(prepared, matcher)
    if terminals:
        shown = " ".join(f"`{name}`" for name in terminals[:_MOST_TERMINALS] if "`" not in name)
        st.markdown(t("decoding_lab.terminals", count=len(terminals), names=shown))
    part = automaton_around(prepared.table, matcher.state)
    if not part.edges:
        st.info(t("decoding_lab.ended"))
        return
    st.caption(t("decoding_lab.automaton_help"))
    names = {state: str(place) for place, state in enumerate(part.states)}
    dark = st.context.theme.type == "dark"
    ink = "#e6e6e6" if dark else "#333333"
    lines = [
        "digraph {",
        'rankdir=LR; bgcolor="transparent";',
        f'node [shape=circle, fontsize=11, color="{ink}", fontcolor="{ink}", fontname="sans-serif"];',
        f'edge [fontsize=11, color="{ink}", fontcolor="{ink}", fontname="sans-serif"];',
    ]
    for state, name in names.items():
        shape = "doublecircle" if state in part.ends else "circle"
        here = ', style=filled, fillcolor="#2f6ea5", fontcolor="#ffffff"' if state == part.current else ""
        lines.append(f"{name} [shape={shape}{here}];")
    for start, end, read in part.edges:
        lines.append(f"{names[start]} -> {names[end]} [label={_quoted(read)}];")
    st.graphviz_chart("\n".join([*lines, "}"]), width="content")
    if part.cut:
        st.caption(t("decoding_lab.automaton_cut", count=len(part.states)))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'" {escaped} "'
