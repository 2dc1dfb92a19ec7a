"""A question's words, parts and whole as vectors of the encoder, adapted to questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from core.encoder import DIMENSION, Adapter, word_vectors

LENGTH = 8.0
"""Of the vectors that are given."""
_REMEMBERED = 2_048
_TOGETHER = 0.65


@dataclass(frozen=True, eq=False)
class AdaptedHead:
    """What vectors speak for.

    Attributes:
        adapter: what is changed in the encoder.
        weights: `DIMENSION` × codes.
        bias: one a code.
    """

    adapter: Adapter
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    def scores(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """How much vectors speak for each code, one row a vector."""
        return np.asarray(vectors @ self.weights + self.bias, np.float64)


class QuestionVectors:
    """The vectors of a question's pieces of words.

    Args:
        length: of the question in characters.
        spans: the characters that each piece covers.
        vectors: pieces × `DIMENSION`.
    """

    def __init__(self, length: int, spans: list[tuple[int, int]], vectors: NDArray[np.float32]) -> None:
        self.vectors = vectors
        self._piece_at = [-1] * length
        for number, (start, end) in enumerate(spans):
            for place in range(start, min(end, length)):
                self._piece_at[place] = number if self._piece_at[place] < 0 else self._piece_at[place]

    def piece_at(self, place: int) -> int:
        """The piece that covers a character, else the last one before it."""
        covering = [number for number in self._piece_at[: place + 1] if number >= 0]
        return covering[-1] if covering else 0

    def of_word(self, start: int, end: int) -> NDArray[np.float32]:
        """The vector of a word: its first and its last piece."""
        return self._sum([self.piece_at(start), self.piece_at(end - 1)])

    def of_part(self, start: int, end: int) -> NDArray[np.float32]:
        """The vector of a part: all its pieces."""
        return self._sum(range(self.piece_at(start), self.piece_at(end - 1) + 1))

    @cached_property
    def whole(self) -> NDArray[np.float32]:
        """The vector of the question."""
        return self._sum(range(len(self.vectors)))

    def _sum(self, pieces: range | list[int]) -> NDArray[np.float32]:
        if not len(self.vectors):
            return np.zeros(DIMENSION, np.float32)
        found = self.vectors[list(pieces)].sum(axis=0)
        return np.asarray(LENGTH * found / (np.linalg.norm(found) or 1), np.float32)


@lru_cache(maxsize=_REMEMBERED)
def question_vectors(text: str, adapter: Adapter) -> QuestionVectors:
    """The vectors of a folded question.

    Raises:
        ConfigError: the encoder's file is missing or damaged.
    """
    ((spans, vectors),) = word_vectors([text], adapter)
    return QuestionVectors(len(text), spans, vectors)


def mixed(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Likelihoods of two models as one, in rows that have the sum 1.

    Their product to a power: the geometric mean says too little where both say the same, the whole product too much.
    """
    found = (first * second) ** _TOGETHER
    return np.asarray(found / found.sum(axis=-1, keepdims=True))


def shares_of(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores as likelihoods, in rows that have the sum 1."""
    found = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(found / found.sum(axis=-1, keepdims=True))
