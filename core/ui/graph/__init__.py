"""Panels of the Graph page."""

from core.ui.graph.view import graph_page

__all__ = [
    "graph_page",
]
