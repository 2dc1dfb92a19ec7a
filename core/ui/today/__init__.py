"""Panels of the start page."""

from core.ui.today.day_view import day_view

__all__ = ["day_view"]
