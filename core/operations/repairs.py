"""What the guard had to mend and what was asked again, by kind, model and prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from core.operations.turns import TurnRecord

_PLAIN = frozenset({"parse", "schema", "parse:failed", "schema:failed"})
_AGAIN = ("reask:", "again:")


@dataclass(frozen=True, slots=True)
class RepairCount:
    """How many turns of a model with a prompt needed a repair or a re-ask of one kind; `turns` are all its turns."""

    action: Literal["repair", "reask"]
    kind: str
    model: str
    prompt: str
    count: int
    turns: int


def repairs(records: Iterable[TurnRecord]) -> list[RepairCount]:
    """Counts by kind, model and prompt, the most frequent first; a kind counts once a turn.

    The place that a step names (`enum:/control/mode`) is left out: the kind is what it did.
    """
    turns: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[Literal["repair", "reask"], str, str, str]] = Counter()
    for record in records:
        turns[record.model, record.prompt] += 1
        for action, kind in {_kind(step) for step in record.steps if step not in _PLAIN}:
            found[action, kind, record.model, record.prompt] += 1
    counts = [
        RepairCount(action, kind, model, prompt, count, turns[model, prompt])
        for (action, kind, model, prompt), count in found.items()
    ]
    return sorted(counts, key=lambda count: (-count.count, count.action, count.kind, count.model, count.prompt))


def _kind(step: str) -> tuple[Literal["repair", "reask"], str]:
    if step.startswith(_AGAIN):
        return "reask", step.partition(":")[2]
    return "repair", step.partition(":")[0]
