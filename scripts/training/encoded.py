"""Vectors of the sentences to learn from, by the encoder that ships; kept in `.make`, which git ignores."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encoder import sentence_vectors
from core.encoder.stored_encoder import PATH as ENCODER

KEPT = Path(__file__).resolve().parents[2] / ".make" / "encoded"


def encoded(blocks: Iterable[Sequence[str]], kept: Path = KEPT) -> dict[str, NDArray[np.float32]]:
    """The vector of each text; 40,000 sentences take about ten minutes once.

    Args:
        blocks: texts that are read together, so that the same block gives the same bits; one is read again when a text
            in it or the encoder has changed. A text of several blocks has the vector of the first.
        kept: the folder where vectors are kept.
    """
    encoder = ENCODER.read_bytes()
    found: dict[str, NDArray[np.float32]] = {}
    for block in blocks:
        texts = sorted(set(block))
        digest = hashlib.sha256(b"\0".join((encoder, *(text.encode() for text in texts))))
        path = kept / f"{digest.hexdigest()[:24]}.npy"
        if not path.exists():
            kept.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_name(f"{path.stem}.{os.getpid()}.npy")
            np.save(unfinished, sentence_vectors(texts).astype(np.float16))
            unfinished.replace(path)
        for text, vector in zip(texts, np.load(path).astype(np.float32), strict=True):
            found.setdefault(text, vector)
    return found
