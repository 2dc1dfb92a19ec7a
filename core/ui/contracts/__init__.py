"""Panels of the page of all contracts."""

from core.ui.contracts import earlier, filters, remove, upload, views

__all__ = ["earlier", "filters", "remove", "upload", "views"]
