"""The panel of a job: a state per file, progress, cancel, retry, release. It polls only while something runs.

The job's id is in the address (`?job=`), its state in the store: the panel survives F5, a closed tab and a restart.
"""

from __future__ import annotations

import streamlit as st

from core.contracts import KIND
from core.errors import NotFound
from core.jobs import Ledger, Progress, UnitView
from core.ui.access.permitted import permitted
from core.ui.escape import name_md, plain
from core.ui.links import CONTRACT
from core.ui.texts import error_text, t
from core.ui.workbench import workbench

PARAMETER = "job"
_POLL_S = 1.0
_BUTTONS = 8
_SHOWN = 100
"""Of a larger job only so many lines are read and drawn, each second that it runs."""


def job_panel(kind: str) -> None:
    """Draw the job that the address names, else the newest unfinished one of a kind; nothing when there is none."""
    ledger = workbench().ledger
    progress = _requested(ledger) or next((job for job in ledger.recent(unfinished=True) if job.kind == kind), None)
    if progress is None:
        return
    if progress.finished:
        _draw(ledger, progress)
    else:
        st.fragment(run_every=_POLL_S)(_poll)(progress.batch_id)


def _requested(ledger: Ledger) -> Progress | None:
    batch_id = st.query_params.get(PARAMETER)
    if not batch_id:
        return None
    try:
        return ledger.progress(batch_id)
    except NotFound:
        del st.query_params[PARAMETER]
        return None


def _poll(batch_id: str) -> None:
    ledger = workbench().ledger
    progress = ledger.progress(batch_id)
    if progress.finished:
        st.query_params[PARAMETER] = batch_id
        st.rerun()
    _draw(ledger, progress)


def _draw(ledger: Ledger, progress: Progress) -> None:
    units = ledger.listed(progress, _SHOWN)
    with st.container(border=True, key="job_panel"):
        trouble = workbench().jobs_trouble
        if trouble is not None and not progress.finished:
            st.warning(error_text(trouble))
        head, action = st.columns([5, 1], vertical_alignment="center")
        done, total = progress.ended, max(progress.total, 1)
        head.progress(
            done / total,
            text=t(
                "jobs.progress",
                title=name_md(progress.title or t("jobs.deleted_file")),
                done=done,
                total=progress.total,
            ),
        )
        if progress.finished:
            if action.button(t("jobs.close"), key="job_close", width="stretch"):
                st.query_params.pop(PARAMETER, None)
                st.rerun()
        elif action.button(t("jobs.cancel"), key="job_cancel", width="stretch", **permitted("job.manage")):
            ledger.cancel(progress.batch_id)
            st.rerun()
        import pandas as pd  # the server starts without it

        st.dataframe(
            pd.DataFrame(
                [
                    (plain(unit.label or t("jobs.deleted_file")), state_words(unit), reason_words(unit))
                    for unit in units
                ],
                columns=[t("jobs.file"), t("jobs.state"), t("jobs.reason")],
            ),
            hide_index=True,
            height=min(33 * (len(units) + 1) + 3, 234),
            column_config={
                t("jobs.file"): st.column_config.TextColumn(width=200),
                t("jobs.state"): st.column_config.TextColumn(width=90),
                t("jobs.reason"): st.column_config.TextColumn(width=640),
            },
            key="job_units",
        )
        if len(units) < progress.total:
            st.caption(t("jobs.some_listed", count=len(units), total=f"{progress.total:,}"))
        if progress.counts["done"]:
            _ways_on(ledger, progress, units)
        # Files that failed stay below the panel (failed_files.py), with the same ways on; they stand there once.
        if progress.kind != KIND:
            _second_chances(ledger, progress)


def _ways_on(ledger: Ledger, progress: Progress, units: list[UnitView]) -> None:
    """Links to the contracts that files with the same content had become before; all are looked through at the end.

    The contracts of a few new files, read to their end, are linked as well.
    """
    if progress.finished and len(units) < progress.total:
        found = ledger.done_as(progress.batch_id, "duplicate", _BUTTONS)
    else:
        found = [unit for unit in units if unit.state == "done" and (unit.result or {}).get("state") == "duplicate"]
    links = [(unit, "open_duplicate") for unit in found[:_BUTTONS]]
    if progress.kind == KIND and progress.finished and progress.total <= _BUTTONS:
        links = [
            (unit, "open_duplicate" if unit in found else "open_contract")
            for unit in units
            if unit.state == "done" and unit.result
        ]
    for unit, key in links:
        st.page_link(
            str(CONTRACT),
            label=t(f"jobs.{key}", name=name_md(unit.label)),
            query_params={"contract": str((unit.result or {})["contract_id"])},
        )


def _second_chances(ledger: Ledger, progress: Progress) -> None:
    """Buttons for what waits for a person: failed units again, quarantined ones released."""
    count = progress.counts["failed"] + progress.counts["quarantined"]
    if not count:
        return
    for unit in ledger.stuck(progress.batch_id, limit=_BUTTONS):
        label, action = st.columns([5, 1], vertical_alignment="center")
        label.markdown(f"{name_md(unit.label)} — {state_words(unit)}")
        label.caption(reason_words(unit))
        if unit.state == "failed":
            if action.button(t("jobs.retry"), key=f"retry_{unit.id}", width="stretch", **permitted("job.manage")):
                ledger.retry(unit.id)
                st.rerun()
        elif action.button(
            t("jobs.release"),
            key=f"release_{unit.id}",
            width="stretch",
            **permitted("job.manage", help=t("jobs.release_help")),
        ):
            ledger.release(unit.id)
            st.rerun()
    if count > _BUTTONS and st.button(t("jobs.retry_all", count=count), key="retry_all", **permitted("job.manage")):
        for unit in ledger.stuck(progress.batch_id):
            (ledger.retry if unit.state == "failed" else ledger.release)(unit.id)
        st.rerun()


def state_words(unit: UnitView) -> str:
    """A unit's state as a lawyer would say it."""
    if unit.state == "leased":
        return t(f"jobs.stage_{unit.stage}") if unit.stage in ("reading", "extracting") else t("jobs.working")
    if unit.state == "failed" and unit.error is not None and unit.error.code == "needs_ocr":
        return t("jobs.needs_ocr")
    if unit.state == "done" and unit.result is not None and unit.result.get("state") == "duplicate":
        return t("jobs.duplicate")
    if unit.state == "done" and unit.result is not None and unit.result.get("state") == "deleted":
        return t("jobs.deleted")
    return t(f"jobs.{unit.state}")


def reason_words(unit: UnitView) -> str:
    """Why a unit ended as it did, and what to do; empty when all is well."""
    if unit.error is not None and unit.state != "cancelled":
        return error_text(unit.error.code, {name: plain(str(value)) for name, value in unit.error.facts.items()})
    if unit.state == "done" and unit.result is not None:
        if unit.result.get("state") == "duplicate":
            return t("jobs.duplicate_note")
        unread = unit.result.get("unread_pages") or []
        if unread:
            return t("jobs.unread", pages=", ".join(str(page) for page in unread))
        unseen = unit.result.get("unseen_pages") or []
        if unseen:
            return t("jobs.unseen", pages=", ".join(str(page) for page in unseen))
    return ""
