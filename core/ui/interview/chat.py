"""The conversation: what is stored, what is being answered, and the next message. The table of turns is the truth."""

from __future__ import annotations

import secrets

import streamlit as st

from core.errors import WorkbenchError
from core.interview import MAX_MESSAGE, Interview, StoredTurn
from core.knowledge import EntryDraft
from core.ui.escape import answer_md, plain
from core.ui.failure import show_error
from core.ui.guard import require_reader
from core.ui.interview.filed import filed_parts
from core.ui.interview.opened import EDITED_MESSAGE, TOKEN, go, interviewer
from core.ui.language import current_language
from core.ui.person import person
from core.ui.texts import t

_HEIGHT = 470
_POLL_S = 0.4
_PARTS = ("assistant_message", "knowledge_json", "state", "control")  # of a turn, as its schema names them
_OWN_WORDS = (
    "refused",
    "content_filter",
    "endpoint_rejected",
    "rate_limited",
    "stopped",
    "turn_running",
    "interrupted",
)


def chat(chosen: Interview | None) -> None:
    """Draw the conversation and take the next message."""
    turns = [] if chosen is None else interviewer().turns.turns(chosen.id)
    pending = next((turn for turn in turns if turn.state == "pending"), None)
    hidden = None if pending is None else pending.replaces
    live = [turn for turn in turns if turn.id != hidden]
    with st.container(height=_HEIGHT, key="interview_chat", autoscroll=True):
        if not live:
            st.markdown(t("interview.welcome"))
        for turn in live:
            _turn(turn, last=turn is live[-1], approved=chosen is not None and chosen.entry_id is not None)
        if chosen is not None and chosen.entry_id is None and live:
            filed_parts(chosen, live[-1])
    ended = chosen is not None and chosen.entry_id is not None
    typed = st.chat_input(
        t("interview.ended") if ended else t("interview.placeholder"),
        key="interview_message",
        max_chars=MAX_MESSAGE,
        disabled=ended or pending is not None,
    )
    if typed:
        _send(typed, None if chosen is None else chosen.id)


def _send(message: str, session_id: str | None, *, replaces: str | None = None) -> None:
    """Keep and answer a message; the same page cannot send the same thing twice."""
    token = st.session_state.pop(TOKEN, None) or secrets.token_hex(16)
    opened = interviewer()
    try:
        key = session_id or opened.interviews.open(user=person())
        opened.submit(key, message, token=token, language=current_language(), replaces=replaces)
    except WorkbenchError as error:
        # Nothing was begun: the words stay on the page, since the input has let go of them.
        show_error(error)
        st.text(message)
        return
    st.session_state[TOKEN] = secrets.token_hex(16)
    go(key)
    st.rerun()


def _turn(turn: StoredTurn, *, last: bool, approved: bool) -> None:
    with st.chat_message("user"):
        if st.session_state.get(EDITED_MESSAGE) == turn.id:
            _edit(turn)
        else:
            st.text(turn.message)
    with st.chat_message("assistant"):
        if turn.state == "pending":
            _growing(turn.session_id, turn.id)
        elif turn.state == "failed":
            _failed(turn)
        elif turn.content is None:
            st.info(t("interview.unreadable"))
        else:
            st.markdown(answer_md(turn.content.message))
            if turn.content.other is not None:
                with st.expander(t("interview.old_knowledge")):
                    st.code(turn.content.other, language="json")
            if "short_message" in turn.warnings:
                st.caption(t("interview.short_message"))
        if last and turn.state == "done" and not approved:
            _second_chances(turn)


def _second_chances(turn: StoredTurn) -> None:
    with st.container(horizontal=True, gap="small", key="second_chances"):
        if not interviewer().builtin and st.button(t("interview.regenerate"), key="regenerate", type="tertiary"):
            _send(turn.message, turn.session_id, replaces=turn.id)
        st.button(t("interview.edit"), key="edit_message", type="tertiary", on_click=_begin_edit, args=(turn.id,))


def _failed(turn: StoredTurn) -> None:
    key = f"interview.failed_{turn.outcome}" if turn.outcome in _OWN_WORDS else "interview.failed"
    st.error(t(key))
    if turn.reference:
        st.caption(t("shell.reference", reference=plain(turn.reference)))
    with st.container(horizontal=True, gap="small", key=f"failed_{turn.id}"):
        label = t("interview.send_again") if turn.outcome == "turn_running" else t("interview.retry")
        if st.button(label, key=f"retry_{turn.id}"):
            _send(turn.message, turn.session_id, replaces=turn.id)
        st.button(t("interview.edit"), key=f"edit_{turn.id}", type="tertiary", on_click=_begin_edit, args=(turn.id,))


def _begin_edit(turn_id: str) -> None:
    st.session_state[EDITED_MESSAGE] = turn_id


def _end_edit() -> None:
    st.session_state.pop(EDITED_MESSAGE, None)


def _edit(turn: StoredTurn) -> None:
    with st.form(f"edit_message_{turn.id}", border=False):
        text = st.text_area(t("interview.edit_label"), turn.message, max_chars=MAX_MESSAGE, height=110)
        with st.container(horizontal=True, gap="small"):
            sent = st.form_submit_button(t("interview.edit_send"), type="primary")
            st.form_submit_button(t("interview.cancel"), on_click=_end_edit)
    if sent and text.strip():
        _send(text, turn.session_id, replaces=turn.id)


@st.fragment(run_every=_POLL_S)
def _growing(session_id: str, turn_id: str) -> None:
    """The answer as it grows; draws the page anew when it has ended."""
    require_reader()
    opened = interviewer()
    opened.turns.settle(session_id)
    if opened.turns.turn(turn_id).state != "pending":
        st.rerun()
    growing = opened.growing(turn_id)
    if growing is None:
        st.caption(t("interview.answering_elsewhere"))
        return
    if growing.text:
        st.markdown(answer_md(growing.text))
    part = _part(growing.place)
    st.caption(t("interview.answering") if part is None else t("interview.writing", part=part))
    st.button(t("interview.stop"), key="stop_answer", type="tertiary", on_click=opened.stop, args=(turn_id,))


def _part(place: str) -> str | None:
    """What is being written, in the words of the page; None before the answer has a field."""
    first, *rest = place.split("/")[1:3] or [""]
    if first not in _PARTS:
        return None
    part = t(f"interview.part_{first}")
    inside = rest[0] if rest and first == "knowledge_json" else ""
    return f"{part} › {t(f'interview.field_{inside}')}" if inside in EntryDraft.model_fields else part
