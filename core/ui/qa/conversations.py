"""The saved conversations, and what a new one is limited to."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts import ContractRow
from core.errors import NotFound
from core.qa import Conversations
from core.ui.escape import short, told_apart
from core.ui.qa.chat import CITATION, CONVERSATION
from core.ui.texts import t
from core.ui.workbench import workbench

_TITLE = 40


def conversation_bar(rows: Sequence[ContractRow]) -> tuple[str | None, list[str] | None]:
    """Draw the choice of conversation.

    Returns:
        The conversation's id, None for a new one; and the contracts that a new one is limited to, None for all.
    """
    saved = Conversations(workbench().store)
    current = _current(saved)
    titles = {"": t("qa.new")}
    titles |= {
        conversation.id: short(conversation.title or t("qa.withdrawn_title"), _TITLE) for conversation in saved.recent()
    }
    if current is not None:
        titles.setdefault(current, short(saved.get(current).title or t("qa.withdrawn_title"), _TITLE))
    titles = told_apart(titles)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.session_state["conversation_choice"] = current or ""
        st.selectbox(
            t("qa.conversation"),
            list(titles),
            format_func=titles.__getitem__,
            key="conversation_choice",
            on_change=_choose,
            label_visibility="collapsed",
        )
        if current is None:
            return None, _scope(rows)
        st.button(t("qa.new"), key="new_conversation", on_click=_go, args=(None,))
        with st.popover(t("contract.more"), key="conversation_more"):
            st.button(t("qa.delete"), key="delete_conversation", on_click=_delete, args=(current,))
    scope = saved.get(current).scope
    if scope is not None:
        st.caption(t("qa.scope_is", count=len(scope)))
    return current, None


def _scope(rows: Sequence[ContractRow]) -> list[str] | None:
    names = {row.contract_id: f"{row.number}. {short(row.summary.title)}" for row in rows}
    return (
        st.multiselect(
            t("qa.scope"),
            list(names),
            format_func=names.__getitem__,
            placeholder=t("qa.scope_all"),
            key="scope",
            label_visibility="collapsed",
        )
        or None
    )


def _current(saved: Conversations) -> str | None:
    asked = st.query_params.get(CONVERSATION)
    if not asked:
        return None
    try:
        return saved.get(asked).id
    except NotFound:
        del st.query_params[CONVERSATION]
        return None


def _choose() -> None:
    _go(st.session_state["conversation_choice"] or None)


def _go(conversation_id: str | None) -> None:
    st.query_params.pop(CITATION, None)
    if conversation_id is None:
        st.query_params.pop(CONVERSATION, None)
    else:
        st.query_params[CONVERSATION] = conversation_id


def _delete(conversation_id: str) -> None:
    Conversations(workbench().store).delete(conversation_id)
    _go(None)
