"""The Operations page: how interviews go, what they cost, and what went wrong."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pandas as pd
import streamlit as st

from core.access import Resource
from core.contracts import KIND, to_csv, to_xlsx
from core.operations import (
    FailedTurn,
    TurnRecord,
    days,
    days_table,
    failures,
    failures_table,
    funnel,
    funnel_table,
    head,
    progress,
    repairs,
    repairs_table,
    replay,
    sessions_table,
    turn_records,
)
from core.ui.access.exports import exported
from core.ui.contracts.download import CSV, XLSX
from core.ui.failed_files import failed_files
from core.ui.jobs import job_panel
from core.ui.language import current_language
from core.ui.links import open_interview
from core.ui.operations import charts
from core.ui.texts import t
from core.ui.workbench import workbench

_PERIODS = (7, 30, 90, 0)
_VIEWS = ("progress", "repairs", "costs", "failures")


def operations() -> None:
    """Draw files that are read again and that failed, period, figures and the chosen view."""
    job_panel(KIND)
    failed_files()
    period, view = _choices()
    since = datetime.now(UTC) - timedelta(days=period) if period else None
    records = turn_records(workbench().store, since=since)
    if view == "progress":
        _progress(records)
    elif view == "repairs":
        _repairs(records)
    elif view == "costs":
        _costs(since)
    else:
        _failures(records)


def _choices() -> tuple[int, str]:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom", gap="small"):
        view = st.segmented_control(
            t("operations.views"),
            _VIEWS,
            default="progress",
            required=True,
            format_func={name: t(f"operations.view_{name}") for name in _VIEWS}.__getitem__,
            label_visibility="collapsed",
            key="operations_view",
        )
        period = st.segmented_control(
            t("operations.period"),
            _PERIODS,
            default=30,
            required=True,
            format_func={days: t(f"operations.period_{days}") for days in _PERIODS}.__getitem__,
            label_visibility="collapsed",
            key="operations_period",
        )
    return period, view


def _progress(records: list[TurnRecord]) -> None:
    if not records:
        st.info(t("operations.empty"))
        return
    language = current_language()
    sessions = progress(records)
    figures = st.columns(5)
    figures[0].metric(t("operations.sessions"), len(sessions))
    figures[1].metric(t("operations.approved"), sum(session.furthest == "approved" for session in sessions))
    figures[2].metric(t("operations.to_draft"), _median([session.to_draft for session in sessions]))
    figures[3].metric(t("operations.to_finalize"), _median([session.to_finalize for session in sessions]))
    figures[4].metric(t("operations.failed"), sum(session.failed for session in sessions))
    stages = funnel(sessions)
    left, right = st.columns([3, 2])
    with left:
        st.subheader(t("operations.funnel"), anchor=False)
        charts.funnel_chart(stages)
    with right:
        st.subheader(" ", anchor=False)
        st.dataframe(funnel_table(stages, language), hide_index=True)
    _titled(t("operations.by_session"), sessions_table(sessions, language), "sessions")


def _repairs(records: list[TurnRecord]) -> None:
    counts = repairs(records)
    if not counts:
        st.info(t("operations.no_repairs") if records else t("operations.empty"))
        return
    charts.repairs_chart(counts)
    _titled("", repairs_table(counts, current_language()), "repairs")


def _costs(since: datetime | None) -> None:
    costs = days(workbench().store, _zone(), since=since)
    if not costs:
        st.info(t("operations.no_calls"))
        return
    figures = st.columns(3)
    figures[0].metric(t("operations.tokens"), f"{sum(cost.input_tokens + cost.output_tokens for cost in costs):,}")
    figures[1].metric(t("operations.cost"), f"{sum(cost.cost for cost in costs):,.4f}")
    figures[2].metric(head("calls", current_language()), f"{sum(cost.calls for cost in costs):,}")
    left, right = st.columns(2)
    with left:
        charts.tokens_chart(costs)
    with right:
        charts.latency_chart(costs)
    if any(cost.cost for cost in costs):
        charts.cost_chart(costs)
    _titled("", days_table(costs, current_language()), "days")


def _failures(records: list[TurnRecord]) -> None:
    found = failures(records)
    if not found:
        st.info(t("operations.no_failures") if records else t("operations.empty"))
        return
    table = failures_table(found, current_language())
    _export(table, "failures")
    st.caption(t("operations.choose_failure"))
    # A cell rather than a row: rows of Streamlit's table are chosen by their left edge only.
    cells = st.dataframe(
        table, hide_index=True, placeholder="—", on_select="rerun", selection_mode="single-cell", key="failure_rows"
    ).selection.cells
    if cells and cells[0][0] < len(found):
        _one_failure(found[cells[0][0]])


def _one_failure(failure: FailedTurn) -> None:
    if st.button(t("operations.open_session"), key="open_session"):
        open_interview(failure.session_id)
    for number, attempt in enumerate(failure.attempts, start=1):
        with st.expander(t("operations.attempt", number=number), expanded=number == len(failure.attempts)):
            if attempt.errors:
                st.dataframe(pd.DataFrame(attempt.errors), hide_index=True, key=f"errors_{number}")
            if attempt.raw is None:
                st.caption(t("operations.no_output"))
                continue
            st.code(attempt.raw, language=None, wrap_lines=True)
            if st.button(t("operations.replay"), key=f"replay_{number}"):
                _replayed(attempt.raw)


def _replayed(raw: str) -> None:
    outcome = replay(raw).outcome
    steps = " → ".join(outcome.steps)
    if outcome.ok:
        st.success(t("operations.replay_ok", steps=steps))
        return
    st.warning(t("operations.replay_reask", steps=steps))
    for violation in outcome.errors:
        st.text(f"{violation.path or '/'}  {violation.message(current_language())}")


def _titled(title: str, table: pd.DataFrame, name: str) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.subheader(title or " ", anchor=False, width="content")
        _export(table, name)
    st.dataframe(table, hide_index=True, placeholder="—", key=f"table_{name}")


def _export(table: pd.DataFrame, name: str) -> None:
    with st.popover(t("operations.export"), key=f"export_{name}"):
        for suffix, mime, written in (("xlsx", XLSX, to_xlsx), ("csv", CSV, to_csv)):
            st.download_button(
                t(f"operations.export_{suffix}"),
                data=exported(
                    partial(_written, written, table),
                    f"operations_{suffix}",
                    action="operations.read",
                    other=Resource("table", name),
                    count=len(table),
                ),
                file_name=f"shinsa-{name}.{suffix}",
                mime=mime,
                on_click="ignore",
                key=f"{name}_{suffix}",
                width="stretch",
            )


def _written(write: Callable[[pd.DataFrame], bytes], table: pd.DataFrame) -> bytes:
    return write(table)


def _median(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{statistics.median(known):g}" if known else t("operations.none")


def _zone() -> ZoneInfo:
    """The reader's time zone; Japan's where the browser does not say."""
    try:
        return ZoneInfo(st.context.timezone or "Asia/Tokyo")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("Asia/Tokyo")
