"""The knowledge interview: a case told in the chat becomes an entry beside it."""

import streamlit as st

from core.ui import guard, t
from core.ui.interview import chat, current, draft, engine_line, progress, sessions

guard.require_shell()
chosen = current()
sessions.session_list(chosen)
with st.container(horizontal=True, vertical_alignment="center", gap="small"):
    st.title(t("interview.title"), anchor=False)
    if chosen is not None:
        sessions.session_actions(chosen)
left, right = st.columns([11, 9], gap="medium")
with left:
    progress.phases(chosen)
    chat.chat(chosen)
    engine_line()
with right:
    draft.draft_panel(chosen)
    progress.checklist(chosen)
