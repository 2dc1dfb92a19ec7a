"""Changes of knobs that answer the failures of a run: each failure mode has its counter-measure in the prompt files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.extraction.files import ExtractionTask
from core.extraction.runs import CaseResult, LabSettings
from core.extraction.scoring import FailureMode
from core.prompting import Knob, parse_prompt, with_knobs

COUNTER_MEASURES: Mapping[FailureMode, tuple[tuple[str, tuple[Knob, ...]], ...]] = {
    "hallucination": (("absent", ("leave_out", "quote_first")),),
    "malformed": (("form", ("reminded",)), ("around", ("object_only",))),
    "off_topic": (("around", ("object_only",)),),
    "prohibited": (("closed", ("listed_only",)),),
    "wrong_value": (("severity_by", ("consequences",)), ("summary_from", ("matter",)), ("shown", (4, 6))),
    "left_out": (("severity_by", ("consequences",)), ("summary_from", ("matter",)), ("shown", (4, 6))),
}
"""By failure mode: knobs that work against it, with their values from the milder to the stronger one."""


@dataclass(frozen=True, slots=True)
class KnobProposal:
    """A knob to change, why, and in how many cases the failure was found."""

    strategy: str
    mode: FailureMode
    cases: int
    knob: str
    now: Knob
    better: Knob


def knob_proposals(results: Sequence[CaseResult], task: ExtractionTask, chosen: LabSettings) -> list[KnobProposal]:
    """The next stronger counter-measure for each failure mode of each strategy, the most frequent first.

    A failure whose counter-measures are all in force, or that has none, gives no proposal.
    """
    found: list[KnobProposal] = []
    for strategy in chosen.strategies:
        prompt = task.strategies[strategy]
        own = [result for result in results if result.strategy == strategy]
        current = {**prompt.defaults, **chosen.knobs(strategy)}
        counts = {
            mode: sum(any(failure.mode == mode for failure in result.score.failures) for result in own)
            for mode in COUNTER_MEASURES
        }
        taken: set[str] = set()
        for mode, count in sorted(counts.items(), key=lambda entry: -entry[1]):
            for knob, values in COUNTER_MEASURES[mode] if count else ():
                better = _stronger(current.get(knob), values, prompt.knobs.get(knob, ()))
                if better is not None and knob not in taken:
                    taken.add(knob)
                    found.append(KnobProposal(strategy, mode, count, knob, current[knob], better))
    return sorted(found, key=lambda proposal: -proposal.cases)


def _stronger(now: Knob | None, values: Sequence[Knob], offered: Sequence[Knob]) -> Knob | None:
    """The first of the values beyond the one in force; None where there is none."""
    if now is None:
        return None
    place = values.index(now) + 1 if now in values else 0
    return next((value for value in values[place:] if value in offered), None)


def with_proposals(chosen: LabSettings, proposals: Sequence[KnobProposal]) -> LabSettings:
    """The settings of a run with proposals taken up."""
    strategies = {name: dict(knobs) for name, knobs in chosen.strategies.items()}
    for proposal in proposals:
        strategies[proposal.strategy][proposal.knob] = proposal.better
    return chosen.model_copy(update={"strategies": strategies})


def with_defaults(task: ExtractionTask, chosen: LabSettings) -> ExtractionTask:
    """The task whose prompts start from the knobs of a run: the improved prompts, as their files would be."""
    strategies = dict(task.strategies)
    for name, knobs in chosen.strategies.items():
        prompt = strategies[name]
        if knobs:
            source = with_knobs(prompt, knobs)
            strategies[name] = parse_prompt(source, file=name, form=prompt.form, schema=task.checked.body)
    return replace(task, strategies=strategies)
