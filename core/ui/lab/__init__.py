"""Panels of the Extraction lab: a task with its parts, runs over its cases, what they found, and what to change."""

from core.ui.lab.lab_page import lab

__all__ = ["lab"]
