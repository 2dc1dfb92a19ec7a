"""Choices that live in the address, and may be changed there by other means than the widget that shows them.

A browser does not take over a new value while the widget is folded away in a closed menu. At the next press of
anything it sends the old one, as if somebody had just chosen it: an undone filter came back. So a value that was
changed by other means gets a new widget.
"""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

_TOLD = "address_choice_"


def widget_key(name: str, value: Hashable) -> str:
    """Key of the widget that shows a value: another one each time that the value was changed by other means."""
    told, turn = st.session_state.get(_TOLD + name, (value, 0))
    if told != value:
        turn += 1
    st.session_state[_TOLD + name] = value, turn
    return f"{name}_{turn}" if turn else name


def told(name: str, value: Hashable) -> None:
    """Note that the widget itself was given this value."""
    _, turn = st.session_state.get(_TOLD + name, (value, 0))
    st.session_state[_TOLD + name] = value, turn
