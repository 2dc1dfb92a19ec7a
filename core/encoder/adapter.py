"""What a task changes in the encoder's last layers: matrices of low rank beside the stored ones.

Hu et al. 2021, "LoRA". An adapter has a hundredth of the encoder's weights, so that each task can have its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
MATRICES = ("asking", "gathered", "spread", "joined")


@dataclass(frozen=True, eq=False)
class AdaptedLayer:
    """What is added to each matrix of one layer, as two factors: what comes in × rank, rank × what goes out."""

    asking: tuple[Numbers, Numbers]
    gathered: tuple[Numbers, Numbers]
    spread: tuple[Numbers, Numbers]
    joined: tuple[Numbers, Numbers]


@dataclass(frozen=True, eq=False)
class Adapter:
    """The changes of the last layers, the lowest of them first."""

    layers: tuple[AdaptedLayer, ...]


def stored_adapter(adapter: Adapter) -> dict[str, NDArray[Any]]:
    """An adapter as arrays for a file: factors in 8 bits, a scale for each column of the first, row of the second."""
    found: dict[str, NDArray[Any]] = {"adapted_layers": np.array(len(adapter.layers))}
    for number, layer in enumerate(adapter.layers):
        for name in MATRICES:
            inward, outward = getattr(layer, name)
            found |= _packed(f"adapted_{number}_{name}_inward", inward.T)
            found |= _packed(f"adapted_{number}_{name}_outward", outward)
    return found


def read_adapter(arrays: Mapping[str, NDArray[Any]]) -> Adapter:
    """The adapter in a file's arrays.

    Raises:
        KeyError: an array is missing.
    """
    layers = []
    for number in range(int(arrays["adapted_layers"])):
        pairs = []
        for name in MATRICES:
            inward = _unpacked(arrays, f"adapted_{number}_{name}_inward").T
            pairs.append((np.ascontiguousarray(inward), _unpacked(arrays, f"adapted_{number}_{name}_outward")))
        layers.append(AdaptedLayer(*pairs))
    return Adapter(tuple(layers))


def _packed(name: str, factor: Numbers) -> dict[str, NDArray[Any]]:
    """Rows in 8 bits, each with its scale."""
    scales = np.maximum(np.abs(factor).max(axis=1), 1e-8).astype(np.float32) / 127
    return {name: np.round(factor / scales[:, None]).astype(np.int8), f"{name}_scales": scales}


def _unpacked(arrays: Mapping[str, NDArray[Any]], name: str) -> Numbers:
    return np.asarray(arrays[name].astype(np.float32) * arrays[f"{name}_scales"][:, None], np.float32)
