"""Words that a person has selected on a page, until they are used or another contract is read."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

_SELECTED = "reader_selected"
_LONGEST = 20_000


class Selection(NamedTuple):
    """Characters `start` to `end` (exclusive) of a contract's text, and the words themselves."""

    contract_id: str
    start: int
    end: int
    words: str


def selection_of(contract_id: str) -> Selection | None:
    """What is selected in a contract."""
    found: Selection | None = st.session_state.get(_SELECTED)
    return found if found is not None and found.contract_id == contract_id else None


def select(contract_id: str, text: str, start: int, end: int) -> None:
    """Remember a selection; white space at its ends is left out, and an empty one forgets the last."""
    start, end = max(0, start), min(end, len(text), start + _LONGEST)
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    words = words.strip()
    if words:
        st.session_state[_SELECTED] = Selection(contract_id, start, start + len(words), words)
    else:
        forget_selection()


def forget_selection() -> None:
    """Forget what is selected."""
    st.session_state.pop(_SELECTED, None)
