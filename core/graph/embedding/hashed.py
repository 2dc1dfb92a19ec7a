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

from core.graph.text.stopwords import ENGLISH
from core.graph.text.terms import normal, stem, terms
from core.lexicon import concepts_in

DIMENSION = 384
CONCEPT_WEIGHT = 2.0
PIECE_WEIGHT = 0.3
COMMON_WEIGHT = 0.1
Feature = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Places in a vector with their signed weights."""
_COMMON = frozenset(stem(word) for word in ENGLISH)


class HashedEmbedder:
    """Built-in vectors of 384 numbers."""

    name = "builtin-2"
    weight = 0.15
    dimension = DIMENSION

    def embed(self, texts: Sequence[str], *, query: bool = False) -> NDArray[np.float32]:
        """Vectors of unit length, one a text; a text without words has the zero vector."""
        return np.stack([_vector(text) for text in texts]) if texts else np.zeros((0, DIMENSION), np.float32)


def _vector(text: str) -> NDArray[np.float32]:
    plain = normal(text)
    counted = [(_term(term), count) for term, count in Counter(terms(plain)).items()]
    codes = Counter(concept.code for concept, _ in concepts_in(plain))
    counted += [(_concept(code), count) for code, count in codes.items()]
    if not counted:
        return np.zeros(DIMENSION, np.float32)
    places = np.concatenate([places for (places, _), _ in counted])
    often = np.array([1 + math.log(count) for _, count in counted], np.float32)
    weights = np.concatenate([weights for (_, weights), _ in counted])
    weights *= np.repeat(often, [len(places) for (places, _), _ in counted])
    # A place may stand twice: counting adds both.
    vector = np.bincount(places, weights, DIMENSION)
    length = float(np.linalg.norm(vector))
    return (vector / length if length > 0 else vector).astype(np.float32)


@lru_cache(maxsize=50_000)
def _term(term: str) -> Feature:
    """Where a word counts: its own place, and those of its pieces of four characters."""
    common = term in _COMMON
    named = {f"w:{term}": COMMON_WEIGHT if common else 1.0}
    if term.isascii() and len(term) > 4 and not common:
        padded = f"<{term}>"
        named |= {f"p:{padded[start : start + 4]}": PIECE_WEIGHT for start in range(len(padded) - 3)}
    return _feature(named)


@lru_cache(maxsize=1_000)
def _concept(code: str) -> Feature:
    return _feature({f"c:{code}": CONCEPT_WEIGHT})


def _feature(named: dict[str, float]) -> Feature:
    # crc32 rather than hash(): the same in every process. Its highest bit is the sign.
    numbers = [crc32(name.encode()) for name in named]
    signed = [
        weight if number & 0x8000_0000 else -weight for number, weight in zip(numbers, named.values(), strict=True)
    ]
    return np.array([number % DIMENSION for number in numbers]), np.array(signed, np.float32)
