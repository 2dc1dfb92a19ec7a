"""Tables whose rows open contracts: links, ticked rows, frozen columns, sorting."""

from core.ui.grid.component import (
    CellKind,
    Column,
    GridRow,
    Look,
    Sort,
    asked_sort,
    chosen_ids,
    grid,
    opened_row,
    untick,
)

__all__ = ["CellKind", "Column", "GridRow", "Look", "Sort", "asked_sort", "chosen_ids", "grid", "opened_row", "untick"]
