"""Tables whose rows open contracts or entries: links, ticked rows, frozen columns, sorting."""

from core.ui.grid.component import (
    CellKind,
    Column,
    GridLook,
    GridRow,
    Sort,
    chosen_ids,
    grid,
    opened_row,
    requested_sort,
    untick,
)

__all__ = [
    "CellKind",
    "Column",
    "GridLook",
    "GridRow",
    "Sort",
    "chosen_ids",
    "grid",
    "opened_row",
    "requested_sort",
    "untick",
]
