"""Clause types by the trained model and, in Japanese, by rules."""
