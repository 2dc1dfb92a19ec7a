"""The knobs that a run tunes: what an arm of the space means for the prompt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import BadArguments
from core.optimizer.space import Arm, Space
from core.prompting import Knob, Prompt

MOST_COMBINATIONS = 2_000_000
"""Larger spaces are refused before a run: no budget of judge calls says anything about them."""


@dataclass(frozen=True, slots=True)
class Knobs:
    """Names of the knobs and the values of each, in the order of an arm's indexes."""

    names: tuple[str, ...]
    values: tuple[tuple[Knob, ...], ...]

    @property
    def space(self) -> Space:
        """All combinations.

        Raises:
            BadArguments: there is nothing to choose between, or far too much.
        """
        cards = tuple(len(values) for values in self.values)
        count = math.prod(cards)
        if count > MOST_COMBINATIONS:
            words = f"{count} combinations are over the limit of {MOST_COMBINATIONS}; tune fewer knobs at a time."
            raise BadArguments(words, reason="combinations", count=f"{count:,}", limit=f"{MOST_COMBINATIONS:,}")
        return Space(cards)

    def settings(self, arm: Sequence[int]) -> dict[str, Knob]:
        """The value of each knob in an arm."""
        return {name: values[at] for name, values, at in zip(self.names, self.values, arm, strict=True)}

    def arm(self, settings: Mapping[str, Knob]) -> Arm | None:
        """The arm of settings; None where one of them is no value of its knob."""
        arm = []
        for name, values in zip(self.names, self.values, strict=True):
            index = next((at for at, value in enumerate(values) if _same(value, settings.get(name))), None)
            if index is None:
                return None
            arm.append(index)
        return tuple(arm)

    def grown(self, name: str, more: Sequence[Knob]) -> Knobs:
        """The knobs with more values at the end of one's list.

        Raises:
            BadArguments: there is no such knob, or it has the value already.
        """
        if name not in self.names:
            raise BadArguments(f"the run does not tune the knob {name}", name=name)
        at = self.names.index(name)
        if any(_same(value, known) for value in more for known in self.values[at]):
            raise BadArguments(f"the knob {name} has this value already", name=name)
        values = (*self.values[:at], (*self.values[at], *more), *self.values[at + 1 :])
        return Knobs(self.names, values)

    def as_json(self) -> list[dict[str, Any]]:
        """The knobs as they are stored."""
        return [{"name": name, "values": list(values)} for name, values in zip(self.names, self.values, strict=True)]

    @classmethod
    def from_json(cls, stored: Sequence[Mapping[str, Any]]) -> Knobs:
        """The knobs as they were stored."""
        return cls(tuple(str(knob["name"]) for knob in stored), tuple(tuple(knob["values"]) for knob in stored))


def _same(value: Knob, other: object) -> bool:
    return type(value) is type(other) and value == other


def knobs_of(prompt: Prompt, chosen: Mapping[str, Sequence[Knob]] | None = None) -> Knobs:
    """The knobs to tune.

    Args:
        prompt: whose knobs.
        chosen: values to try, by knob; a knob that is not named keeps its default. None tunes all values of all knobs.

    Raises:
        BadArguments: a knob or a value that the prompt does not have, or fewer than two combinations.
    """
    wanted = {name: list(values) for name, values in prompt.knobs.items()} if chosen is None else dict(chosen)
    names: list[str] = []
    values: list[tuple[Knob, ...]] = []
    for name, listed in wanted.items():
        if name not in prompt.knobs:
            raise BadArguments(f"Prompt {prompt.id} has no knob {name}.", name=name, prompt=prompt.id)
        for value in listed:
            if not any(_same(value, known) for known in prompt.knobs[name]):
                raise BadArguments(f"Knob {name} of prompt {prompt.id} has no value {value!r}.", name=name, value=value)
        if len(listed) > 1:
            names.append(name)
            values.append(tuple(listed))
    if not names:
        raise BadArguments(f"Prompt {prompt.id} has no knob with two values to choose between.", reason="no_knobs")
    return Knobs(tuple(names), tuple(values))
