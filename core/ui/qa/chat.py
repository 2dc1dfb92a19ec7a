"""The chat: the saved messages, a new question, the answer as it grows. The store's table is the truth."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.errors import StreamlitAPIException

from core.errors import WorkbenchError
from core.prompting import PromptShelf
from core.qa import MAX_QUESTION, Answer, Call, ChatMessage, Conversations, ask, without_offers
from core.taxonomy import taxonomy
from core.ui.escape import answer_md, md, name_md
from core.ui.evidence_marks import STATE_MARKS
from core.ui.failure import show_error
from core.ui.language import current_language
from core.ui.links import COMPARE, CONTRACTS, MISSING, comparison_query
from core.ui.person import person
from core.ui.qa.receipt import receipt
from core.ui.texts import error_text, t
from core.ui.workbench import workbench

CONVERSATION = "conversation"
CITATION = "cite"
PRESSED = "citations_pressed"
_IN_ROW = 12


def chat(conversation_id: str | None, scope: Sequence[str] | None) -> None:
    """Draw the conversation and take the next question."""
    messages = [] if conversation_id is None else Conversations(workbench().store).messages(conversation_id)
    with st.container(key="chat_messages"):
        if not messages:
            st.markdown(t("qa.welcome"))
            _examples()
        for message in messages:
            _message(message, offers=message is not messages[-1])
        if messages:
            _readings(messages[-1])
        pending = st.container()
        asked = st.chat_input(
            t("qa.placeholder"), key="question", max_chars=MAX_QUESTION, submit_mode="stop"
        ) or st.session_state.pop(_EXAMPLE, None)
        if asked:
            with pending:
                _ask(asked, conversation_id, scope)


_EXAMPLE = "example_question"


def _examples() -> None:
    with st.container(horizontal=True, gap="small"):
        for number in range(1, 5):
            question = t(f"qa.example_{number}")
            st.button(question, key=f"example_{number}", on_click=_take_example, args=(question,))


def _take_example(question: str) -> None:
    st.session_state[_EXAMPLE] = question


def _readings(last: ChatMessage) -> None:
    """The readings, or the questions that work here, which the last answer offers: one press answers."""
    memory = last.answer.memory if last.answer is not None else {}
    labels = [choice["label"] for choice in memory.get("choices", ())] or memory.get("examples", ())
    with st.container(key="readings", gap="xsmall"):
        for number, label in enumerate(labels, 1):
            st.button(md(label), key=f"reading_{number}", on_click=_take_example, args=(label,))


def _ask(question: str, conversation_id: str | None, scope: Sequence[str] | None) -> None:
    """Answer in place, then draw again from the table: a stopped run leaves the question there, marked."""
    with st.chat_message("user"):
        st.text(question)
    with st.chat_message("assistant"):
        draft = st.empty()

        def show_draft(text: str) -> None:
            draft.markdown(answer_md(text))

        opened = workbench()
        try:
            with st.spinner(t("qa.working")):
                asked = ask(
                    question,
                    opened,
                    language=current_language(),
                    user=person(),
                    conversation_id=conversation_id,
                    scope=scope,
                    on_text=show_draft,
                )
        except WorkbenchError as error:
            show_error(error)
            return
    st.query_params[CONVERSATION] = asked.conversation_id
    located = [
        index
        for index, citation in enumerate(asked.answer.citations)
        if citation.kind == "entry" or citation.page is not None
    ]
    if located:
        st.query_params[CITATION] = f"{asked.message_id}-{located[0]}"
    try:
        st.rerun(scope="fragment")
    except StreamlitAPIException:  # the whole page was being drawn
        st.rerun()


def _message(message: ChatMessage, *, offers: bool = True) -> None:
    with st.chat_message(message.role):
        if message.state == "withdrawn":
            st.caption(t("qa.question_withdrawn" if message.role == "user" else "qa.withdrawn"))
        elif message.role == "user":
            st.text(message.text)
        elif message.state == "failed":
            st.error(t("qa.stopped") if message.text == "stopped" else error_text(message.text))
        elif message.answer is None:
            st.info(t("qa.unfinished"))
        else:
            _answer(message.id, message.answer, offers=offers)


def _answer(message_id: str, answer: Answer, *, offers: bool = True) -> None:
    st.markdown(answer_md(answer.text if offers else without_offers(answer)))
    chosen = st.query_params.get(CITATION)
    if answer.citations:
        with st.container(horizontal=True, gap="xsmall", key=f"citations_{message_id}"):
            for index, citation in enumerate(answer.citations[:_IN_ROW]):
                key = f"{message_id}-{index}"
                st.button(
                    f"{STATE_MARKS[citation.state]} {md(citation.label)}"
                    + (t("qa.candidate") if citation.kind == "contract" and citation.candidate else ""),
                    key=f"cite_{key}",
                    type="primary" if chosen == key else "secondary",
                    help=name_md(citation.title),
                    on_click=_open,
                    args=(key,),
                )
        if len(answer.citations) > _IN_ROW:
            st.caption(t("qa.more_citations", count=len(answer.citations) - _IN_ROW))
    _compare(answer)
    if silent := answer.memory.get("silent"):
        st.page_link(str(CONTRACTS), label=t("qa.silent_contracts"), query_params={MISSING: str(silent)})
    receipt(answer, key=message_id)
    if answer.trial is not None:
        _thumbs(message_id, answer.trial)


def _compare(answer: Answer) -> None:
    """Draw the way to the cited contracts' clauses side by side; the clause type is the one that was looked up."""
    numbers = list(dict.fromkeys(citation.number for citation in answer.citations if citation.kind == "contract"))
    if len(numbers) < 2:
        return
    looked_up = [clause for call in answer.calls for clause in _clauses_of(call)]
    query = comparison_query(numbers, looked_up[0] if looked_up else None)
    st.page_link(str(COMPARE), label=t("compare.from_answer"), query_params=query)


def _clauses_of(call: Call) -> list[str]:
    """Clause types that a call looked for, by their codes."""
    types = call.arguments.get("with_types")
    given = [call.arguments.get("clause_type"), *(types if isinstance(types, list) else ())]
    return [category.code for name in given if name and (category := taxonomy().find(str(name))) is not None]


def _thumbs(message_id: str, trial: str) -> None:
    """A thumb up or down; it counts for the settings that the answer was asked with."""
    thumb = st.feedback("thumbs", key=f"thumb_{message_id}")
    told = f"thumb_told_{message_id}"
    if thumb is not None and st.session_state.get(told) != thumb:
        PromptShelf(workbench().store).reward(trial, float(thumb))
        st.session_state[told] = thumb


def _open(key: str) -> None:
    st.query_params[CITATION] = key
    st.session_state[PRESSED] = st.session_state.get(PRESSED, 0) + 1
