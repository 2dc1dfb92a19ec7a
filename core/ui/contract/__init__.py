"""Panels of one contract's page, and the view of a place in a document that other pages use too."""

from core.ui.contract import review_area

__all__ = [
    "review_area",
]
