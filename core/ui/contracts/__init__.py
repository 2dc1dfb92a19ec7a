"""Panels of the page of all contracts."""

from core.ui.contracts import filters, remove, upload, views

__all__ = ["filters", "remove", "upload", "views"]
