"""The language of a session: chosen in the sidebar or by `?lang=`, that of the settings by default."""

from __future__ import annotations

import streamlit as st

from core.settings import settings
from core.wording import Language, languages

PARAMETER = "lang"
_CHOSEN = "language"
_SWITCH = "language_switch"


def current_language() -> Language:
    """The session's language."""
    chosen = st.session_state.get(_CHOSEN)
    return chosen if isinstance(chosen, str) and chosen in languages() else settings().language


def follow_address() -> None:
    """Take the language from the address, and keep it there.

    The menu's links drop the query string, so it is written again on every page: F5 and shared links keep it. It is
    written also where it is the default. The browser is only told of an address that the page writes: of a link to the
    page that is open it kept the old one, and came back to an entry or a conversation that had been left.
    """
    asked = st.query_params.get(PARAMETER)
    if asked in languages():
        st.session_state[_CHOSEN] = asked
    else:
        st.query_params[PARAMETER] = current_language()
    st.session_state[_SWITCH] = current_language()


def _switched() -> None:
    st.session_state[_CHOSEN] = st.query_params[PARAMETER] = st.session_state[_SWITCH]
    # A browser keeps what is chosen in a list by its words and would come back with those of the other language, which
    # stand for nothing any more: the choice would silently become the first. So it is sent again. Buttons and files,
    # which are of other types, must not be.
    for key, value in st.session_state.items():
        if isinstance(value, str | int | tuple) and not isinstance(value, bool):
            st.session_state[key] = value


def language_switch(label: str) -> None:
    """Draw the switch."""
    st.segmented_control(
        label,
        tuple(languages()),
        required=True,
        format_func=lambda language: languages()[language].name,
        key=_SWITCH,
        on_change=_switched,
        label_visibility="collapsed",
        width="stretch",
    )
