"""Panels of the Optimizer page: start runs, watch them, look into their matches, put winners to work."""

from core.ui.optimizer.optimizer_page import optimizer

__all__ = [
    "optimizer",
]
