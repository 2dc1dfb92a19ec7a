"""The interviews so far, in the side column, and what can be done with the open one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.access import Resource
from core.errors import NotFound, WorkbenchError
from core.interview import Interview, as_json, as_markdown
from core.ui.access.exports import exported
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.interview.opened import go, interviewer
from core.ui.language import current_language
from core.ui.texts import t

_LISTED = 12
_TITLE = 28


def session_list(chosen: Interview | None) -> None:
    """Draw the list in the side column; a click opens an interview."""
    with st.sidebar, st.container(key="interview_sessions", gap="xxsmall"):
        st.button(t("interview.new"), key="new_interview", on_click=go, args=(None,), width="stretch")
        recent = interviewer().interviews.recent(limit=_LISTED)
        if recent:
            st.caption(t("interview.sessions"))
        for session in recent:
            st.button(
                name_md(session.title, _TITLE) or t("interview.untitled"),
                key=f"row_interview_{session.id}",
                type="secondary" if chosen is not None and session.id == chosen.id else "tertiary",
                width="stretch",
                on_click=go,
                args=(session.id,),
            )


def session_actions(chosen: Interview) -> None:
    """Draw what can be done with an interview: rename, export, delete."""
    with st.popover(t("interview.more"), key="interview_more"):
        with st.form("interview_rename", border=False):
            title = st.text_input(t("interview.rename"), chosen.title, max_chars=80)
            if st.form_submit_button(t("interview.rename_save")) and title.strip():
                interviewer().interviews.rename(chosen.id, title)
                st.rerun()
        st.download_button(
            t("interview.export_json"),
            data=_interview_file(chosen.id, markdown=False),
            file_name=f"interview-{chosen.id}.json",
            mime="application/json",
            key="export_json",
            on_click="ignore",
            width="stretch",
        )
        st.download_button(
            t("interview.export_markdown"),
            data=_interview_file(chosen.id, markdown=True),
            file_name=f"interview-{chosen.id}.md",
            mime="text/markdown",
            key="export_markdown",
            on_click="ignore",
            width="stretch",
        )
        if st.button(t("interview.delete"), key="delete_interview", width="stretch"):
            _ask_removal(chosen)


def _interview_file(session_id: str, *, markdown: bool) -> Callable[[], bytes]:
    return exported(
        partial(_written, session_id, markdown=markdown),
        "interview_markdown" if markdown else "interview_json",
        action="knowledge.propose",
        other=Resource("interview", session_id),
    )


def _written(session_id: str, *, markdown: bool) -> bytes:
    opened = interviewer()
    interview, turns = opened.interviews.get(session_id), opened.turns.turns(session_id, superseded=True)
    return as_markdown(interview, turns, current_language()).encode() if markdown else as_json(interview, turns)


def _ask_removal(chosen: Interview) -> None:
    @st.dialog(t("interview.delete"))
    def ask() -> None:
        st.markdown(f"**{name_md(chosen.title)}**")
        st.markdown(t("interview.delete_question"))
        if st.button(t("interview.delete_yes"), key="delete_interview_yes", type="primary"):
            try:
                interviewer().interviews.delete(chosen.id)
            except NotFound:
                pass  # another tab was quicker: it is gone, as wanted
            except WorkbenchError as error:
                show_error(error)
                return
            go(None)
            st.rerun()

    ask()
