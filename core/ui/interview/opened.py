"""The process's interviewer, and the interview that the address names."""

from __future__ import annotations

import streamlit as st

from core.errors import NotFound
from core.interview import Interview, Interviewer
from core.settings import Settings, settings
from core.ui.workbench import workbench

SESSION = "session"
EDITED, EDITED_MESSAGE, TOKEN = "interview_edited_field", "interview_edited_message", "interview_token"


def _close(opened: Interviewer) -> None:
    opened.close()


@st.cache_resource(show_spinner=False, on_release=_close)
def _opened(chosen: Settings, store_id: int) -> Interviewer:
    return Interviewer(workbench().store, chosen)


def interviewer() -> Interviewer:
    """The interviewer of the open workbench; what it is answering goes on when pages come and go.

    Raises:
        ConfigError, StoreError: it cannot be opened. The next call tries again.
    """
    return _opened(settings(), id(workbench().store))


def current() -> Interview | None:
    """The interview that the address names; None for a new one."""
    asked = st.query_params.get(SESSION)
    if not asked:
        return None
    try:
        return interviewer().interviews.get(asked)
    except NotFound:
        del st.query_params[SESSION]
        return None


def open_drafts() -> list[Interview]:
    """Interviews with a draft that is no entry yet, the one used last first."""
    recent = interviewer().interviews.recent()
    return [interview for interview in recent if interview.draft is not None and interview.entry_id is None]


def go(session_id: str | None) -> None:
    """Put an interview into the address, or none for a new one."""
    for name in (EDITED, EDITED_MESSAGE, TOKEN):
        st.session_state.pop(name, None)
    if session_id is None:
        st.query_params.pop(SESSION, None)
    else:
        st.query_params[SESSION] = session_id
