"""Vectors of excerpts in memory, for comparing all of them with a question in milliseconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.graph.store import Scope

_SLACK = 1e-4
"""More than cosines in single precision can be wrong by, whatever the order of adding."""


class VectorSegment:
    """Vectors that are kept together. They stay as they are; those whose contract has changed are only left out."""

    def __init__(self, ids: Sequence[str], contract_ids: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Take in excerpts: their ids, their contracts, and their vectors, of unit length or all zeros."""
        self.ids = ids
        self._contracts: dict[str, int] = {}
        self._contract = np.array(
            [self._contracts.setdefault(name, len(self._contracts)) for name in contract_ids], np.int32
        )
        self._vectors = vectors
        self._alive = np.ones(len(ids), bool)

    @property
    def size(self) -> int:
        """How many excerpts there are, those left out too."""
        return len(self.ids)

    def leave_out(self, contract_id: str) -> None:
        """Let a contract's excerpts not be found any more."""
        place = self._contracts.get(contract_id)
        if place is not None:
            self._alive &= self._contract != place

    def proposed(
        self, vector: NDArray[np.float32], limit: int, scope: Scope
    ) -> Iterator[tuple[str, NDArray[np.float32]]]:
        """At least the nearest so many excerpts, with their vectors, in no order.

        Args:
            vector: of the question, of unit length.
            limit: how many are wanted.
            scope: contracts to look into, None for all.
        """
        wanted = self._alive
        if scope is not None:
            names = frozenset(scope)
            inside = np.array([name in names for name in self._contracts], bool)
            wanted = wanted & inside[self._contract] if len(inside) else wanted
        places = np.flatnonzero(wanted)
        # Not by `@`, whose threads cost more than they gain here.
        cosines = np.einsum("ij,j->i", self._vectors, vector)[places]
        if len(cosines) > limit:
            least = np.partition(cosines, len(cosines) - limit)[len(cosines) - limit]
            places = places[cosines >= least - _SLACK]
        for place in places.tolist():
            yield self.ids[place], self._vectors[place]
