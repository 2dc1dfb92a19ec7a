"""The settings that a prompt's knobs can take: every combination of their values is an arm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import BadArguments

Arm = tuple[int, ...]
"""One setting of a prompt: for each knob the index of its value."""

MOST_ARMS: Final = 10**8
"""Larger spaces are refused: nobody reads that many settings, and a typing mistake makes them."""


@dataclass(frozen=True, slots=True)
class Space:
    """All combinations of the knobs' values.

    Attributes:
        cards: number of values of each knob.
    """

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise BadArguments where there is nothing to choose between, or far too much."""
        if not self.cards or min(self.cards) < 1:
            raise BadArguments("a space needs knobs, each of at least one value", cards=str(self.cards))
        if self.size < 2:
            raise BadArguments("a space of one arm leaves nothing to compare", cards=str(self.cards))
        if self.size > MOST_ARMS:
            raise BadArguments(f"{self.size} combinations are over the limit of {MOST_ARMS}", size=self.size)

    @property
    def size(self) -> int:
        """Number of arms."""
        return math.prod(self.cards)

    def contains(self, arm: Arm) -> bool:
        """Whether the arm has one value for each knob, each in its range."""
        return len(arm) == len(self.cards) and all(
            0 <= level < card for level, card in zip(arm, self.cards, strict=True)
        )

    def checked(self, arm: Arm) -> Arm:
        """The arm as a tuple of plain integers.

        Raises:
            BadArguments: it is not of this space.
        """
        plain = tuple(int(level) for level in arm)
        if not self.contains(plain):
            raise BadArguments(f"{list(plain)} is no arm of {list(self.cards)}", arm=str(list(plain)))
        return plain

    def places(self, arms: Sequence[Arm]) -> NDArray[np.int64]:
        """Place of each arm among all of the space, the last knob's value changing fastest."""
        levels = np.array(arms, dtype=np.int64).reshape(-1, len(self.cards))
        return np.asarray(np.ravel_multi_index(tuple(levels.T), self.cards), dtype=np.int64)

    def grown(self, knob: int, count: int = 1) -> Space:
        """The space with `count` more values at the end of one knob's list.

        Raises:
            BadArguments: there is no such knob, or the space grows too large.
        """
        if not 0 <= knob < len(self.cards) or count < 1:
            raise BadArguments(f"knob {knob} cannot get {count} more values", knob=knob, count=count)
        return Space(tuple(card + count if place == knob else card for place, card in enumerate(self.cards)))

    def random_arm(self, rng: np.random.Generator) -> Arm:
        """An arm drawn evenly."""
        return tuple(int(rng.integers(card)) for card in self.cards)
