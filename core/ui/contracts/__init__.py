"""Panels of the page of all contracts."""

from core.ui.contracts import (
    download,
    filters,
    matrix,
    own_types_panel,
    remove,
    sensitivity_panel,
    table,
    text_search,
    upload,
)

__all__ = [
    "download",
    "filters",
    "matrix",
    "own_types_panel",
    "remove",
    "sensitivity_panel",
    "table",
    "text_search",
    "upload",
]
