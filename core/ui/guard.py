"""The guard at the top of every page.

On a freshly started server Streamlit runs a page opened by its address without `app.py`, because the folder `pages/`
exists. The guard then draws the shell's navigation once, which makes Streamlit forget the folder, and runs again:
the same page inside the shell, with its query string.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st

from core.access import current_actor, is_allowed
from core.ui.access.session_actor import login_is_on
from core.ui.menu import navigation

_INSIDE: ContextVar[bool] = ContextVar("inside_shell", default=False)


@contextmanager
def inside_shell() -> Iterator[None]:
    """Mark what runs in the block as running inside the shell."""
    token = _INSIDE.set(True)
    try:
        yield
    finally:
        _INSIDE.reset(token)


def require_reader() -> None:
    """Send whoever may look no more through the shell, which says why: a fragment reruns without it.

    Who was shut out, or whose login ended, could otherwise go on with the page that is open.
    """
    if login_is_on() and not is_allowed(current_actor(), "contract.read"):
        st.rerun()


def require_shell() -> None:
    """Run again inside the shell when the page was started without it."""
    if _INSIDE.get():
        return
    navigation()
    st.rerun()
