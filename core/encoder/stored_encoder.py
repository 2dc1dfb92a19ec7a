"""The encoder's file: weights in 4 bits, one scale for every 32 of them, as `scripts/make_encoder.py` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encoder.pieces import PieceVocabulary
from core.encoder.transformer import EncoderLayer, Numbers
from core.errors import ConfigError
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[2] / "data" / "models" / "encoder.npz"
BLOCK = 32
"""Weights with one scale."""
MATRICES = ("asking", "gathered", "spread", "joined")
_MIDDLE = 8


@dataclass(frozen=True, eq=False)
class StoredEncoder:
    """An encoder as it is run.

    Attributes:
        vocabulary: of pieces.
        begin: the number of the piece before a text.
        end: that of the piece behind it.
        words: the packed vectors of the pieces, pieces × H / 2 bytes, and their scales.
        places: what is added by place, places × H.
        norm: scale and shift of the first vectors, 2 × H.
        layers: in their order.
        centre: the mean of the vectors of many sentences, H.
    """

    vocabulary: PieceVocabulary
    begin: int
    end: int
    words: tuple[NDArray[np.uint8], NDArray[np.float16]]
    places: Numbers
    norm: Numbers
    layers: tuple[EncoderLayer, ...]
    centre: Numbers

    def vectors(self, pieces: Sequence[int]) -> Numbers:
        """The vectors of pieces by number, without their places."""
        packed, scales = self.words
        numbers = np.asarray(pieces, np.intp)
        return unpacked(packed[numbers], scales[numbers])


def read_encoder(path: Path = PATH) -> StoredEncoder:
    """A stored encoder.

    Raises:
        ConfigError: the file is missing or damaged.
    """
    arrays = read_arrays(path)
    try:
        pieces = arrays["pieces"].tobytes().decode().split("\n")
        begin, end, unknown = arrays["special"].tolist()
        layers = []
        for number in range(int(arrays["layers"])):
            matrices = []
            for name in MATRICES:
                packed, scales = arrays[f"{number}_{name}"], arrays[f"{number}_{name}_scales"]
                bias = arrays[f"{number}_{name}_bias"].astype(np.float32)
                matrices.append((np.ascontiguousarray(unpacked(packed, scales).T), bias))
            norms = arrays[f"{number}_norms"].astype(np.float32)
            layers.append(EncoderLayer(matrices[0], matrices[1], matrices[2], matrices[3], norms))
        return StoredEncoder(
            PieceVocabulary(pieces, arrays["scores"].tolist(), unknown),
            begin,
            end,
            (arrays["words"], arrays["words_scales"]),
            arrays["places"].astype(np.float32),
            arrays["norm"].astype(np.float32),
            tuple(layers),
            arrays["centre"].astype(np.float32),
        )
    except (KeyError, ValueError) as error:
        raise ConfigError(f"The model {path.name} cannot be read: {error}", file=path.name) from error


def unpacked(packed: NDArray[np.uint8], scales: NDArray[np.float16]) -> Numbers:
    """Weights of rows packed two a byte: of every 32 the first half in the lower bits, the second in the upper."""
    halves = packed.reshape(len(packed), -1, BLOCK // 2)
    blocks = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - _MIDDLE
    return np.asarray((blocks * scales.astype(np.float32)[:, :, None]).reshape(len(packed), -1), np.float32)
