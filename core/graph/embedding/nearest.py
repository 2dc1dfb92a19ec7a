"""The order of excerpts by nearness, the same on every backend.

A backend computes cosines in single precision, each in its own order of adding, so it only proposes; the few that it
proposes are computed again here. Otherwise excerpts that are equally near would stand in another order on each.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.graph.store import Cell, SimilarExcerpt

SPARE = 20
"""So many more than are wanted are proposed."""
_DIGITS = 9


def nearest(
    vector: NDArray[np.float32], proposed: Iterable[tuple[str, Cell | NDArray[np.float32]]], limit: int
) -> list[SimilarExcerpt]:
    """The nearest of some excerpts by cosine, ties by id.

    Args:
        vector: of the question, of unit length.
        proposed: ids with their vectors, of unit length or all zeros.
        limit: how many to give.
    """
    ids, cells = [], []
    for key, cell in proposed:
        ids.append(key)
        cells.append(np.asarray(cell, np.float64))
    if not ids:
        return []
    # Row by row, so that a cosine does not depend on what else was proposed, as a product of matrices may.
    cosines = (np.stack(cells) * vector.astype(np.float64)).sum(axis=1)
    found = [SimilarExcerpt(key, round(cosine, _DIGITS)) for key, cosine in zip(ids, cosines.tolist(), strict=True)]
    found.sort(key=lambda excerpt: (-excerpt.similarity, excerpt.excerpt_id))
    return found[:limit]
