"""Panels of the page of all contracts."""

from core.ui.contracts import download, matrix, table, upload

__all__ = [
    "download",
    "matrix",
    "table",
    "upload",
]
