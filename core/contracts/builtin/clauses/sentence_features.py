"""Hashed features of sentences: what a sentence says, how it begins, what stands around and above it.

Every feature is a 32-bit key in one of five blocks, which the linear model weighs and normalises apart:
words, word sequences, neighbouring sentences, headings, and place and form.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_tokens import SentenceTokens, tokens
from core.contracts.builtin.segments import plain, segments

Hashed = TypeVar("Hashed", np.uint32, np.uint64)

WORDS, SEQUENCES, NEIGHBOURS, HEADINGS, PLACE = range(5)
BLOCKS = 5
ROW_BITS = 29

_LONGEST_HEADING = 90
_HEADING_WORDS = 8
_FIRST_STEMS = 5
_WORD, _STEM = 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """A contract cut into sentences: spans, tokens, the token range of each sentence, and its headings.

    `section[i]` and `article[i]` are the indices of the last heading and the last heading in capitals at or before
    sentence i, -1 where there is none.
    """

    text: str
    spans: NDArray[np.int64]
    tokens: SentenceTokens
    bounds: NDArray[np.int64]
    section: NDArray[np.int64]
    article: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.spans)


def sentences(text: str) -> Sentences:
    """The contract's sentences with their words and headings."""
    flat = plain(text)
    spans = segments(text)
    words = tokens(flat, spans)
    bounds = np.searchsorted(words.segment, np.arange(len(spans) + 1))
    headings = [_heading_rank(flat[start : min(end, start + 200)]) for start, end in spans.tolist()]
    rank = np.array(headings, np.int64)
    return Sentences(flat, spans, words, bounds, _last_at(rank >= 1), _last_at(rank >= 2))


def _last_at(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.maximum.accumulate(np.where(flags, np.arange(len(flags)), -1)) if len(flags) else np.zeros(0, np.int64)


def _heading_rank(piece: str) -> int:
    """2 for a heading in capitals, 1 for a heading in title case, 0 for other sentences."""
    if len(piece) > _LONGEST_HEADING or piece.endswith((";", ",")):
        return 0
    words = [word for word in piece.split() if any(c.isalpha() for c in word)]
    if not words or len(words) > 12:
        return 0
    letters = [c for c in piece if c.isalpha()]
    capitals = sum(c.isupper() for c in letters)
    if len(letters) > 3 and capitals > 0.8 * len(letters):
        return 2
    long_words = [word.lstrip("(\"'[") for word in words if len(word) > 3]
    titled = sum(word[:1].isupper() for word in long_words)
    return 1 if long_words and len(words) <= _HEADING_WORDS and titled >= 0.7 * len(long_words) else 0


def sentence_keys(
    document: Sentences, first: int, last: int, *, blocks: Container[int] = range(BLOCKS)
) -> NDArray[np.uint64]:
    """Features of sentences `first` to `last` (exclusive), each once, sorted.

    Args:
        document: the contract.
        first: the first sentence.
        last: the one behind the last.
        blocks: of which blocks.

    Returns:
        Codes: key in the upper 32 bits, then the row (0 for `first`) and, in the lowest 3 bits, the block.
    """
    codes = [
        (key.astype(np.uint64) << np.uint64(32))
        | ((row[inside] - first).astype(np.uint64) << np.uint64(3))
        | np.uint64(block)
        for block, row, hashes in _families(document, first, last)
        if block in blocks
        for inside in [(row >= first) & (row < last)]
        for key in [hashes[inside]]
    ]
    return _each_once(np.concatenate(codes))


def word_keys(document: Sentences) -> NDArray[np.uint32]:
    """The features of block `WORDS` that stand anywhere in the contract, each once, sorted."""
    word, stem = _each_once(document.tokens.word), _each_once(document.tokens.stem)
    return _each_once(np.concatenate([mix(_WORD, word), mix(_STEM, stem)]))


def _each_once(values: NDArray[Hashed]) -> NDArray[Hashed]:
    """Sorted and thinned by hand: numpy's unique goes by a hash table, which takes three times as long here."""
    ordered = np.sort(values)
    return ordered[np.r_[ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]]]


Family = tuple[int, NDArray[np.int64], NDArray[np.uint32]]


def _families(document: Sentences, first: int, last: int) -> Iterator[Family]:
    size = len(document)
    around = slice(*document.bounds[[max(first - 2, 0), min(last + 2, size)]])
    word, stem = document.tokens.word[around], document.tokens.stem[around]
    row = document.tokens.segment[around]
    pair = row[1:] == row[:-1]
    triple = row[2:] == row[:-2]
    stem_pairs = mix(4, stem[:-1], stem[1:])[pair]
    pair_row = row[1:][pair]

    yield WORDS, row, mix(_WORD, word)
    yield WORDS, row, mix(_STEM, stem)
    yield SEQUENCES, pair_row, mix(3, word[:-1], word[1:])[pair]
    yield SEQUENCES, pair_row, stem_pairs
    yield SEQUENCES, row[2:][triple], mix(5, word[:-2], word[1:-1], word[2:])[triple]
    yield SEQUENCES, row[2:][triple], mix(6, stem[:-2], stem[2:])[triple]
    for salt, shift in ((10, 1), (12, -1)):
        yield NEIGHBOURS, row + shift, mix(salt, stem)
        yield NEIGHBOURS, pair_row + shift, mix(salt + 1, stem_pairs)
        yield NEIGHBOURS, row + 2 * shift, mix(salt + 10, stem)
    yield from _headings(document, first, last)
    yield from _place(document, first, last, row, stem, around.start)


def _headings(document: Sentences, first: int, last: int) -> Iterator[Family]:
    rows = np.arange(first, last)
    for salt, heading in ((30, document.section[first:last]), (31, document.article[first:last])):
        known = heading >= 0
        begin, end = document.bounds[heading[known]], document.bounds[heading[known] + 1]
        count = np.minimum(end - begin, 12)
        inside = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        yield HEADINGS, np.repeat(rows[known], count), mix(salt, document.tokens.stem[np.repeat(begin, count) + inside])
    yield HEADINGS, rows, mix(32, np.minimum(rows - document.section[first:last], 9).astype(np.uint32))


def _place(
    document: Sentences, first: int, last: int, row: NDArray[np.int64], stem: NDArray[np.uint32], offset: int
) -> Iterator[Family]:
    place = np.arange(len(row)) + offset - document.bounds[row]
    early = place < _FIRST_STEMS
    yield PLACE, row[early], mix(40, stem[early], place[early].astype(np.uint32))
    rows = np.arange(first, last)
    size = len(document)
    length = document.bounds[first + 1 : last + 1] - document.bounds[first:last]
    start = document.spans[first:last, 0]
    for salt, value in (
        (41, np.log2(length + 1) * 2),
        (42, rows * 10 / max(size, 1)),
        (43, np.log2(start / 200 + 1)),
        (44, np.log2((len(document.text) - start) / 500 + 1)),
    ):
        yield PLACE, rows, mix(salt, value.astype(np.uint32))


def mix(salt: int, *parts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """32-bit hashes of aligned arrays of hashes; `salt` keeps kinds of features apart."""
    value = np.full(len(parts[0]), (salt * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF, np.uint64)
    for part in parts:
        value ^= part
        value *= np.uint64(0xBF58476D1CE4E5B9)
        value ^= value >> np.uint64(29)
    return (value >> np.uint64(32)).astype(np.uint32)
