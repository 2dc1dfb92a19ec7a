"""The prompt as it was against the winner, on the same examples: what a finished run says first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.optimizer.statistics.paired import Paired, paired


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """`by` says what was counted: what a person wrote down as right (gold), or the judge's totals."""

    by: Literal["gold", "judge"]
    result: Paired


def before_after(comparison: Sequence[Mapping[str, Any]]) -> BeforeAfter | None:
    """The comparison by gold where every example has some, else by the judge; None where nothing was compared."""
    if not comparison:
        return None
    gold = [entry["gold"] for entry in comparison]
    if all(before is not None and after is not None for before, after in gold):
        found = paired([(float(before), float(after)) for before, after in gold])
        return None if found is None else BeforeAfter("gold", found)
    totals = [entry["totals"] for entry in comparison if entry["totals"] is not None]
    found = paired([(float(before), float(after)) for before, after in totals])
    return None if found is None else BeforeAfter("judge", found)
