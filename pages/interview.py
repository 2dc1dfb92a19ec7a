"""The knowledge interview: a case told in the chat becomes an entry beside it."""

import streamlit as st

from core.ui import guard
from core.ui.interview import chat, draft, progress, sessions
from core.ui.interview.engine_notice import engine_line
from core.ui.interview.opened import current
from core.ui.texts import t

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
