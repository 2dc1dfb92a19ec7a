"""The built-in embedder: hashed words, character pieces and legal concepts; needs no download and is deterministic.

It knows spelling and a small glossary, not meaning: two clauses that say the same in other words are far apart.
That is why its ranks are always fused with a search for words. Measured in `benchmarks/retrieval.py`.
Hashing trick with signs: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from core.graph.glossary import concepts_in
from core.graph.stopwords import ENGLISH
from core.graph.terms import normal, stem, terms

DIMENSION = 384
CONCEPT_WEIGHT = 2.0
PIECE_WEIGHT = 0.3
COMMON_WEIGHT = 0.1
_COMMON = frozenset(stem(word) for word in ENGLISH)


class HashedEmbedder:
    """Built-in vectors of 384 numbers."""

    name = "builtin-1"
    dimension = DIMENSION

    def embed(self, texts: Sequence[str], *, query: bool = False) -> NDArray[np.float32]:
        """Vectors of unit length, one a text; a text without words has the zero vector."""
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for feature, weight in _features(text).items():
                place, sign = _place(feature)
                vector[place] += sign * weight
            length = float(np.linalg.norm(vector))
            if length > 0:
                vector /= length
        return vectors


def _features(text: str) -> dict[str, float]:
    plain = normal(text)
    features: dict[str, float] = {}
    for term, count in Counter(terms(plain)).items():
        weight = (COMMON_WEIGHT if term in _COMMON else 1.0) * (1 + math.log(count))
        features[f"w:{term}"] = weight
        if term.isascii() and len(term) > 4 and term not in _COMMON:
            padded = f"<{term}>"
            for start in range(len(padded) - 3):
                piece = f"p:{padded[start : start + 4]}"
                features[piece] = features.get(piece, 0.0) + PIECE_WEIGHT * weight
    for code, count in Counter(concept.code for concept, _ in concepts_in(plain)).items():
        features[f"c:{code}"] = CONCEPT_WEIGHT * (1 + math.log(count))
    return features


@lru_cache(maxsize=200_000)
def _place(feature: str) -> tuple[int, float]:
    # crc32 rather than hash(): the same in every process.
    number = crc32(feature.encode())
    return number % DIMENSION, 1.0 if number & 0x8000_0000 else -1.0
