"""Finds the settings of a prompt's knobs that a judge prefers, with few judge calls.

`space` says which settings there are, `methods` decide which two meet next and how sure the leader is.
"""

from core.optimizer.knobs import Knobs, knobs_of
from core.optimizer.space import Arm, Space

__all__ = [
    "Arm",
    "Knobs",
    "Space",
    "knobs_of",
]
