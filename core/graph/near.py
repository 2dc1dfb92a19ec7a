"""The order of excerpts by nearness, the same on every backend.

A backend computes cosines in single precision, each in its own order of adding, so it only proposes; the few that it
proposes are computed again here. Otherwise excerpts that are equally near would stand in another order on each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.graph.store import Cell, Near

SPARE = 20
"""So many more than are wanted are proposed."""
_DIGITS = 9


def nearest(
    vector: NDArray[np.float32], proposed: Iterable[tuple[str, Cell | NDArray[np.float32]]], limit: int
) -> list[Near]:
    """The nearest of some excerpts by cosine, ties by id.

    Args:
        vector: of the question, of unit length.
        proposed: ids with their vectors, of unit length or all zeros.
        limit: how many to give.
    """
    wanted = vector.astype(np.float64)
    found = [Near(key, round(float(np.dot(wanted, _numbers(cell))), _DIGITS)) for key, cell in proposed]
    found.sort(key=lambda near: (-near.similarity, near.excerpt_id))
    return found[:limit]


def _numbers(cell: Cell | NDArray[np.float32]) -> NDArray[np.float64]:
    if isinstance(cell, np.ndarray):
        return cell.astype(np.float64)
    values: Sequence[object] = cell if isinstance(cell, list) else []
    return np.array(values, np.float64)
