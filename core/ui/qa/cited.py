"""The citation that was opened: its contract's page beside the chat, the words marked."""

from __future__ import annotations

import streamlit as st

from core.documents import Box, line_boxes
from core.errors import NotFound
from core.evidence import OFFERED
from core.qa import Citation, ContractCitation, Conversations
from core.ui.escape import markup, name_md
from core.ui.evidence_marks import STATE_COLOURS
from core.ui.guard import require_reader
from core.ui.links import CONTRACT, KNOWLEDGE
from core.ui.qa.chat import CITATION, PRESSED
from core.ui.reader import document_of, show_place
from core.ui.texts import t
from core.ui.workbench import workbench

_NAME = 70


@st.fragment
def cited_place(conversation_id: str | None) -> None:
    """Draw the opened citation, or say how to open one."""
    require_reader()
    citation = None if conversation_id is None else _opened(conversation_id)
    if citation is None:
        with st.container(key="nothing_cited"):  # the chat is wide meanwhile (core.ui.style)
            st.caption(t("qa.open_hint"))
        return
    number = f"K{citation.number}" if citation.kind == "entry" else str(citation.number)
    st.markdown(f"**{number}\\. {name_md(citation.title, _NAME)}**")
    if citation.kind == "entry":
        st.html(f'<div class="shinsa-quote" tabindex="0">{markup(citation.quote)}</div>')
        query = {"entry": f"K{citation.number}"}
        st.page_link(str(KNOWLEDGE), label=t("qa.open_entry"), query_params=query)
        return
    if citation.state in OFFERED:
        st.badge(t(f"contract.state_{citation.state}"), color=STATE_COLOURS[citation.state])
    if citation.candidate:
        st.caption(t("contract.candidates_note"))
    st.html(f'<div class="shinsa-quote" tabindex="0">{markup(citation.quote)}</div>')
    st.page_link(str(CONTRACT), label=t("qa.open_contract"), query_params={"contract": citation.contract_id})
    if citation.page is None or citation.state == "unverified":
        st.info(t("contract.not_located"))
        return
    try:
        _place(citation, citation.page)
    except NotFound:
        st.warning(t("qa.contract_gone"))


def _place(citation: ContractCitation, page: int) -> None:
    document = document_of(citation.contract_id)
    span = None
    boxes: tuple[Box, ...] = ()
    if citation.start is not None and citation.end is not None:
        span = (citation.start, citation.end)
        boxes = line_boxes(document, *span)
    st.caption(t("qa.page", page=page, total=len(document.pages)))
    show_place(
        citation.contract_id,
        page=page,
        boxes=boxes,
        span=span,
        alt=t("contract.page_alt_marked", page=page),
        low=True,
        pressed=st.session_state.get(PRESSED, 0),
    )


def _opened(conversation_id: str) -> Citation | None:
    message_id, _, index = st.query_params.get(CITATION, "").rpartition("-")
    if not message_id or not index.isdigit():
        return None
    for message in Conversations(workbench().store).messages(conversation_id):
        if message.id == message_id and message.answer and int(index) < len(message.answer.citations):
            return message.answer.citations[int(index)]
    return None
