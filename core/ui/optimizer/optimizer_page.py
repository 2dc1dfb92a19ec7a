"""The Optimizer page: runs, a new run, prompts in use."""

from __future__ import annotations

import zlib

import streamlit as st

from core.optimizer.runs import RunRecord
from core.ui.escape import told_apart
from core.ui.optimizer.formats import moment
from core.ui.optimizer.new_run import new_run
from core.ui.optimizer.prompts_in_use import prompts_in_use
from core.ui.optimizer.run_panel import run_panel
from core.ui.texts import t
from core.ui.workbench import run_book

RUN = "run"
_VIEWS = ("runs", "new", "prompts")
_KEY = "optimizer_view"


def optimizer() -> None:
    """Draw the chosen view."""
    if asked := st.session_state.pop("optimizer_go", None):
        st.session_state[_KEY] = asked
    view = st.segmented_control(
        t("optimizer.views"),
        _VIEWS,
        default=None if _KEY in st.session_state else "runs",
        required=True,
        format_func={name: t(f"optimizer.view_{name}") for name in _VIEWS}.__getitem__,
        label_visibility="collapsed",
        key=_KEY,
    )
    if view == "new":
        new_run()
    elif view == "prompts":
        prompts_in_use()
    else:
        _runs()


def _runs() -> None:
    runs = run_book().runs()
    if not runs:
        st.info(t("optimizer.empty"))
        return
    chosen = _chosen(runs)
    st.query_params[RUN] = chosen.id
    run_panel(chosen.id, runs)


def _chosen(runs: list[RunRecord]) -> RunRecord:
    """The run that the address names, else the newest; people choose another."""
    ids = [run.id for run in runs]
    asked = st.query_params.get(RUN)
    by_id = {run.id: run for run in runs}
    lines = told_apart({run.id: _line(run) for run in runs})
    place = ids.index(asked) if asked in ids else 0
    chosen = st.selectbox(
        t("optimizer.run"),
        ids,
        index=place,
        format_func=lines.__getitem__,
        # The browser keeps the words of what is chosen: a state or a language that has changed makes another box.
        key=f"optimizer_run_{zlib.crc32(repr(lines).encode()):x}",
    )
    return by_id[chosen]


def _line(run: RunRecord) -> str:
    state = t(f"optimizer.state_{run.state}")
    return t("optimizer.run_line", title=run.title, state=state, when=moment(run.created_at))
