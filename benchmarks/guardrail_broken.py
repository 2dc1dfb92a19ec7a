"""Broken turns of all kinds, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import guardrail_around, guardrail_lost, guardrail_syntax, guardrail_values
from benchmarks.guardrail_turns import (
    REASK,
    RECOVER,
    Turn,
    turn,
)

# Importing a module registers its kinds.
KINDS = (guardrail_around, guardrail_syntax, guardrail_values, guardrail_lost)


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
