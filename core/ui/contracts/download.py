"""Exports of the list and the matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from core.contracts import ContractRow, contracts_table, matrix_table, to_csv, to_xlsx
from core.ui.access.exports import exported
from core.ui.language import current_language
from core.ui.texts import t
from core.wording import Language

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv"


def downloads(rows: Sequence[ContractRow]) -> None:
    """Draw the menu of exports. Files are made when asked for."""
    language = current_language()
    with st.popover(t("contracts.export"), key="export", disabled=not rows):
        for name, table in (("list", contracts_table), ("matrix", matrix_table)):
            for suffix, mime, written in (("xlsx", XLSX, to_xlsx), ("csv", CSV, to_csv)):
                st.download_button(
                    t(f"contracts.export_{name}_{suffix}"),
                    data=exported(partial(_file, table, written, rows, language), f"{name}_{suffix}", count=len(rows)),
                    file_name=f"shinsa-{name}.{suffix}",
                    mime=mime,
                    on_click="ignore",
                    key=f"{name}_{suffix}",
                    width="stretch",
                )


def _file(
    table: Callable[[Sequence[ContractRow], Language], pd.DataFrame],
    written: Callable[[pd.DataFrame], bytes],
    rows: Sequence[ContractRow],
    language: Language,
) -> bytes:
    return written(table(rows, language))
