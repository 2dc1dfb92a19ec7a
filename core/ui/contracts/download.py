"""Exports of the list and the matrix."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts.export import contracts_table, matrix_table, to_csv, to_xlsx
from core.contracts.row import ContractRow
from core.ui.language import current_language
from core.ui.texts import t

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv"


def downloads(rows: Sequence[ContractRow]) -> None:
    """Draw the menu of exports. Files are made when asked for."""
    language = current_language()
    with st.popover(t("contracts.export"), key="export", disabled=not rows):
        for name, table in (("list", contracts_table), ("matrix", matrix_table)):
            st.download_button(
                t(f"contracts.export_{name}_xlsx"),
                data=lambda table=table: to_xlsx(table(rows, language)),
                file_name=f"shinsa-{name}.xlsx",
                mime=XLSX,
                on_click="ignore",
                key=f"{name}_xlsx",
                width="stretch",
            )
            st.download_button(
                t(f"contracts.export_{name}_csv"),
                data=lambda table=table: to_csv(table(rows, language)),
                file_name=f"shinsa-{name}.csv",
                mime=CSV,
                on_click="ignore",
                key=f"{name}_csv",
                width="stretch",
            )
