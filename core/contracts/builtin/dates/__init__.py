"""Dates as contracts write them, in both languages."""

from core.contracts.builtin.dates.dates import find_dates

__all__ = [
    "find_dates",
]
