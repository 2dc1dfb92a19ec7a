"""Cases and strategies with their scores; only those that changed, or that are not fully right."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.extraction.analysis import CaseChange
from core.extraction.files import ExtractionTask
from core.extraction.runs import CaseResult, by_case
from core.ui.escape import short
from core.ui.lab.lab_words import strategy_words
from core.ui.texts import t

_SCORE_PX = 148


def score_table(task: ExtractionTask, results: Sequence[CaseResult], changes: Sequence[CaseChange] | None) -> None:
    """Draw the table."""
    found = by_case(results)
    changed = {change.case_id for change in changes or () if change.changed}
    with st.container(horizontal=True):
        only_wrong = st.toggle(t("lab.only_wrong"), key="lab_only_wrong")
        only_changed = changes is not None and st.toggle(t("lab.only_changed"), value=True, key="lab_only_changed")
    shown = [
        case
        for case in task.cases
        if case.id in found
        and (not only_changed or case.id in changed)
        and (not only_wrong or any(result.score.total < 100 for result in found[case.id].values()))
    ]
    if changes is not None:
        compared = {change.case_id for change in changes}
        if any(case_id not in compared for case_id in found):
            st.caption(t("lab.missing_cases"))
    if not shown:
        st.info(t("lab.no_changes") if only_changed else t("lab.no_errors"))
        return
    st.caption(t("lab.shown_of", count=len(found), shown=len(shown)))
    strategies = [name for name in task.strategies if any(name in own for own in found.values())]
    differences = {(change.case_id, change.strategy): change.after - change.before for change in changes or ()}
    rows = []
    for case in shown:
        row: dict[str, object] = {t("lab.case"): case.id, t("lab.class"): t(f"lab.class_{case.kind}")}
        for name in strategies:
            result = found[case.id].get(name)
            row[strategy_words(name)] = None if result is None else result.score.total
            if changes is not None:
                row[f"{t('lab.change')} ({strategy_words(name)})"] = differences.get((case.id, name))
        row[t("lab.text")] = short(case.text, 120)
        rows.append(row)
    bars = {
        strategy_words(name): st.column_config.ProgressColumn(
            min_value=0, max_value=100, format="%.0f", width=_SCORE_PX
        )
        for name in strategies
    }
    steps = {
        f"{t('lab.change')} ({strategy_words(name)})": st.column_config.NumberColumn(
            "±", help=t("lab.change"), format="%+.0f", width="small"
        )
        for name in strategies
        if changes is not None
    }
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=min(36 * (len(rows) + 1) + 3, 560),
        column_config={**bars, **steps, t("lab.text"): st.column_config.TextColumn(width="large")},
        key="lab_scores",
    )
