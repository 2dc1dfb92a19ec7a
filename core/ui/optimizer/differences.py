"""Two texts as one, with what went and what came."""

from __future__ import annotations

import difflib

import streamlit as st

from core.text_difference import word_changes
from core.ui.marked_text import marked_text


def difference(before: str, after: str) -> None:
    """Draw the new text with the words that are gone struck through and the new ones marked."""
    st.html(f'<div class="shinsa-text">{marked_text(word_changes(before, after))}</div>')


def line_difference(before: str, after: str) -> str:
    """What differs, line by line with two lines around, in the form of a patch; empty where nothing does."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])
