"""A run beside the one that it is compared with: what each case was worth before and is worth now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.extraction.runs import CaseResult


@dataclass(frozen=True, slots=True)
class CaseChange:
    """One case read with one strategy in both runs.

    Attributes:
        strategy: of both.
        case_id: of both.
        before: score in the run that is compared with.
        after: score in this run.
        fields: names of the fields whose values differ.
        changed: whether score, values or failures differ.
    """

    strategy: str
    case_id: str
    before: float
    after: float
    fields: tuple[str, ...]
    changed: bool


def changes(now: Sequence[CaseResult], before: Sequence[CaseResult]) -> list[CaseChange]:
    """What both runs have read, in the order of this one; cases of one run alone are left out."""
    earlier = {(result.strategy, result.case_id): result for result in before}
    found = []
    for result in now:
        other = earlier.get((result.strategy, result.case_id))
        if other is None:
            continue
        values = {field.name: field.got for field in other.score.fields}
        differing = tuple(field.name for field in result.score.fields if values.get(field.name) != field.got)
        changed = bool(
            differing or other.score.total != result.score.total or other.score.failures != result.score.failures
        )
        found.append(
            CaseChange(result.strategy, result.case_id, other.score.total, result.score.total, differing, changed)
        )
    return found
