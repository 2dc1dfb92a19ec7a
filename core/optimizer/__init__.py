"""Finds the settings of a prompt's knobs that a judge prefers, with few judge calls.

`space` says which settings there are, `methods` decide which two meet next and how sure the leader is.
"""

from core.optimizer.space import Space

__all__ = [
    "Space",
]
