"""Panels of the page of all contracts."""

from core.ui.contracts import download, filters, matrix, table, text_search, upload

__all__ = [
    "download",
    "filters",
    "matrix",
    "table",
    "text_search",
    "upload",
]
