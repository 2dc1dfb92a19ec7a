"""The process's one open workbench, shared by all sessions."""

from __future__ import annotations

import streamlit as st

from core import tracing
from core.settings import Settings, settings
from core.workbench import Workbench, open_workbench


def _close(opened: Workbench) -> None:
    opened.close()


@st.cache_resource(show_spinner=False, on_release=_close)
def _opened(chosen: Settings) -> Workbench:
    tracing.start(chosen)
    opened = open_workbench(chosen)
    opened.start_jobs()
    return opened


def workbench() -> Workbench:
    """The open workbench; its jobs run in the background of this process.

    Raises:
        ConfigError, StoreError: it cannot be opened. The next call tries again.
    """
    return _opened(settings())


def close_workbench() -> None:
    """Stop background work and let go of store and graph; the next call of `workbench` opens them again."""
    _opened.clear()
