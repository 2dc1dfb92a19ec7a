"""The terms of passages in memory, for ranking by BM25 in milliseconds: what SQLite's FTS5 computes, to the last bit.

FTS5 looks up the length of every passage that holds any of the words, one by one; here all are added up by column.
Memory: about 12 bytes for a term of a text, so 100 MB for 400 contracts of twenty pages or 5,000 short ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.graph.text.ranking import K1, B, rarity

_NONE = -1
"""Stands between passages, so that no phrase reaches from one into the next."""
Integers = NDArray[np.int32]
Numbers = NDArray[np.float64]
Way = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage by its key with where it begins, its BM25, and which of the phrases it holds."""

    key: int
    contract_id: str
    start: int
    score: float
    holds: tuple[bool, ...]


_Found = tuple[float, str, int, int, int, int]
"""BM25 below 0, contract, start, key, and the segment with the place in it: sorted as they are given."""


class Segment:
    """Passages that are kept together. They stay as they are; those whose contract has changed are only left out."""

    def __init__(self, keys: Sequence[int], contract_ids: Sequence[str], starts: Sequence[int], terms: Sequence[str]):
        """Take in passages, given by column: key, contract, start, and terms parted by blanks."""
        self.keys = np.array(keys, np.int64)
        self.starts = np.array(starts, np.int64)
        contracts = pa.array(contract_ids, pa.string()).dictionary_encode()
        names = contracts.dictionary.to_pylist()
        self.contracts = {name: place for place, name in enumerate(names)}
        self.contract = contracts.indices.to_numpy(zero_copy_only=False).astype(np.int32)
        self.alive = np.ones(len(self.keys), bool)
        parts = pc.split_pattern(pa.array(terms, pa.large_string()), " ")
        words = parts.flatten().dictionary_encode()
        self._code = {word: place for place, word in enumerate(words.dictionary.to_pylist())}
        codes = words.indices.to_numpy(zero_copy_only=False)
        passage = np.repeat(np.arange(len(self.keys), dtype=np.int32), np.diff(parts.offsets.to_numpy()))
        if "" in self._code:
            # A passage without terms is split into one empty word.
            real = codes != self._code[""]
            codes, passage = codes[real], passage[real]
        self.lengths = np.bincount(passage, minlength=len(self.keys)).astype(np.int64)
        self.passages, self.terms = len(self.keys), len(codes)
        # Before each term stand all terms before it and a border for each passage before its own.
        places = np.arange(len(codes), dtype=np.int32) + passage
        self._stream = np.full(len(codes) + len(self.keys) + 1, _NONE, np.int32)
        self._stream[places] = codes
        order = _sorting(codes)
        self._places, self._passage = places[order], passage[order]
        self._ends = np.concatenate(([0], np.cumsum(np.bincount(codes, minlength=len(self._code)))))

    @property
    def size(self) -> int:
        """How many passages there are, those left out too."""
        return len(self.keys)

    def leave_out(self, contract_id: str) -> None:
        """Let a contract's passages not be found any more."""
        place = self.contracts.get(contract_id)
        if place is not None:
            self.alive &= self.contract != place
            self.passages, self.terms = int(self.alive.sum()), int(self.lengths[self.alive].sum())

    def holding(self, way: Way) -> tuple[Integers, Integers]:
        """Places of the passages with that phrase, and how often it stands in each."""
        codes = [self._code.get(term, _NONE) for term in way]
        if _NONE in codes:
            return np.empty(0, np.int32), np.empty(0, np.int32)
        rarest = min(range(len(codes)), key=lambda at: self._ends[codes[at] + 1] - self._ends[codes[at]])
        part = slice(self._ends[codes[rarest]], self._ends[codes[rarest] + 1])
        passage = self._passage[part]
        if len(codes) > 1:
            begin = self._places[part] - rarest
            # Nothing stands before the first place; what would end after the last one meets a border.
            same = begin >= 0
            for offset, code in enumerate(codes):
                if offset != rarest:
                    near = np.clip(begin + offset, 0, len(self._stream) - 1)
                    same &= self._stream[near] == code
            passage = passage[same]
        passage = passage[self.alive[passage]]
        if not len(passage):
            return np.empty(0, np.int32), np.empty(0, np.int32)
        # Places rise, so equal passages stand together.
        edges = np.flatnonzero(np.concatenate(([True], passage[1:] != passage[:-1])))
        return passage[edges], np.diff(np.append(edges, len(passage))).astype(np.int32)


def ranked(
    segments: Sequence[Segment], ways: Sequence[Way], most: int, scope: frozenset[str] | None
) -> tuple[list[Ranked], dict[Way, int], int]:
    """The passages with the highest BM25, best first, ties by contract and place.

    Args:
        segments: all passages; of each at most one is not left out.
        ways: the phrases, in the order in which their weights are added up.
        most: how many to give.
        scope: contracts to look into, None for all.

    Returns:
        The passages, in how many each term and phrase stands, and how many there are, all whatever the scope.
    """
    passages = sum(segment.passages for segment in segments)
    held = {way: [segment.holding(way) for segment in segments] for way in _with_terms(ways)}
    holding = {way: sum(len(places) for places, _ in each) for way, each in held.items()}
    total = sum(segment.terms for segment in segments)
    if not passages or not total:
        return [], holding, passages
    average = total / passages
    rarities = [rarity(passages, holding[way]) for way in ways]
    found: list[_Found] = []
    for number, segment in enumerate(segments):
        scores = np.zeros(segment.size, np.float64)
        for way, idf in zip(ways, rarities, strict=True):
            places, often = held[way][number]
            length = segment.lengths[places]
            # The order of the operations is FTS5's, so that the last bit is, too.
            scores[places] += idf * ((often * (K1 + 1.0)) / (often + K1 * (1 - B + B * length / average)))
        names = list(segment.contracts)
        if scope is not None:
            scores[np.array([name not in scope for name in names], bool)[segment.contract]] = 0
        for at in _highest(scores, most).tolist():
            start, key = int(segment.starts[at]), int(segment.keys[at])
            found.append((-float(scores[at]), names[segment.contract[at]], start, key, number, at))
    found.sort()
    found = found[:most]
    holds = _holds(
        found, [[part[number][0] for part in map(held.__getitem__, ways)] for number in range(len(segments))]
    )
    best = [
        Ranked(entry[3], entry[1], entry[2], -entry[0], tuple(row)) for entry, row in zip(found, holds, strict=True)
    ]
    return best, holding, passages


def _holds(entries: Sequence[_Found], held: Sequence[Sequence[Integers]]) -> list[list[bool]]:
    """Which phrases each passage that was found holds; `held` has a segment's passages for each phrase."""
    holds = np.zeros((len(entries), len(held[0])), bool)
    for number, by_phrase in enumerate(held):
        rows = [row for row, entry in enumerate(entries) if entry[4] == number]
        chosen = [entries[row][5] for row in rows]
        if rows:
            marked = np.zeros(max(chosen) + 1, bool)
            for column, there in enumerate(by_phrase):
                marked[:] = False
                marked[there[there < len(marked)]] = True
                holds[rows, column] = marked[chosen]
    answer: list[list[bool]] = holds.tolist()
    return answer


def _with_terms(ways: Sequence[Way]) -> list[Way]:
    return list(dict.fromkeys((*ways, *((term,) for way in ways for term in way))))


def _highest(scores: Numbers, most: int) -> NDArray[np.intp]:
    """Where the highest scores above 0 are: so many, and all that equal the last of them."""
    found = np.flatnonzero(scores > 0)
    if len(found) <= most:
        return found
    values = scores[found]
    least = np.partition(values, len(values) - most)[len(values) - most]
    answer: NDArray[np.intp] = found[values >= least]
    return answer


def _sorting(codes: Integers) -> NDArray[np.int64]:
    """What sorts the codes, equal ones in their order: by the lower, then by the upper half, each in linear time."""
    order = np.argsort((codes & 0xFFFF).astype(np.uint16), kind="stable")
    upper = (codes >> 16).astype(np.uint16)
    if upper.any():
        order = order[np.argsort(upper[order], kind="stable")]
    answer: NDArray[np.int64] = order.astype(np.int64, copy=False)
    return answer
