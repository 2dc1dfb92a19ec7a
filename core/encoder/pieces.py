"""Texts as pieces of words: the likeliest division by a unigram language model (Kudo 2018, SentencePiece)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

SPACE = "▁"
"""What stands for a space in a piece."""
_UNKNOWN_COSTS = 10.0


@dataclass(frozen=True)
class TextPiece:
    """A piece of a text: its number in the vocabulary, and the characters of the folded text that it covers."""

    number: int
    start: int
    end: int


class PieceVocabulary:
    """Pieces with the logarithms of their likelihoods.

    Args:
        pieces: in the order of their numbers; `unknown` is one of them.
        scores: of each piece.
        unknown: the number of the piece that stands for a letter in no other.
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], unknown: int) -> None:
        self._places = {piece: number for number, piece in enumerate(pieces) if number != unknown}
        self._scores = [float(score) for score in scores]
        self._unknown = unknown
        self._longest = max(map(len, pieces))
        self._unknown_score = min(self._scores) - _UNKNOWN_COSTS

    def divided(self, text: str) -> list[TextPiece]:
        """The pieces of a folded text, those of its first letter first."""
        marked = SPACE + text.replace(" ", SPACE)
        best = [0.0, *([float("-inf")] * len(marked))]
        back: list[tuple[int, int]] = [(0, 0)] * (len(marked) + 1)
        for start in range(len(marked)):
            unknown = best[start] + self._unknown_score
            if unknown > best[start + 1]:
                best[start + 1], back[start + 1] = unknown, (start, self._unknown)
            for end in range(start + 1, min(len(marked), start + self._longest) + 1):
                number = self._places.get(marked[start:end])
                if number is not None and best[start] + self._scores[number] > best[end]:
                    best[end], back[end] = best[start] + self._scores[number], (start, number)
        found: list[TextPiece] = []
        end = len(marked)
        while end:
            start, number = back[end]
            found.append(TextPiece(number, max(0, start - 1), end - 1))
            end = start
        return found[::-1]


def folded(text: str) -> str:
    """A text as the encoder reads it: one form of each letter, single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()
