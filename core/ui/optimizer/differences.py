"""Two texts as one, with what went and what came."""

from __future__ import annotations

import difflib
import re

import streamlit as st

from core.ui.escape import markup

_PIECE = re.compile(r"\s+|[A-Za-z0-9_]+|.", re.DOTALL)


def difference(before: str, after: str) -> None:
    """Draw the new text with the words that are gone struck through and the new ones marked."""
    first, second = _PIECE.findall(before), _PIECE.findall(after)
    parts: list[str] = []
    for kind, left, left_end, right, right_end in difflib.SequenceMatcher(None, first, second, False).get_opcodes():
        gone, came = "".join(first[left:left_end]), "".join(second[right:right_end])
        if kind == "equal":
            parts.append(markup(came))
            continue
        parts.append((f"<del>{markup(gone)}</del>" if gone else "") + (f"<mark>{markup(came)}</mark>" if came else ""))
    st.html(f'<div class="shinsa-text">{"".join(parts)}</div>')


def line_difference(before: str, after: str) -> str:
    """What differs, line by line with two lines around, in the form of a patch; empty where nothing does."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])
