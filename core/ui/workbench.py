"""The process's one open workbench, shared by all sessions."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core import tracing
from core.errors import ConfigError
from core.extraction.runs import ExtractionBook
from core.optimizer.runs import RunBook
from core.settings import Settings, settings
from core.workbench import Workbench, open_workbench


@dataclass(frozen=True)
class _Opened:
    workbench: Workbench
    runs: RunBook
    extractions: ExtractionBook


def _close(opened: _Opened) -> None:
    opened.workbench.close()


@st.cache_resource(show_spinner=False, on_release=_close)
def _opened(chosen: Settings) -> _Opened:
    tracing.start(chosen)
    opened = open_workbench(chosen)
    # Before jobs start: the optimizer's matches and the lab's cases are the work of this process as well.
    runs = RunBook(opened.store, chosen, opened.ledger)
    extractions = ExtractionBook(opened.store, chosen, opened.ledger)
    try:
        opened.start_jobs()
    except ConfigError:
        opened.close()
        raise
    return _Opened(opened, runs, extractions)


def workbench() -> Workbench:
    """The open workbench; its jobs run in the background of this process.

    Raises:
        ConfigError, StoreError: it cannot be opened. The next call tries again.
    """
    return _opened(settings()).workbench


def run_book() -> RunBook:
    """The optimizer's runs in the open workbench.

    Raises:
        ConfigError, StoreError: it cannot be opened.
    """
    return _opened(settings()).runs


def extraction_book() -> ExtractionBook:
    """The Extraction lab's runs in the open workbench.

    Raises:
        ConfigError, StoreError: it cannot be opened.
    """
    return _opened(settings()).extractions


def close_workbench() -> None:
    """Stop background work and let go of store and graph; the next call of `workbench` opens them again."""
    _opened.clear()
