"""Handing a strategy to the optimizer: an executor and a judge of our own, which know cases, schema and scores.

The examples carry the whole case, so that both are functions of what they are given. The judge scores as the lab
does; its total is the score on a scale from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from core.errors import BadArguments
from core.extraction.engines import ExtractionEngine, read_output
from core.extraction.files import ExtractionTask, LabelledCase, unpack_task
from core.extraction.runs import EngineName, LabSettings, engine_of
from core.extraction.scoring import score_output
from core.optimizer import Example, improve
from core.optimizer.execution import AnswerState, CandidateAnswer
from core.optimizer.judging import Scores, Verdict
from core.optimizer.runs import RunBook, RunRecord
from core.prompting import Knob, Prompt
from core.settings import Settings

_CASE, _TASK = "labelled_case", "extraction_task"
_TIE = 0.01
_STATES: Mapping[str, AnswerState] = {"refusal": "refused", "content_filter": "refused", "truncated": "truncated"}


@dataclass(frozen=True, slots=True)
class CaseExecutor:
    """Reads the case of an example with one of the lab's engines."""

    engine: ExtractionEngine

    @property
    def identity(self) -> str:
        """That of the engine."""
        return f"extraction:{self.engine.identity}"

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        """The output that counts; whether it obeys the schema is the judge's to say."""
        task, case = _material(example)
        extracted = self.engine.extract(task, prompt, knobs, case.text)
        read = read_output(extracted.raw, task.schema)
        return CandidateAnswer(
            text=extracted.raw,
            value=read.value,
            state="ok" if extracted.fault is None else _STATES.get(extracted.fault, "invalid"),
            engine=extracted.engine,
            usage=extracted.usage,
            latency_ms=extracted.latency_ms,
            calls=0 if extracted.engine in ("builtin", "sampler") else len(extracted.attempts),
        )


class CaseJudge:
    """Compares two outputs by the lab's score."""

    identity = "extraction-score:1"

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        """The verdict; the order makes no difference."""
        a, b = self._scores(example, first), self._scores(example, second)
        margin = a.total - b.total
        outcome = 0.5 if abs(margin) < _TIE else float(margin > 0)
        reason = ", ".join(sorted(name for name in a.by_criterion if a.by_criterion[name] != b.by_criterion.get(name)))
        return Verdict(outcome, margin, a, b, reason, "rules", self.identity)

    def _scores(self, example: Example, answer: CandidateAnswer) -> Scores:
        task, case = _material(example)
        fault = None if answer.state in ("ok", "invalid") else answer.state
        read = read_output(answer.text, task.schema)
        score = score_output(read, answer.text, case, task, fault=fault)
        return Scores({"correctness": score.total / 20}, score.total / 100)


def rules_executor(settings: Settings) -> CaseExecutor:
    """The built-in rules."""
    return CaseExecutor(_engine("builtin", settings))


def sampler_executor(settings: Settings) -> CaseExecutor:
    """The sampler held to the schema."""
    return CaseExecutor(_engine("sampler", settings))


def extraction_executor(settings: Settings) -> CaseExecutor:
    """The endpoint of the role extraction."""
    return CaseExecutor(_engine("extraction", settings))


def chat_executor(settings: Settings) -> CaseExecutor:
    """The endpoint of the role chat."""
    return CaseExecutor(_engine("chat", settings))


def case_judge(settings: Settings) -> CaseJudge:
    """The judge by the lab's score."""
    return CaseJudge()


def _engine(name: EngineName, settings: Settings) -> ExtractionEngine:
    return engine_of(LabSettings(engine=name, strategies={"any": {}}), settings)


_EXECUTORS: Mapping[EngineName, str] = {
    "builtin": "rules_executor",
    "sampler": "sampler_executor",
    "extraction": "extraction_executor",
    "chat": "chat_executor",
}


def hand_over(
    book: RunBook,
    task: ExtractionTask,
    strategy: str,
    chosen: LabSettings,
    settings: Settings,
    *,
    user: str,
    steps: int = 200,
) -> RunRecord:
    """Start a run of the optimizer that tunes a strategy's knobs on the task's cases.

    Args:
        book: the optimizer's runs.
        task: schema, guide and cases; those held out are left to measure the winner on afterwards.
        strategy: whose knobs are tuned.
        chosen: the run of the lab, for its engine and cases.
        settings: of the workbench.
        user: who starts it.
        steps: most matches.

    Raises:
        BadArguments: there are fewer than two cases, or nothing to choose between.
        ConfigError: no endpoint is configured for the engine's role.
    """
    wanted = set(chosen.cases)
    cases = [case for case in task.cases if (not wanted or case.id in wanted) and not case.held_out]
    if len(cases) < 2:
        raise BadArguments("The optimizer needs at least two cases that are not held out.", reason="few_cases")
    place = "core.extraction.improving.duel"
    return improve(
        book,
        task.strategies[strategy],
        _examples(task, cases),
        settings,
        user=user,
        title=f"{task.name}_{strategy}",
        changes={
            "executor_path": f"{place}:{_EXECUTORS[chosen.engine]}",
            "judge_path": f"{place}:case_judge",
            "steps": steps,
            "answer_tokens": chosen.answer_tokens,
        },
    )


def _examples(task: ExtractionTask, cases: Sequence[LabelledCase]) -> list[Example]:
    packed = task.pack()
    shared = orjson.loads(packed) | {"cases": ""}
    return [
        Example(
            id=case.id,
            instruction=case.text,
            context=(),
            inputs={"text": case.text, _CASE: case.as_line(), _TASK: shared},
        )
        for case in cases
    ]


def _material(example: Example) -> tuple[ExtractionTask, LabelledCase]:
    shared: Any = example.inputs[_TASK]
    line: Any = example.inputs[_CASE]
    body = orjson.dumps({**shared, "cases": orjson.dumps(line).decode()})
    return _unpacked(body), LabelledCase.model_validate(line)


@lru_cache(maxsize=256)
def _unpacked(body: bytes) -> ExtractionTask:
    return unpack_task(body)
