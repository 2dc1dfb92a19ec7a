"""What was told, under which field, and what waits to be sorted: one press moves words to a field."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.interview import MOVABLE, Interview, StoredTurn, moved, stands_under
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.interview.opened import interviewer
from core.ui.texts import t

_SHOWN, _LONGEST = 40, 160
_HEIGHT = 210


def filed_parts(chosen: Interview, turn: StoredTurn) -> None:
    """Draw the parts of the last message that stand under a field of words."""
    parts = [(stands_under(chosen.draft, words, field), words) for field, words in turn.filed if field in MOVABLE]
    if not parts:
        return
    with st.container(horizontal=True, gap="small", key="filed_parts"):
        for place, (field, words) in enumerate(parts):
            shown = f"{t(f'interview.field_{field}')}{t('punctuation.colon')}{name_md(words, _SHOWN)}"
            with st.popover(shown, key=f"filed_{place}_{field}", help=t("interview.move_help")):
                for target in MOVABLE:
                    if target != field and st.button(
                        t(f"interview.field_{target}"), key=f"move_{place}_{target}", type="tertiary"
                    ):
                        _move(chosen, words, field, target)


def unsorted_parts(chosen: Interview) -> None:
    """Draw the words whose field is unsure, each with its likeliest fields as buttons and the others in a popover."""
    if not chosen.unsorted or chosen.entry_id is not None:
        return
    with st.container(height=_HEIGHT if len(chosen.unsorted) > 1 else "content", key="unsorted_parts", gap="xsmall"):
        st.caption(t("interview.unsorted", count=len(chosen.unsorted)))
        for place, (words, likely) in enumerate(chosen.unsorted):
            st.markdown(name_md(words, _LONGEST))
            with st.container(horizontal=True, gap="small", key=f"unsorted_{place}"):
                for target in likely:
                    if st.button(t(f"interview.field_{target}"), key=f"sort_{place}_{target}"):
                        _move(chosen, words, None, target)
                with st.popover(t("interview.other_field"), key=f"unsorted_other_{place}"):
                    for target in (name for name in MOVABLE if name not in likely):
                        if st.button(t(f"interview.field_{target}"), key=f"sort_{place}_{target}", type="tertiary"):
                            _move(chosen, words, None, target)


def _move(chosen: Interview, words: str, source: str | None, target: str) -> None:
    try:
        draft = moved(chosen.draft, words, source=source, target=target)
        interviewer().interviews.edit(chosen.id, draft, (target,) if source is None else (source, target))
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()
