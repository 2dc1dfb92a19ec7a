"""A run: how far it is, what its strategies are worth, and the parts that say why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import NotFound
from core.extraction.analysis import CaseChange, StrategySummary, changes, summaries
from core.extraction.files import ExtractionTask
from core.extraction.runs import CaseResult, ExtractionBook, ExtractionRun
from core.ui.access.permitted import permitted
from core.ui.escape import told_apart
from core.ui.lab.case_view import case_by_case
from core.ui.lab.error_view import errors
from core.ui.lab.improve_view import improve_panel
from core.ui.lab.lab_words import engine_words, strategy_words, task_title
from core.ui.lab.score_table import score_table
from core.ui.optimizer.formats import moment
from core.ui.texts import error_text, t
from core.ui.workbench import extraction_book

RUN, BEFORE = "run", "before"
_PARTS = ("table", "case", "errors", "improve")
_POLL_S = 1.0


@dataclass(frozen=True)
class SeenRun:
    """A run with what its parts draw from."""

    book: ExtractionBook
    run: ExtractionRun
    task: ExtractionTask
    results: list[CaseResult]
    summaries: list[StrategySummary]
    changes: list[CaseChange] | None


def results(runs: Sequence[ExtractionRun]) -> None:
    """Draw the run that the address names, else the newest; while it goes on, again and again."""
    run, before = _chosen(runs)
    running = not extraction_book().progress(run).finished
    st.fragment(run_every=_POLL_S if running else None)(_panel)(run.id, None if before is None else before.id, running)


def _chosen(runs: Sequence[ExtractionRun]) -> tuple[ExtractionRun, ExtractionRun | None]:
    by_id = {run.id: run for run in runs}
    asked, wanted = st.session_state.pop("lab_asked", (st.query_params.get(RUN, ""), st.query_params.get(BEFORE, "")))
    if asked and asked not in by_id:
        try:
            by_id = {asked: extraction_book().run(asked), **by_id}
        except NotFound:
            del st.query_params[RUN]
    ids, lines = list(by_id), _lines(by_id.values())
    first, second = st.columns(2)
    chosen = first.selectbox(
        t("lab.run"),
        ids,
        index=ids.index(asked) if asked in ids else 0,
        format_func=lines.__getitem__,
        key=f"lab_run_{len(ids)}_{asked}",
    )
    run = by_id[chosen]
    st.query_params[RUN] = run.id
    others = ["", *(other.id for other in by_id.values() if other.task == run.task and other.id != run.id)]
    wanted = wanted or run.parent_id or ""
    before = second.selectbox(
        t("lab.baseline"),
        others,
        index=others.index(wanted) if wanted in others else 0,
        format_func={"": t("lab.no_baseline"), **lines}.__getitem__,
        key=f"lab_before_{run.id}",
    )
    if before:
        st.query_params[BEFORE] = before
    else:
        st.query_params.pop(BEFORE, None)
    return run, by_id.get(before)


def _lines(runs: Iterable[ExtractionRun]) -> dict[str, str]:
    """A line for each run, all different: two runs may begin in one minute."""
    return told_apart({run.id: _line(run) for run in runs})


def _line(run: ExtractionRun) -> str:
    title = task_title(run.task) or run.title
    return t("lab.run_line", title=title, engine=engine_words(run.settings.engine), when=moment(run.created_at))


def _panel(run_id: str, before_id: str | None, was_running: bool) -> None:
    book = extraction_book()
    run = book.run(run_id)
    _progress(book, run, was_running)
    found = book.results(run_id)
    if not found:
        st.info(t("lab.nothing_yet"))
        return
    task = book.task(run)
    compared = None if before_id is None else changes(found, book.results(before_id))
    seen = SeenRun(book, run, task, found, summaries(found, task), compared)
    _figures(seen)
    part = st.segmented_control(
        t("lab.part"),
        _PARTS,
        default=None if "lab_part_of_run" in st.session_state else "table",
        required=True,
        format_func={name: t(f"lab.result_{name}") for name in _PARTS}.__getitem__,
        label_visibility="collapsed",
        key="lab_part_of_run",
    )
    if part == "case":
        case_by_case(seen.task, seen.results)
    elif part == "errors":
        errors(seen.results)
    elif part == "improve":
        improve_panel(seen.run, seen.task, seen.results)
    else:
        score_table(seen.task, seen.results, seen.changes)


def _progress(book: ExtractionBook, run: ExtractionRun, was_running: bool) -> None:
    """How far a run is, with the ways to stop it and to go on."""
    progress = book.progress(run)
    if was_running and progress.finished:
        st.rerun()
    done = progress.counts["done"]
    if not progress.finished:
        head, action = st.columns([5, 1], vertical_alignment="center")
        share = progress.ended / max(progress.total, 1)
        head.progress(share, text=t("lab.progress", done=progress.ended, total=progress.total))
        if action.button(t("lab.cancel"), key="lab_cancel", width="stretch", **permitted("lab.run")):
            book.cancel(run)
            st.rerun()
        if (setback := book.setback(run)) is not None:
            words = error_text(setback.code, {name: str(value) for name, value in setback.facts.items()})
            st.warning(t("jobs.tried_again", words=words))
        return
    stuck = book.stuck(run)
    if stuck and stuck[0].error is not None:
        fault = stuck[0].error
        words = error_text(fault.code, {name: str(value) for name, value in fault.facts.items()})
        st.error(t("lab.stuck", count=len(stuck), words=words))
    if progress.counts["cancelled"]:
        st.warning(t("lab.cancelled", count=progress.counts["cancelled"]))
    left = progress.total - done
    if left and st.button(t("lab.again", count=left), key="lab_again", **permitted("lab.run")):
        book.again(run)
        st.rerun()


def _figures(seen: SeenRun) -> None:
    before = {}
    if seen.changes is not None:
        for name in {change.strategy for change in seen.changes}:
            own = [change for change in seen.changes if change.strategy == name]
            before[name] = sum(change.after - change.before for change in own) / len(own)
    cells = st.columns(max(len(seen.summaries), 3))
    for cell, summary in zip(cells, seen.summaries, strict=False):
        with cell.container(border=True):
            delta = before.get(summary.strategy)
            st.metric(
                strategy_words(summary.strategy),
                f"{summary.mean:.1f}",
                delta=None if delta is None else f"{delta:+.1f}",
                delta_color="off" if delta is not None and abs(delta) < 0.05 else "normal",
                help=t("lab.mean"),
            )
            st.caption(
                f"{t('lab.as_labelled')}: {summary.as_labelled} / {summary.count}", help=t("lab.as_labelled_help")
            )
            classes = " · ".join(
                f"{t(f'lab.class_{kind}')} {mean:.1f} ({count})" for kind, (mean, count) in summary.by_class.items()
            )
            st.caption(classes)
            if summary.tokens:
                st.caption(f"{t('lab.tokens')} {summary.tokens:,} · {t('lab.latency')} {summary.latency_ms:,.0f}")
