"""Panels of the Operations page."""

from core.ui.operations.view import operations

__all__ = [
    "operations",
]
