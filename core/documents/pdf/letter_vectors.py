"""Pictures of letters as vectors that can be compared, whatever the size of the letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes

_SIDE = 16  # pixels of a letter's picture

Vectors = NDArray[np.float32]


def vectors_of(crops: Sequence[NDArray[np.uint8]]) -> tuple[Vectors, NDArray[np.intp], NDArray[np.float32]]:
    """Letters' pictures as vectors of length 1, the indexes of those that show a shape, and how dark (0-1) each is."""
    framed: Vectors = np.zeros((len(crops), _SIDE + 2, _SIDE + 2), dtype=np.float32)
    small = framed[:, 1:-1, 1:-1]
    for index, crop in enumerate(crops):
        if crop.size:
            small[index] = _shares(crop.shape[0]) @ crop.astype(np.float32) @ _shares(crop.shape[1]).T
    darkness = small.mean(axis=(1, 2)) / np.float32(255)
    tall = framed[:, :-2] + 2 * framed[:, 1:-1] + framed[:, 2:]
    flat = ((tall[:, :, :-2] + 2 * tall[:, :, 1:-1] + tall[:, :, 2:]) / np.float32(16)).reshape(-1, _SIDE * _SIDE)
    flat -= flat.mean(axis=1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", flat, flat))
    kept = np.flatnonzero(lengths > 1)
    return flat[kept] / lengths[kept, None], kept, darkness


@lru_cache(maxsize=512)
def _shares(count: int) -> Vectors:
    """How `count` rows are shared out among those of a letter's picture."""
    edges = np.linspace(0, count, _SIDE + 1)
    rows = np.arange(count)
    within = np.minimum(edges[1:, None], rows + 1) - np.maximum(edges[:-1, None], rows)
    return np.asarray(np.maximum(within, 0) * _SIDE / count, dtype=np.float32)


def boxes_of(pictures: Sequence[NDArray[np.uint8]]) -> Boxes:
    """A box of the size of each picture."""
    return np.array([(0, 0, picture.shape[1], picture.shape[0]) for picture in pictures], dtype=np.float32)
