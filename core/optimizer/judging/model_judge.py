"""A model as judge: it scores both answers by the rubric; its verdict counts only where it agrees with its scores."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson

from core.errors import BadOutput, ModelTimeout, Refused, Truncated
from core.guardrail import checked_answer
from core.llm import Endpoint, MemoryCalls, Message, ModelAnswer, Schema
from core.optimizer.execution import CandidateAnswer
from core.optimizer.files import Example, Rubric
from core.optimizer.files.rubric import compare
from core.optimizer.judging.rules import all_claims_cited, citations_valid
from core.optimizer.judging.verdict import Scores, Verdict, failed_verdict, verdict_of
from core.prompting import Prompt, load_prompt

VERDICT_TOKENS = 2_048
"""Most tokens of a verdict."""
_SIDES = ("first", "second")
_ROUNDING = 0.5
"""So far a model's own sum of its scores may lie from the real one: sums are not what it is asked to be good at."""
_OUTCOMES = {"first": 1.0, "tie": 0.5, "second": 0.0}


def verdict_schema(rubric: Rubric, *, citations: bool) -> Schema:
    """The form of a verdict under a rubric; with `citations`, each side also says whether its citations hold."""
    scores = {name: {"type": "number", "minimum": 0, "maximum": c.max} for name, c in rubric.criteria.items()}
    flags = {name: {"type": "boolean"} for name in ("citation_ids_valid", "all_claims_cited")} if citations else {}
    side = _closed({**scores, **flags})
    total = {"type": "number", "minimum": 0, "maximum": rubric.most}
    return Schema(
        "verdict",
        _closed(
            {
                "reason": {"type": "string"},
                **dict.fromkeys(_SIDES, side),
                "totals": _closed(dict.fromkeys(_SIDES, total)),
                "verdict": {"type": "string", "enum": ["first", "second", "tie"]},
            }
        ),
    )


def _closed(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": dict(properties),
    }


class EndpointJudge:
    """Judges by a model at temperature 0."""

    def __init__(self, endpoint: Endpoint, calls: MemoryCalls, prompt: Prompt, rubric: Rubric, *, reasks: int) -> None:
        """Take an endpoint whose calls are recorded in `calls`; a bad verdict is asked again `reasks` times."""
        self._endpoint = endpoint
        self._calls = calls
        self._prompt = prompt
        self._rubric = rubric
        self._reasks = reasks

    @property
    def identity(self) -> str:
        """Model, address, prompt and rubric."""
        model = f"{self._endpoint.model}@{self._endpoint.base_url}"
        return f"model:{model}:{self._prompt.fingerprint}:{self._rubric.model_dump_json()}:{self._reasks}"

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        """The model's verdict, or why there is none."""
        began, before = time.perf_counter(), len(self._calls.calls)
        try:
            verdict = self._requested(example, first, second)
        except (Refused, Truncated, BadOutput, ModelTimeout) as error:
            failure = str(error.facts.get("reason") or error.code)
            verdict = failed_verdict(failure, str(error), by="model", engine=self._endpoint.model)
        made = self._calls.calls[before:]
        return replace(
            verdict,
            usage=MemoryCalls.sum_of(made),
            calls=len(made),
            latency_ms=(time.perf_counter() - began) * 1000,
        )

    def _requested(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        schema = verdict_schema(self._rubric, citations=bool(example.context))
        messages = self._messages(example, first, second, schema)
        conversation = messages
        left = self._reasks
        while True:
            checked = checked_answer(
                self._endpoint,
                conversation,
                schema,
                reasks=left,
                temperature=0.0,
                max_output_tokens=VERDICT_TOKENS,
                cache=False,
                prompt_version=self._prompt.label,
            )
            wrong = contradictions(checked.value, self._rubric)
            if not wrong:
                return self._verdict(checked.value, example, (first, second))
            left -= len(checked.answers)
            if left < 0:
                raise BadOutput(f"The verdict contradicts its own scores: {wrong[0]}", reason="inconsistent")
            conversation = (*messages, *_again(checked.answer, wrong))

    def _messages(
        self, example: Example, first: CandidateAnswer, second: CandidateAnswer, schema: Schema
    ) -> tuple[Message, ...]:
        language = example.answer_language
        criteria = [
            {"name": name, "max": f"{criterion.max:g}", "words": criterion.words(language)}
            for name, criterion in self._rubric.criteria.items()
        ]
        return self._prompt.render(
            instruction=example.instruction,
            context=example.text,
            first=first.text,
            second=second.text,
            criteria=criteria,
            form=orjson.dumps(schema.body).decode(),
        )

    def _verdict(
        self, value: Mapping[str, Any], example: Example, answers: tuple[CandidateAnswer, CandidateAnswer]
    ) -> Verdict:
        a, b = (self._scores(value[name], example, answer) for name, answer in zip(_SIDES, answers, strict=True))
        return verdict_of(a, b, self._rubric, reason=str(value["reason"]), by="model", engine=self._endpoint.model)

    def _scores(self, value: Mapping[str, Any], example: Example, answer: CandidateAnswer) -> Scores:
        scored = {criterion: float(value[criterion]) for criterion in self._rubric.criteria}
        # Whether ids exist is a fact: rules know it, whatever the model says.
        valid = citations_valid(answer, example) if example.context else None
        cited = all_claims_cited(answer) if example.context else None
        return Scores(scored, self._rubric.total(scored), valid, cited)


def contradictions(value: Mapping[str, Any], rubric: Rubric) -> list[str]:
    """What in a verdict of the right form contradicts its own scores, in words for the model."""
    sums = {name: sum(float(value[name][criterion]) for criterion in rubric.criteria) for name in _SIDES}
    found = [
        f"totals.{name} is {float(value['totals'][name]):g}, but the scores of {name} add up to {sums[name]:g}."
        for name in _SIDES
        if abs(float(value["totals"][name]) - sums[name]) > _ROUNDING
    ]
    compared = compare(sums["first"] / rubric.most, sums["second"] / rubric.most, rubric)
    given = _OUTCOMES[value["verdict"]]
    # Below the bound of ties either word will do, as long as it is not the lesser answer that is called better.
    fits = given == compared.outcome or (
        compared.outcome == 0.5 and (given - 0.5) * compared.margin >= 0 and compared.margin != 0
    )
    if not fits:
        found.append(
            f"verdict is {value['verdict']}, but the scores add up to {sums['first']:g} for the first"
            f" and {sums['second']:g} for the second."
        )
    return found


def _again(answer: ModelAnswer, wrong: list[str]) -> tuple[Message, ...]:
    question = load_prompt("reask").render(error="inconsistent", details=wrong)
    return (Message("assistant", answer.text), *question)
