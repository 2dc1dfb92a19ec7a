"""A run in numbers: by strategy, by class of case, by field, by failure mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.extraction.files import CLASSES, CaseClass, ExtractionTask
from core.extraction.runs import CaseResult
from core.extraction.scoring import MODES, FailureInstance, FailureMode


@dataclass(frozen=True, slots=True)
class StrategySummary:
    """One strategy over the cases that were read with it.

    Attributes:
        strategy: its name.
        count: cases read.
        mean: mean score, 0 to 100.
        as_labelled: cases that ended as their label says.
        by_class: mean score and count by class of case; classes without cases are left out.
        by_field: share of cases in which a field is right.
        failures: cases in which each failure mode was found.
        tokens, cost: together.
        latency_ms: mean time of a case.
    """

    strategy: str
    count: int
    mean: float
    as_labelled: int
    by_class: Mapping[CaseClass, tuple[float, int]]
    by_field: Mapping[str, float]
    failures: Mapping[FailureMode, int]
    tokens: int
    cost: float
    latency_ms: float


@dataclass(frozen=True, slots=True)
class FailingCase:
    """One failure and where it was found."""

    strategy: str
    case_id: str
    failure: FailureInstance


def summaries(results: Sequence[CaseResult], task: ExtractionTask) -> list[StrategySummary]:
    """A summary for each strategy, in the task's order."""
    classes = {case.id: case.kind for case in task.cases}
    found = []
    for strategy in task.strategies:
        own = [result for result in results if result.strategy == strategy]
        if own:
            found.append(_summary(strategy, own, classes))
    return found


def _summary(strategy: str, own: Sequence[CaseResult], classes: Mapping[str, CaseClass]) -> StrategySummary:
    totals: dict[CaseClass, list[float]] = {kind: [] for kind in CLASSES}
    fields: dict[str, list[bool]] = {}
    failures: Counter[FailureMode] = Counter()
    for result in own:
        totals[classes[result.case_id]].append(result.score.total)
        failures.update({failure.mode for failure in result.score.failures})
        for field in result.score.fields:
            fields.setdefault(field.name, []).append(field.right)
    return StrategySummary(
        strategy,
        len(own),
        fmean(result.score.total for result in own),
        sum(result.score.as_labelled for result in own),
        {kind: (fmean(listed), len(listed)) for kind, listed in totals.items() if listed},
        {name: fmean(listed) for name, listed in fields.items()},
        {mode: failures[mode] for mode in MODES if failures[mode]},
        sum(result.tokens for result in own),
        sum(result.cost for result in own),
        fmean(result.latency_ms for result in own),
    )


def failing_cases(results: Sequence[CaseResult]) -> dict[FailureMode, list[FailingCase]]:
    """All failures of a run by their mode, the modes in their order."""
    found: dict[FailureMode, list[FailingCase]] = {mode: [] for mode in MODES}
    for result in results:
        for failure in result.score.failures:
            found[failure.mode].append(FailingCase(result.strategy, result.case_id, failure))
    return {mode: listed for mode, listed in found.items() if listed}
