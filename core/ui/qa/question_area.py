"""Chat and opened citation beside each other. They rerun alone, as a fragment: an answer draws nothing else anew."""

from __future__ import annotations

import streamlit as st

from core.ui.guard import require_reader
from core.ui.qa.chat import chat
from core.ui.qa.cited import cited_place
from core.ui.qa.conversations import conversation_bar
from core.ui.workbench import workbench


@st.fragment
def question_area() -> None:
    """Draw the choice of conversation, the chat, and the page of the citation that is open."""
    require_reader()
    left, right = st.columns([9, 11], gap="medium")
    with left:
        conversation_id, scope = conversation_bar(workbench().library.rows())
        chat(conversation_id, scope)
    with right, st.container(key="evidence_pane", gap="small"):
        cited_place(conversation_id)
