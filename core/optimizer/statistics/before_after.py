"""The prompt as it was against the winner, on the same examples: what a finished run says first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.optimizer.runs.records import ComparedExample
from core.optimizer.statistics.paired import Paired, paired


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """`by` says what was counted: what a person wrote down as right (gold), or the judge's totals."""

    by: Literal["gold", "judge"]
    result: Paired


def before_after(comparison: Sequence[ComparedExample]) -> BeforeAfter | None:
    """The comparison by gold where every example has some, else by the judge; None where nothing was compared."""
    if not comparison:
        return None
    gold = [entry["gold"] for entry in comparison]
    by_gold = [(before, after) for before, after in gold if before is not None and after is not None]
    if len(by_gold) == len(gold):
        result = paired(by_gold)
        return None if result is None else BeforeAfter("gold", result)
    result = paired([(before, after) for before, after in (entry["totals"] for entry in comparison if entry["totals"])])
    return None if result is None else BeforeAfter("judge", result)
