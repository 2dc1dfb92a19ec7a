"""Error analysis: failures grouped by their mode, with the cases in which they were found."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.extraction.analysis import failing_cases
from core.extraction.runs import CaseResult
from core.ui.escape import short
from core.ui.lab.lab_words import strategy_words
from core.ui.texts import t


def errors(results: Sequence[CaseResult]) -> None:
    """Draw the modes by strategy, then each mode with its cases."""
    found = failing_cases(results)
    if not found:
        st.success(t("lab.no_errors"))
        return
    strategies = list(dict.fromkeys(result.strategy for result in results))
    table = [
        {
            "": t(f"lab.mode_{mode}"),
            **{
                strategy_words(name): len({entry.case_id for entry in listed if entry.strategy == name})
                for name in strategies
            },
        }
        for mode, listed in found.items()
    ]
    st.dataframe(pd.DataFrame(table), hide_index=True, key="lab_modes")
    for mode, listed in found.items():
        cases = len({(entry.strategy, entry.case_id) for entry in listed})
        with st.expander(t("lab.errors_line", mode=t(f"lab.mode_{mode}"), cases=cases)):
            st.dataframe(
                pd.DataFrame(
                    [
                        {
                            t("lab.case"): entry.case_id,
                            t("lab.strategy"): strategy_words(entry.strategy),
                            t("lab.place"): entry.failure.place,
                            t("lab.detail"): short(entry.failure.detail, 200),
                        }
                        for entry in listed
                    ]
                ),
                hide_index=True,
                key=f"lab_mode_{mode}",
            )
