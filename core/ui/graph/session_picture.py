"""Pictures kept while the graph stays as it is: F5, a second tab and going back read nothing anew."""

from __future__ import annotations

import streamlit as st

from core.graph import GraphStore
from core.graph.view import Picture, PictureRequest, draw_up
from core.ui.graph.numbers import with_numbers
from core.ui.language import current_language
from core.ui.workbench import workbench
from core.wording import Language

State = tuple[int, int, str]


def session_picture(graph: GraphStore, request: PictureRequest) -> Picture:
    """The picture that a person asked for, of the graph as it is now, contracts under their numbers."""
    # Read before the picture: one of a graph that moved on meanwhile is kept under a state that never comes back.
    state = (graph.revision(), graph.knowledge_change(), graph.linked())
    chosen = workbench().settings
    place = (str(chosen.data_dir), chosen.store_url, chosen.neo4j_uri or "", workbench().seen())
    return _drawn_up(place, state, request, current_language())


@st.cache_resource(max_entries=64, show_spinner=False)
def _drawn_up(place: tuple[str, str, str, str], state: State, request: PictureRequest, language: Language) -> Picture:
    # A contract keeps its number for ever.
    return with_numbers(draw_up(workbench().graph(), request, language))
