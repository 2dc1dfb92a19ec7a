"""The page that shows one clause type of several contracts side by side."""

from core.ui.comparison.comparison_page import comparison_page

__all__ = ["comparison_page"]
