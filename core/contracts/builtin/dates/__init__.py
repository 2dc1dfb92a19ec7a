"""Dates as contracts write them, in both languages."""
