"""A table whose rows are chosen, for the panel of parties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from core.ui.texts import t

_ROW_PX = 33

Cells = tuple[str | int, ...]


def choice_table(
    key: str,
    columns: Sequence[str],
    lines: Sequence[Cells],
    *,
    most_px: int,
    mode: Literal["single-row", "multi-row"],
    alt: str,
) -> list[int]:
    """Draw the table; gives the numbers of the chosen rows.

    Args:
        key: of the table.
        columns: names of the columns, as in the texts `parties.column_…`.
        lines: the rows.
        most_px: height from which the table scrolls.
        mode: whether one row or several can be chosen.
        alt: what the table is, for screen readers.
    """
    heads = [t(f"parties.column_{name}") for name in columns]
    event = st.dataframe(
        pd.DataFrame(lines, columns=heads),
        hide_index=True,
        height=min(_ROW_PX * (len(lines) + 1) + 3, most_px),
        on_select="rerun",
        selection_mode=mode,
        # Other lines are another table: a chosen row must never come to stand for another line.
        key=f"{key}_{abs(hash(tuple(lines)))}",
        alt=alt,
    )
    return [row for row in event["selection"]["rows"] if row < len(lines)]
