"""The encoder's layers in numpy: self-attention over the pieces of a text (Vaswani et al. 2017; Wang et al. 2022)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.encoder.adapter import AdaptedLayer

HEADS = 12
_LEAST = 1e-12
_FAR = -1e9

Numbers = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class EncoderLayer:
    """One layer: H is the width of the vectors, F that of the middle.

    Attributes:
        asking: H × 3H, queries, keys and values side by side, with its bias.
        gathered: H × H, with its bias.
        spread: H × F, with its bias.
        joined: F × H, with its bias.
        norms: scale and shift behind the attention and behind the middle, 4 × H.
    """

    asking: tuple[Numbers, Numbers]
    gathered: tuple[Numbers, Numbers]
    spread: tuple[Numbers, Numbers]
    joined: tuple[Numbers, Numbers]
    norms: Numbers


def states(
    vectors: Numbers,
    lengths: Sequence[int],
    layers: Sequence[EncoderLayer],
    adapted: Sequence[AdaptedLayer] = (),
) -> Numbers:
    """The last layer's vectors.

    Args:
        vectors: texts × pieces × H; behind a text's end anything.
        lengths: pieces of each text.
        layers: in their order.
        adapted: what a task changes in the last of them.
    """
    texts, pieces, width = vectors.shape
    beyond = np.arange(pieces)[None, :] >= np.asarray(lengths)[:, None]
    mask = np.where(beyond, np.float32(_FAR), np.float32(0))[:, None, None, :]
    head = width // HEADS
    changes: list[AdaptedLayer | None] = [*([None] * (len(layers) - len(adapted))), *adapted]
    for layer, change in zip(layers, changes, strict=True):
        asked = _through(vectors, layer.asking, change.asking if change else None)
        asked = asked.reshape(texts, pieces, 3, HEADS, head).transpose(2, 0, 3, 1, 4)
        weights = asked[0] @ asked[1].transpose(0, 1, 3, 2) * np.float32(head**-0.5) + mask
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        heard = (weights @ asked[2]).transpose(0, 2, 1, 3).reshape(texts, pieces, width)
        vectors = normed(
            vectors + _through(heard, layer.gathered, change.gathered if change else None), layer.norms[:2]
        )
        middle = _gelu(_through(vectors, layer.spread, change.spread if change else None))
        vectors = normed(vectors + _through(middle, layer.joined, change.joined if change else None), layer.norms[2:])
    return vectors


def normed(vectors: Numbers, norm: Numbers) -> Numbers:
    """Vectors with mean 0 and deviation 1, scaled and shifted (Ba et al. 2016)."""
    centred = vectors - vectors.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(_LEAST))
    return np.asarray(centred / spread * norm[0] + norm[1], np.float32)


def _through(vectors: Numbers, matrix: tuple[Numbers, Numbers], change: tuple[Numbers, Numbers] | None) -> Numbers:
    found = vectors @ matrix[0] + matrix[1]
    if change is not None:
        found += vectors @ change[0] @ change[1]
    return np.asarray(found, np.float32)


def _gelu(values: Numbers) -> Numbers:
    """Hendrycks and Gimpel 2016, the error function as Abramowitz and Stegun 7.1.26 (off by at most 1.5e-7)."""
    size = np.abs(values) * np.float32(0.5**0.5)
    step = np.float32(1) / (np.float32(1) + np.float32(0.3275911) * size)
    series: Numbers = np.full_like(step, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = series * step + np.float32(factor)
    erf = np.float32(1) - series * step * np.exp(-size * size)
    return np.asarray(values * np.float32(0.5) * (np.float32(1) + np.sign(values) * erf), np.float32)
