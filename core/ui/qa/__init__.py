"""Panels of the page of questions and answers."""

from core.ui.qa import question_area

__all__ = ["question_area"]
