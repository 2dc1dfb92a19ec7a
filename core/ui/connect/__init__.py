"""Panels of the page about connecting a model."""

from core.ui.connect.connect_view import connecting

__all__ = [
    "connecting",
]
