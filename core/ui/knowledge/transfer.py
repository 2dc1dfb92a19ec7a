"""Import and export of entries, with what is wrong with each line of a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.errors import WorkbenchError
from core.knowledge import (
    FORMATS,
    Imported,
    Problem,
    StoredEntry,
    export_entries,
    form_of,
    import_file,
    load_seeds,
    seeds_left,
)
from core.ui.access.exports import exported
from core.ui.access.permitted import permitted
from core.ui.contracts.download import CSV, XLSX
from core.ui.escape import plain
from core.ui.failure import show_error
from core.ui.knowledge.entry_words import field_name
from core.ui.language import current_language
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_MIME = {"jsonl": "application/jsonl", "csv": CSV, "xlsx": XLSX}
_REPORT = "knowledge_imported"
_TURN = "knowledge_imports"
_MOST_SHOWN = 50


def export_menu(entries: Sequence[StoredEntry]) -> None:
    """Draw the menu of exports. Files are made when asked for."""
    with st.popover(t("contracts.export"), key="knowledge_export", disabled=not entries):
        for form in reversed(FORMATS):
            st.download_button(
                t(f"knowledge.export_{form}"),
                data=exported(
                    partial(export_entries, entries, form, current_language()), f"knowledge_{form}", count=len(entries)
                ),
                file_name=f"shinsa-knowledge.{form}",
                mime=_MIME[form],
                on_click="ignore",
                key=f"knowledge_{form}",
                width="stretch",
            )


def import_menu(*, offer_samples: bool) -> None:
    """Draw the upload and, after it, what it did."""
    may = permitted("knowledge.propose")
    # Under another key after an import the popover is a new one, and closed, and so is the choice of a file.
    turn = st.session_state.get(_TURN, 0)
    with st.popover(t("knowledge.import"), key=f"knowledge_import_{turn}", **may):
        file = st.file_uploader(
            t("knowledge.import_label"), type=list(FORMATS), key=f"knowledge_file_{turn}", max_upload_size=20
        )
        keep_status = st.toggle(
            t("knowledge.import_keep_status"), key="knowledge_keep_status", help=t("knowledge.import_keep_status_help")
        )
        overwrite = st.checkbox(
            t("knowledge.import_overwrite"), key="knowledge_overwrite", help=t("knowledge.import_overwrite_help")
        )
        begin = permitted("knowledge.propose", disabled=file is None)
        if st.button(t("knowledge.import_start"), key="knowledge_import_start", **begin) and file:
            opened = workbench()
            try:
                st.session_state[_REPORT] = import_file(
                    opened.store,
                    file.getvalue(),
                    form_of(file.name),
                    author=person(),
                    overwrite=overwrite,
                    keep_status=keep_status,
                )
            except WorkbenchError as error:
                show_error(error)
            else:
                st.session_state[_TURN] = turn + 1
                st.rerun()
        if offer_samples:
            _samples()
    report = st.session_state.pop(_REPORT, None)
    if report is not None:
        _report(report)


def _samples() -> None:
    """The offer of the entries that ship with the workbench, as long as some are not there."""
    left = seeds_left(workbench().store)
    st.divider()
    if left:
        load_samples(t("knowledge.load_seeds_left", count=left))
    st.caption(t("knowledge.seeds_source") if left else t("knowledge.seeds_loaded"))


def load_samples(label: str) -> None:
    """Draw the button that loads the entries that ship with the workbench, and do it."""
    help_text = t("knowledge.load_seeds_help")
    if not st.button(label, key="load_seeds", **permitted("knowledge.propose", help=help_text)):
        return
    try:
        with st.spinner(t("knowledge.loading")):
            load_seeds(workbench().store, author=person())
    except WorkbenchError as error:
        show_error(error)
    else:
        st.rerun()


@st.dialog(" ", width="large")
def _report(report: Imported) -> None:
    """Say what an import did, or line by line why it did nothing."""
    if not report.problems:
        st.success(
            t(
                "knowledge.imported",
                added=len(report.added),
                changed=len(report.changed),
                proposed=len(report.proposed),
                unchanged=report.unchanged,
            )
        )
        return
    st.error(t("knowledge.import_refused", count=len(report.problems)))
    heads = [t("knowledge.line"), t("knowledge.what_to_do")]
    lines = [(problem.line, problem_words(problem)) for problem in report.problems[:_MOST_SHOWN]]
    st.dataframe(pd.DataFrame(lines, columns=heads), hide_index=True, key="import_problems")


def problem_words(problem: Problem) -> str:
    """What is wrong with a line and what to do, in the session's language."""
    field = problem.field.split(".")[0]
    try:
        named = field_name(field)
    except KeyError:
        named = field
    return t(f"knowledge.problem_{problem.code}", field=plain(named), value=plain(problem.value))
