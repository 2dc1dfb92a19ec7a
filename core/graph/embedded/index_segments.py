"""What is read from a file once and then kept in memory, while single contracts change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import orjson

_LEAST = 2_000
"""So much of changed contracts is read again at each change; beyond, from a fifth of all on, all is."""


class IndexSegment(Protocol):
    """Rows that are kept together."""

    @property
    def size(self) -> int:
        """How many there are, those left out too."""

    def leave_out(self, contract_id: str) -> None:
        """Let a contract's rows not be found any more."""


_P = TypeVar("_P", bound=IndexSegment)


class Segments(Generic[_P]):
    """A first segment with nearly all rows, and a small second one with those of the contracts that changed since."""

    def __init__(self) -> None:
        """Nothing is kept until it is asked for."""
        self._segments: list[_P] = []
        self._changed: set[str] = set()
        self._current = False

    def changed(self, contract_id: str) -> None:
        """Read a contract's rows again before they are used."""
        self._current = False
        self._changed.add(contract_id)

    def segments(
        self, count: Callable[[], int], held: Callable[[str], int], read: Callable[[str | None], _P], most: int
    ) -> list[_P] | None:
        """All rows as they are now, in one segment or two; None where there are more than `most`.

        Args:
            count: how much there is, in the measure of `most`.
            held: how many rows some contracts have; contracts are named as a JSON list.
            read: the rows of some contracts, or of all for None.
            most: up to how much is kept.
        """
        if self._current:
            return self._segments or None
        if count() > most:
            self._segments = []
            self._current = True
            return None
        chosen = orjson.dumps(sorted(self._changed)).decode()
        if self._segments and held(chosen) <= max(_LEAST, self._segments[0].size // 5):
            for contract_id in self._changed:
                self._segments[0].leave_out(contract_id)
            self._segments[1:] = [read(chosen)]
        else:
            self._segments, self._changed = [read(None)], set()
        self._current = True
        return self._segments
