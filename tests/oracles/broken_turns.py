"""Broken turns of all kinds, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from oracles import broken_around, broken_lost, broken_syntax, broken_values
from oracles.turns import (
    REASK,
    RECOVER,
    Turn,
    turn,
)

# Importing a module registers its kinds.
KINDS = (broken_around, broken_syntax, broken_values, broken_lost)


@dataclass(frozen=True)
class Broken:
    """A broken text with the turn that it meant; None where it must be asked again."""

    id: str
    kind: str
    raw: str
    intended: Turn | None


def broken_turns(seed: int, each: int) -> Iterator[Broken]:
    """`each` broken turns of every kind."""
    for kinds, recover in ((RECOVER, True), (REASK, False)):
        for name, kind in kinds.items():
            made = 0
            for number in range(each * 20):
                if made == each:
                    break
                chance = random.Random(f"{seed}/{name}/{number}")
                value = turn(chance)
                raw = kind(value, chance)
                if raw is not None:
                    made += 1
                    yield Broken(f"{name}#{number}", name, raw, value if recover else None)
