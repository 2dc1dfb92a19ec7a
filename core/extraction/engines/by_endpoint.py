"""A model endpoint as extractor: asked, judged by the guardrail, asked again with everything that is wrong."""

from __future__ import annotations

import time
from collections.abc import Mapping

import orjson

from core.extraction.engines.extracted import ExtractedText, TextAttempt
from core.extraction.engines.output_read import requested_schema
from core.extraction.files import ExtractionTask
from core.guardrail import ModelQuestion, attempts, judged_by_schema
from core.llm import Endpoint, Message, Usage
from core.prompting import Knob, Prompt

_WHOLE = frozenset({"parse_error", "schema_error", "ambiguous"})


class EndpointEngine:
    """Extracts by a model at temperature 0."""

    def __init__(self, endpoint: Endpoint, *, reasks: int, max_output_tokens: int) -> None:
        """Take an endpoint and how often it is asked again."""
        self._endpoint = endpoint
        self._reasks = reasks
        self._max_output_tokens = max_output_tokens

    @property
    def identity(self) -> str:
        """Model, address, and how often it is asked again."""
        return f"{self._endpoint.model}@{self._endpoint.base_url}#{self._reasks}#{self._max_output_tokens}"

    def extract(self, task: ExtractionTask, prompt: Prompt, knobs: Mapping[str, Knob], text: str) -> ExtractedText:
        """The model's outputs; a required field that is left out is no reason to ask again: the text may lack it."""
        requested = requested_schema(task.schema)
        question = ModelQuestion(
            self._endpoint,
            requested,
            lambda answer: judged_by_schema(answer, requested),
            temperature=0.0,
            max_output_tokens=self._max_output_tokens,
            cache=False,
            prompt_version=prompt.label,
        )
        began = time.perf_counter()
        made = list(attempts(question, messages_of(task, prompt, knobs, text), reasks=self._reasks))
        outputs = tuple(
            TextAttempt(
                attempt.raw,
                attempt.fault,
                "; ".join(f"{error.path or '/'}: {error.message_en}" for error in attempt.errors[:5]),
            )
            for attempt in made
        )
        last = made[-1]
        return ExtractedText(
            outputs,
            self._endpoint.model,
            fault=None if last.fault is None or last.fault in _WHOLE else last.fault,
            usage=sum((attempt.usage for attempt in made), Usage()),
            latency_ms=(time.perf_counter() - began) * 1000,
        )

    def close(self) -> None:
        """Close the connection."""
        self._endpoint.close()


def messages_of(task: ExtractionTask, prompt: Prompt, knobs: Mapping[str, Knob], text: str) -> tuple[Message, ...]:
    """The messages of a prompt for a text; examples are shown with their answers as one line of JSON."""
    inputs: dict[str, object] = {"text": text}
    if "examples" in prompt.inputs:
        inputs["examples"] = [
            {"text": example.text, "answer": orjson.dumps(example.expected).decode()} for example in task.examples
        ]
    return prompt.render(knobs, **inputs)
