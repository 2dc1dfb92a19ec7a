"""What the last message told, under which field, each part with a way to another field: one press moves it."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.interview import MOVABLE, Interview, StoredTurn, moved, stands_under
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.interview.opened import interviewer
from core.ui.texts import t

_SHOWN = 40


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


def _move(chosen: Interview, words: str, source: str, target: str) -> None:
    try:
        draft = moved(chosen.draft, words, source=source, target=target)
        interviewer().interviews.edit(chosen.id, draft, (source, target))
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()
