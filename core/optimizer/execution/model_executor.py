"""A model endpoint as executor."""

from __future__ import annotations

import time
from collections.abc import Mapping

from core.errors import BadOutput, Refused, Truncated
from core.guardrail import checked_answer
from core.llm import Endpoint, MemoryCalls, answer_of
from core.optimizer.execution.candidate_answer import AnswerState, CandidateAnswer
from core.optimizer.execution.inputs import prompt_inputs
from core.optimizer.files import Example
from core.prompting import Knob, Prompt

REASKS = 1
"""An answer that is not in the form is asked for once more; what the second one lacks is the candidate's fault."""
_STATES: tuple[tuple[type[Exception], AnswerState], ...] = ((Refused, "refused"), (Truncated, "truncated"))


class EndpointExecutor:
    """Answers by a model at temperature 0."""

    def __init__(self, endpoint: Endpoint, calls: MemoryCalls, *, max_output_tokens: int) -> None:
        """Take an endpoint whose calls are recorded in `calls`, so that those that failed are counted as well."""
        self._endpoint = endpoint
        self._calls = calls
        self._max_output_tokens = max_output_tokens

    @property
    def identity(self) -> str:
        """Role, model and address."""
        return f"{self._endpoint.role}:{self._endpoint.model}@{self._endpoint.base_url}#{self._max_output_tokens}"

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        """The model's answer."""
        messages = prompt.render(knobs, **prompt_inputs(prompt, example))
        began, first = time.perf_counter(), len(self._calls.calls)
        value, state, detail = None, "ok", ""
        try:
            if prompt.schema is None:
                text = self._endpoint.complete(
                    messages,
                    temperature=0.0,
                    max_output_tokens=self._max_output_tokens,
                    cache=False,
                    prompt_version=prompt.label,
                ).text
            else:
                checked = checked_answer(
                    self._endpoint,
                    messages,
                    prompt.schema,
                    reasks=REASKS,
                    reask_truncated=False,
                    temperature=0.0,
                    max_output_tokens=self._max_output_tokens,
                    cache=False,
                    prompt_version=prompt.label,
                )
                text, value = checked.answer.text, checked.value
        except (Refused, Truncated, BadOutput) as error:
            state = next((name for kind, name in _STATES if isinstance(error, kind)), "invalid")
            refusal = answer_of(error)
            text, detail = "" if refusal is None else refusal.text, str(error)
        made = self._calls.calls[first:]
        return CandidateAnswer(
            text=text,
            value=value,
            state=state,  # type: ignore[arg-type]  # one of the four
            detail=detail,
            engine=self._endpoint.model,
            usage=MemoryCalls.sum_of(made),
            latency_ms=(time.perf_counter() - began) * 1000,
            calls=len(made),
        )
