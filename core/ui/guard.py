"""The guard at the top of every page.

On a freshly started server Streamlit runs a page opened by its address without `app.py`, because the folder `pages/`
exists. The guard then draws the shell's navigation once, which makes Streamlit forget the folder, and runs again:
the same page inside the shell, with its query string.
"""

from __future__ import annotations

import streamlit as st

_KEY = "shell_has_run"


def shell_has_run() -> None:
    """Remember that this session is inside the shell."""
    st.session_state[_KEY] = True


def require_shell() -> None:
    """Run again inside the shell when the page was started without it."""
    if st.session_state.get(_KEY):
        return
    # The shell imports nothing from the guard's pages; the late import only keeps a page's own start light.
    from core.ui.shell import declare_pages

    declare_pages(position="hidden")
    st.rerun()
