"""Clause types of the users' own: defining, looking through all contracts, removing after a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core.contracts import ContractRow, OwnTypes
from core.errors import WorkbenchError
from core.taxonomy import OwnType, taxonomy
from core.ui.access.permitted import permitted
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.guard import require_reader
from core.ui.jobs import PARAMETER
from core.ui.language import current_language
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_EXAMPLES = 3
_FORM = "own_type_form"
_FAULT = "own_type_fault"
_FOLD = "own_types"
_STAYS = "own_types_stay"


@st.fragment
def own_types_panel(rows: Sequence[ContractRow]) -> None:
    """Draw the types that users defined with what was found of each, and the form for another one; when unfolded."""
    require_reader()
    book = OwnTypes(workbench().store, workbench().settings)
    types = book.types()
    if st.session_state.pop(_STAYS, False):
        st.session_state[_FOLD] = True  # under another label it is another fold, which would be shut
    folded = st.expander(t("contracts.own_types", count=len(types)), key=_FOLD, on_change="rerun")
    if not folded.open:
        return
    with folded:
        st.caption(t("contracts.own_types_note"))
        fault = st.session_state.pop(_FAULT, None)
        if fault is not None:
            show_error(fault)
        for own in types:
            _type(book, own, rows)
        _form(book)


def _type(book: OwnTypes, own: OwnType, rows: Sequence[ContractRow]) -> None:
    states = Counter(row.summary.presence.get(own.code, "unknown") for row in rows)
    words, again, away = st.columns([6, 2, 1], vertical_alignment="center")
    with words:
        st.markdown(f"**{md(own.name(current_language()))}** {md(own.definition.text(current_language()))}")
        counts = {state: states[state] for state in ("present", "absent", "not_found", "unknown")}
        judged = {"accepted": len(own.accepted), "rejected": len(own.rejected), "examples": len(own.examples)}
        st.caption(t("contracts.own_type_counts", **counts, **judged))
    if again.button(
        t("contracts.own_type_again"), key=f"own_again_{own.code}", width="stretch", **permitted("type.define")
    ):
        _look_for(book, own.code)
    if away.button(
        t("contracts.own_type_remove"), key=f"own_remove_{own.code}", width="stretch", **permitted("type.define")
    ):
        _ask_removal(book, own)


def _form(book: OwnTypes) -> None:
    with st.form(_FORM, border=False):
        st.markdown(f"**{t('contracts.own_type_new')}**")
        name = st.text_input(t("contracts.own_type_name"), key="own_name", max_chars=60)
        meaning = st.text_area(t("contracts.own_type_meaning"), key="own_meaning", max_chars=2_000, height=80)
        examples = [
            st.text_area(t("contracts.own_type_example", number=number), key=f"own_example_{number}", height=80)
            for number in range(1, _EXAMPLES + 1)
        ]
        if not st.form_submit_button(t("contracts.own_type_define"), type="primary", **permitted("type.define")):
            return
    filled = [text for text in examples if text and text.strip()]
    if not (name or "").strip() or not (meaning or "").strip() or len(filled) < 2:
        st.warning(t("contracts.own_type_missing"))
        return
    known = taxonomy().find(name or "")
    if known is not None:
        st.warning(t("contracts.own_type_known", name=md(known.name(current_language()))))
        return
    try:
        code = book.define(name or "", meaning or "", filled, user=person())
    except WorkbenchError as error:
        show_error(error)
        return
    _look_for(book, code)


def _look_for(book: OwnTypes, code: str) -> None:
    st.session_state[_STAYS] = True
    title = t("contracts.own_type_job", name=taxonomy().get(code).name(current_language()))
    try:
        st.query_params[PARAMETER] = book.look_for([code], user=person(), title=title)
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()


def _ask_removal(book: OwnTypes, own: OwnType) -> None:
    """Open the question what becomes of a type's reviews."""

    @st.dialog(t("contracts.own_type_remove_title", name=own.name(current_language())))
    def ask() -> None:
        count = book.reviews_of(own.code)
        fate: Literal["keep", "move", "delete"] = "delete"
        target = None
        st.markdown(t("contracts.own_type_remove_question", count=count))
        if count:
            fates: tuple[Literal["keep", "move", "delete"], ...] = ("keep", "move", "delete")
            names = {choice: t(f"contracts.own_type_fate_{choice}") for choice in fates}
            fate = st.radio(t("contracts.own_type_fate"), fates, format_func=names.__getitem__, key="own_fate")
            if fate == "move":
                others = {
                    category.code: category.name(current_language())
                    for category in taxonomy().clauses
                    if category.code != own.code
                }
                target = st.selectbox(
                    t("contracts.own_type_target"), list(others), format_func=others.__getitem__, key="own_target"
                )
        with st.container(horizontal=True):
            if st.button(
                t("contracts.own_type_remove_yes"),
                key="own_remove_yes",
                type="primary",
                on_click=_remove,
                args=(book, own.code, fate, target),
            ):
                st.rerun()
            if st.button(t("shell.cancel"), key="own_remove_no"):
                st.rerun()

    ask()


def _remove(book: OwnTypes, code: str, fate: Literal["keep", "move", "delete"], target: str | None) -> None:
    st.session_state[_STAYS] = True
    try:
        book.remove(code, reviews=fate, move_to=target)
    except WorkbenchError as error:
        st.session_state[_FAULT] = error
