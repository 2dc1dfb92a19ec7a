"""Finds the settings of a prompt's knobs that a judge prefers, with few judge calls.

`space` says which settings there are, `methods` decide which two meet next and how sure the leader is. `improve` is for
other rooms: it hands a prompt and examples to the optimizer.
"""

from typing import TYPE_CHECKING

from core.lazy_names import lazy_names
from core.optimizer.knobs import Knobs, knobs_of
from core.optimizer.space import Arm, Space

if TYPE_CHECKING:
    from core.optimizer.files import Example, Gold
    from core.optimizer.improving import improve

__all__ = [
    "Arm",
    "Example",
    "Gold",
    "Knobs",
    "Space",
    "improve",
    "knobs_of",
]

__getattr__ = lazy_names(__name__, files=("Example", "Gold"), improving=("improve",))
