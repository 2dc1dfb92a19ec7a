"""Proposals of new values for a text knob, as a difference from what was tried; a person admits them."""

from __future__ import annotations

from dataclasses import asdict

import streamlit as st

from core.errors import WorkbenchError
from core.llm import stored_endpoint
from core.optimizer.proposals import WordingProposal, losses, propose, text_knobs
from core.optimizer.runs import RunBook, RunRecord
from core.settings import settings
from core.ui.access.permitted import permitted
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.optimizer.differences import difference
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench


def better_words(book: RunBook, run: RunRecord) -> None:
    """Ask for proposals, show them, admit them."""
    st.caption(t("optimizer.words_note"))
    names = text_knobs(run.knobs)
    if not names or settings().connection("chat").model is None:
        st.info(t("optimizer.words_none"))
        return
    knob = st.selectbox(t("optimizer.words_knob"), names, key="words_knob")
    kept = f"optimizer_proposals_{run.id}_{knob}"
    if st.button(t("optimizer.words_ask"), key="words_ask", **permitted("prompt.experiment")):
        try:
            st.session_state[kept] = _requested(book, run, knob)
        except WorkbenchError as error:
            show_error(error)
    values = run.knobs.values[run.knobs.names.index(knob)]
    proposals: list[WordingProposal] = st.session_state.get(kept, [])
    for place, proposal in enumerate(proposals):
        with st.container(border=True):
            difference(str(values[0]), proposal.value)
            st.markdown(t("optimizer.words_why", why=name_md(proposal.why, 600)))
            st.caption(t("optimizer.words_cases", cases=", ".join(map(str, proposal.cases)) or "—"))
            if proposal.value in values:
                st.success(t("optimizer.words_admitted"))
            elif st.button(t("optimizer.words_admit"), key=f"admit_{place}", **permitted("prompt.experiment")):
                _admit(book, run, proposal)


def _requested(book: RunBook, run: RunRecord, knob: str) -> list[WordingProposal]:
    material = book.material(run)
    lost = losses(book.details(run.id), material.dataset, book.overrules(run.id), leader=book.method(run).best())
    model = stored_endpoint("chat", settings(), workbench().store)
    assert model is not None
    with model, st.spinner(t("optimizer.words_ask")):
        return propose(model, material.prompt, run.knobs, knob, lost, reasks=settings().llm_reasks)


def _admit(book: RunBook, run: RunRecord, proposal: WordingProposal) -> None:
    try:
        book.admit(run.id, proposal.knob, [proposal.value], user=person(), evidence=asdict(proposal))
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()
