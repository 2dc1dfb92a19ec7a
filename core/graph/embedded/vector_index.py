"""Vectors of excerpts in memory, a byte for a number, for comparing all of them with a question in milliseconds.

What comes near by those bytes is compared again by the whole numbers, by whoever asks. How far off a cosine by bytes
can be is known for each excerpt, so none of the nearest is missed; see `VectorSegment.proposed`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import simsimd
from numpy.typing import NDArray

from core.graph.store import Scope

MOST_PROPOSED = 1_500
"""More than so many are not compared again: where a question says so little, any of them is as good."""
_LARGEST = 127
_SLACK = 1e-4
"""More than a cosine of vectors in single precision, of about unit length, can be wrong by."""
_AT_ONCE = 100_000
_MANY = 100_000
"""From so many vectors on threads gain more than they cost."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Proposed:
    """An excerpt that may be near: its id, its contract, and which of that contract's excerpts it is, from 0 on."""

    excerpt_id: str
    contract_id: str
    number: int


class VectorSegment:
    """Vectors that are kept together. They stay as they are; those whose contract has changed are only left out."""

    def __init__(self, dimension: int, contracts: Iterable[tuple[str, Sequence[str], Floats]]) -> None:
        """Take in contracts: id, ids of its excerpts, and their vectors, of unit length or all zeros."""
        self._contracts: dict[str, int] = {}
        self._first: list[int] = []
        sizes: list[int] = []
        ids: list[pa.Array] = []
        parts = [_Quantized.of(np.zeros((0, dimension), np.float32))]
        waiting: list[Floats] = []
        count = 0
        for contract_id, names, vectors in contracts:
            self._contracts[contract_id] = len(self._contracts)
            self._first.append(count)
            sizes.append(len(names))
            ids.append(pa.array(names, pa.string()))
            waiting.append(vectors)
            count += len(names)
            if sum(map(len, waiting)) >= _AT_ONCE:
                parts.append(_Quantized.of(np.concatenate(waiting)))
                waiting.clear()
        if waiting:
            parts.append(_Quantized.of(np.concatenate(waiting)))
        self._ids = pa.chunked_array(ids, pa.string()).combine_chunks()
        self._contract = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        self._names = list(self._contracts)
        self._vectors = _Quantized(
            *(
                np.concatenate(columns)
                for columns in zip(*((part.codes, part.step, part.lacks) for part in parts), strict=True)
            )
        )
        self._alive = np.ones(count, bool)

    @property
    def size(self) -> int:
        """How many excerpts there are, those left out too."""
        return len(self._alive)

    def leave_out(self, contract_id: str) -> None:
        """Let a contract's excerpts not be found any more."""
        place = self._contracts.get(contract_id)
        if place is not None:
            self._alive &= self._contract != place

    def proposed(self, vector: Floats, limit: int, scope: Scope) -> list[Proposed]:
        """At least the nearest so many excerpts, in no order, unless `MOST_PROPOSED` are so alike.

        A product of two vectors that are both a little off is off by at most the length of what the one lacks times
        the length of the other, and the same the other way round (Cauchy and Schwarz). An excerpt is left out when so
        many others are nearer for certain.

        Args:
            vector: of the question, of unit length.
            limit: how many are wanted.
            scope: contracts to look into, None for all.
        """
        wanted = self._alive
        if scope is not None:
            inside = np.zeros(len(self._names), bool)
            inside[[self._contracts[name] for name in scope if name in self._contracts]] = True
            wanted = wanted & inside[self._contract]
        count = int(np.count_nonzero(wanted))
        if not count:
            return []
        cosines, wrong = self._vectors.cosines(vector)
        if count < len(wanted):
            cosines[~wanted] = -np.inf
        if count > limit:
            least = np.partition(cosines - wrong, len(cosines) - limit)[len(cosines) - limit]
            places = np.flatnonzero(cosines + wrong >= least)
            if len(places) > MOST_PROPOSED:
                places = places[np.argpartition(cosines[places], len(places) - MOST_PROPOSED)[-MOST_PROPOSED:]]
        else:
            places = np.flatnonzero(wanted)
        ids = self._ids.take(pa.array(places)).to_pylist()
        contracts = self._contract[places].tolist()
        return [
            Proposed(key, self._names[contract], place - self._first[contract])
            for key, contract, place in zip(ids, contracts, places.tolist(), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class _Quantized:
    """Vectors as whole numbers from -127 to 127, each with its step and the length of what it lacks of the real one."""

    codes: NDArray[np.int8]
    step: Floats
    lacks: Floats

    @staticmethod
    def of(vectors: Floats) -> _Quantized:
        step = np.abs(vectors).max(axis=1, initial=0.0) / np.float32(_LARGEST)
        codes = np.rint(vectors / np.where(step > 0, step, np.float32(1.0))[:, None])
        lacks = np.linalg.norm(vectors - codes * step[:, None], axis=1).astype(np.float32)
        return _Quantized(codes.astype(np.int8), step, lacks)

    def cosines(self, vector: Floats) -> tuple[Floats, Floats]:
        """Cosines with another vector, and by how much each can be wrong; all are of about unit length, or zeros."""
        query = _Quantized.of(vector[None])
        # Whole numbers, so nothing is lost by adding.
        threads = 1 if len(self.codes) < _MANY else os.cpu_count() or 1
        found = simsimd.cdist(query.codes, self.codes, metric="dot", threads=threads)
        products = np.asarray(found)[0].astype(np.float32)
        wrong = self.lacks + (1 + self.lacks) * query.lacks[0]
        return products * (self.step * query.step[0]), wrong + np.float32(_SLACK)
