"""Words of a contract as hashes: what the clause model's features are made of.

A token is a run of Latin letters, a number (known by its class only) or one of `$ % §`. Each has the 32-bit hash
of its form and of its stem, so that n-grams are a few vector operations on integers.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

U32 = NDArray[np.uint32]

_TOKEN = re.compile(r"([a-z]+|\d[\d,.]*\d|\d|[$%\u00a7])")
_SUFFIXES = (
    "ational", "ization", "ations", "ation", "ments", "ment", "ities", "ity", "ings", "ing", "ions", "ion", "ables",
    "able", "ible", "ively", "ive", "ances", "ance", "ences", "ence", "ally", "edly", "ies", "ers", "ors", "ed",
    "er", "or", "ly", "es", "al", "s", "e", "y",
)  # fmt: skip
_LARGEST_CACHE = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class SentenceTokens:
    """Tokens in reading order. `start` holds offsets into the text; `segment` the sentence each token belongs to."""

    word: U32
    stem: U32
    start: NDArray[np.int64]
    segment: NDArray[np.int64]


def lower(flat: str) -> str:
    """Plain text in lower case, of the same length (a few capitals grow when lowered; they stay)."""
    small = flat.lower()
    if len(small) == len(flat):
        return small
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in flat)


def stem(word: str) -> str:
    """A rough stem: the longest known suffix is cut while three letters remain."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def number_class(number: str) -> str:
    """The class of a number: a year, a day-sized or percent-sized number, a decimal, or its length in digits."""
    digits = number.replace(",", "").replace(".", "")
    if "." in number.strip("."):
        return "#decimal"
    if len(digits) == 4 and digits[:2] in ("19", "20"):
        return "#year"
    if len(digits) <= 2:
        return "#day" if int(digits) <= 31 else "#two"
    return f"#{min(len(digits), 7)}"


class _Hashes(dict[str, int]):
    """The hash of each token's form in the upper 32 bits, that of its stem in the lower ones."""

    def __missing__(self, token: str) -> int:
        form = number_class(token) if token[0].isdigit() else token
        value = zlib.crc32(form.encode()) << 32 | zlib.crc32(("~" + stem(form)).encode())
        if len(self) < _LARGEST_CACHE:
            self[token] = value
        return value


_hashes = _Hashes()


def tokens(flat: str, spans: NDArray[np.int64]) -> SentenceTokens:
    """The tokens of plain text inside `spans` (sentences in reading order, as `segments` gives them)."""
    # every other piece is a token: its place is the length of what stands before it
    pieces = _TOKEN.split(lower(flat))
    ends = np.cumsum(np.fromiter(map(len, pieces), np.int64, len(pieces)))
    start = ends[:-1:2]
    hashed = np.array([*map(_hashes.__getitem__, pieces[1::2])], np.uint64)
    segment = np.searchsorted(spans[:, 0], start, side="right") - 1
    inside = (segment >= 0) & (start < spans[np.maximum(segment, 0), 1]) if len(spans) else np.zeros(len(start), bool)
    hashed = hashed[inside]
    word, stemmed = (hashed >> np.uint64(32)).astype(np.uint32), hashed.astype(np.uint32)
    return SentenceTokens(word, stemmed, start[inside], segment[inside])
