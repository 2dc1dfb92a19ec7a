"""Changes of the encoder that are drawn by chance, for tests of what reads with them."""

from __future__ import annotations

import numpy as np

from core.encoder import Adapter
from core.encoder.adapter import MATRICES, AdaptedLayer

SIZES = {"asking": (384, 1152), "gathered": (384, 384), "spread": (384, 1536), "joined": (1536, 384)}


def drawn_adapter(layers: int = 2, rank: int = 3, strength: float = 0.05, seed: int = 5) -> Adapter:
    draw = np.random.default_rng(seed)

    def layer() -> AdaptedLayer:
        pairs = []
        for name in MATRICES:
            inward, outward = SIZES[name]
            first = draw.normal(0, inward**-0.5, (inward, rank)).astype(np.float32)
            pairs.append((first, (strength * draw.normal(size=(rank, outward))).astype(np.float32)))
        return AdaptedLayer(*pairs)

    return Adapter(tuple(layer() for _ in range(layers)))
