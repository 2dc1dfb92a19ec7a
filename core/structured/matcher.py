"""Following one text through a compiled grammar, token by token or byte by byte."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.table import State
from core.structured.errors import TokenOutOfRange, TokenRefused
from core.structured.expected import expected_bytes
from core.structured.masks import END_STEP, Masks

Words = npt.NDArray[np.uint32]
_MOST_FORCED = 10_000


class Matcher:
    """One text. Matchers of the same `Masks` share what was worked out."""

    __slots__ = ("_known", "_masks", "_nexts", "_past", "_size", "_step")

    def __init__(self, masks: Masks) -> None:
        self._masks = masks
        self._step = masks.start
        self._past: list[int] = []
        self._known, self._nexts = masks.known, masks.nexts
        self._size = len(masks.vocabulary)

    def mask(self) -> Words:
        """The tokens that may come next, packed 32 in a word, lowest bit first: a shared read-only array.

        A token is in it exactly when some completion exists after it; an end token exactly when the text is complete.
        """
        mask = self._known[self._step]
        return self._masks.mask_of(self._step) if mask is None else mask

    def fill(self, target: Words) -> None:
        """Copy the mask into `target`, an array of the same number of words."""
        mask = self._known[self._step]
        target[:] = self._masks.mask_of(self._step) if mask is None else mask

    def advance(self, token: int) -> None:
        """Take a token.

        Raises:
            TokenOutOfRange: no such id.
            TokenRefused: the mask forbids it; the matcher stays where it was.
        """
        if not 0 <= token < self._size:
            raise TokenOutOfRange(token, self._size)
        after = self._nexts.get(self._step << 32 | int(token))
        if after is None:
            after = self._first_time(token)
        self._past.append(self._step)
        self._step = after

    def allows(self, token: int) -> bool:
        """Whether the mask holds the token."""
        if not 0 <= token < self._size:
            raise TokenOutOfRange(token, self._size)
        return bool(self.mask()[token >> 5] >> np.uint32(token & 31) & np.uint32(1))

    def advance_bytes(self, text: bytes) -> int:
        """Take the longest prefix of `text` that can be taken; its length. The rest is not taken."""
        table = self._masks.table
        state: State | None = self.state
        taken = 0
        for byte in text:
            assert state is not None
            after = table.step(state, byte)
            if after is None:
                break
            self._past.append(self._step)
            self._step = self._masks.step_of(after)
            state = after
            taken += 1
        return taken

    def roll_back(self, count: int) -> None:
        """Undo the last `count` advances (each byte of `advance_bytes` is one).

        Raises:
            ValueError: fewer were made.
        """
        if not 0 <= count <= len(self._past):
            raise ValueError(f"{count} advances to undo, {len(self._past)} made")
        if count:
            self._step = self._past[-count]
            del self._past[-count:]

    def copy(self) -> Matcher:
        """A matcher at the same place that goes its own way."""
        other = Matcher(self._masks)
        other._step, other._past = self._step, list(self._past)
        return other

    def complete(self) -> bool:
        """Whether the text may end here."""
        return self._masks.complete(self._step)

    def forced(self) -> bytes:
        """The bytes that must come next whatever the model says: the longest continuation without a choice."""
        table = self._masks.table
        state, found = self.state, bytearray()
        while len(found) < _MOST_FORCED and not table.complete(state):
            ways = expected_bytes(table, state, most=2)
            if len(ways) != 1:
                break
            after = table.step(state, ways[0])
            assert after is not None
            found.append(ways[0])
            state = after
        return bytes(found)

    @property
    def masks(self) -> Masks:
        """The masks that it goes by."""
        return self._masks

    @property
    def state(self) -> State:
        """The table's state, for `core.structured.expected`."""
        return self._masks.state_of(self._step)

    def _first_time(self, token: int) -> int:
        vocabulary = self._masks.vocabulary
        if token in vocabulary.ends and self.complete():
            after = END_STEP
        else:
            text = vocabulary.bytes_of(token)
            lives = text and self._step != END_STEP
            state = self._masks.table.steps(self.state, text)[0] if lives else None
            if state is None:
                raise TokenRefused(token, position=len(self._past), expected=self._masks.expected(self._step))
            after = self._masks.step_of(state)
        self._nexts[self._step << 32 | int(token)] = after
        return after
