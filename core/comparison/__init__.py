"""Comparison: one clause type of several contracts side by side, with their differences from a baseline marked."""

from typing import TYPE_CHECKING

from core.comparison.baselines import Baseline, baseline_of_entry, baseline_of_words
from core.comparison.clause_words import COMPARABLE_FACTS, ClausePassage, ClauseWords, clause_words
from core.comparison.differences import ComparedClause, ComparedPassage, compare_clause
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.comparison.files import comparison_report, comparison_table

__all__ = [
    "COMPARABLE_FACTS",
    "Baseline",
    "ClausePassage",
    "ClauseWords",
    "ComparedClause",
    "ComparedPassage",
    "baseline_of_entry",
    "baseline_of_words",
    "clause_words",
    "compare_clause",
    "comparison_report",
    "comparison_table",
]

__getattr__ = lazy_names(__name__, files=("comparison_report", "comparison_table"))
