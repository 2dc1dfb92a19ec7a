"""Byte-pair encoding with a vocabulary whose ids are the ranks of its merges (the form of o200k_base)."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.structured.errors import VocabularyError
from core.structured.regex.characters import property_ranges
from core.structured.vocabulary.vocabulary import Vocabulary

_PROPERTY = re.compile(r"\\p\{(\w+)\}")


class Tokeniser:
    """Text to token ids as the model's own tokeniser gives them."""

    def __init__(self, vocabulary: Vocabulary, pattern: str) -> None:
        self._ranks = {token: number for number, token in enumerate(vocabulary.tokens) if token}
        try:
            self._split = re.compile(_without_properties(pattern))
        except re.error as error:
            raise VocabularyError(f"the pattern of the vocabulary's pieces cannot be read: {error}") from None
        self._encode_piece = lru_cache(maxsize=65_536)(self._merge)

    @classmethod
    def load(cls, path: Path, vocabulary: Vocabulary) -> Tokeniser:
        """The tokeniser of a vocabulary file that holds the pattern of its pieces.

        Raises:
            VocabularyError: no pattern in the file.
        """
        with np.load(path) as data:
            if "pat_str" not in data:
                raise VocabularyError("the vocabulary file has no pattern for its pieces")
            return cls(vocabulary, str(data["pat_str"]))

    def encode(self, text: str) -> list[int]:
        """Token ids of a text.

        Raises:
            VocabularyError: a byte that no token stands for.
        """
        found: list[int] = []
        for piece in self._split.finditer(text):
            found.extend(self._encode_piece(piece.group().encode("utf-8", "surrogatepass")))
        return found

    def _merge(self, piece: bytes) -> tuple[int, ...]:
        whole = self._ranks.get(piece)
        if whole is not None:
            return (whole,)
        parts = [piece[index : index + 1] for index in range(len(piece))]
        while len(parts) > 1:
            best, place = None, -1
            for index in range(len(parts) - 1):
                rank = self._ranks.get(parts[index] + parts[index + 1])
                if rank is not None and (best is None or rank < best):
                    best, place = rank, index
            if best is None:
                break
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
        try:
            return tuple(self._ranks[part] for part in parts)
        except KeyError as error:
            raise VocabularyError("the vocabulary lacks a byte of the text") from error


def _without_properties(pattern: str) -> str:
    """The pattern with \\p{..} written out, which Python's `re` does not know."""

    def spelled(match: re.Match[str]) -> str:
        ranges = property_ranges(match[1])
        if ranges is None:
            raise VocabularyError(f"unknown character property {match[1]}")
        return "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in ranges)

    inside: list[str] = []
    depth = 0
    for part in re.split(r"(\\p\{\w+\}|\\.|\[|\])", pattern):
        if part == "[":
            depth += 1
        elif part == "]":
            depth -= 1
        if _PROPERTY.fullmatch(part):
            ranges = _PROPERTY.sub(spelled, part)
            part = ranges if depth else f"[{ranges}]"
        inside.append(part)
    return "".join(inside)
