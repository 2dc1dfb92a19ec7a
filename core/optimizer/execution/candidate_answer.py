"""What a candidate answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from core.llm import Usage
from core.optimizer.files import Example
from core.prompting import Knob, Prompt

AnswerState = Literal["ok", "invalid", "refused", "truncated"]


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """One candidate's answer to one example.

    Attributes:
        text: as it came; what a judge sees.
        value: the object, where the prompt asks for one and the answer is one.
        state: `ok`, or why it is not usable.
        detail: what is wrong with it, in English; empty when nothing is.
        engine: who answered.
        usage: tokens and price; zero when it came from the cache.
        latency_ms: how long it took when it was made.
        calls: calls of an endpoint that it took; 0 from the cache.
    """

    text: str
    value: Mapping[str, object] | None
    state: AnswerState
    engine: str
    detail: str = ""
    usage: Usage = field(default_factory=Usage)
    latency_ms: float = 0.0
    calls: int = 0

    def as_json(self) -> dict[str, Any]:
        """The answer as it is stored."""
        return {
            "text": self.text,
            "value": self.value,
            "state": self.state,
            "engine": self.engine,
            "detail": self.detail,
            "usage": [self.usage.input_tokens, self.usage.output_tokens, self.usage.cost],
            "latency_ms": round(self.latency_ms, 1),
            "calls": self.calls,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> CandidateAnswer:
        """The answer as it was stored."""
        return cls(**{**stored, "usage": Usage(*stored["usage"])})


class Executor(Protocol):
    """Answers examples as a prompt with its knobs set asks for. Deterministic as far as the engine allows."""

    @property
    def identity(self) -> str:
        """What decides its answers beside prompt, knobs and example, such as the model. Part of the cache's key."""
        ...

    def answer(self, prompt: Prompt, knobs: Mapping[str, Knob], example: Example) -> CandidateAnswer:
        """The answer, usable or not.

        Raises:
            ModelTimeout, RateLimited, EndpointDown, EndpointRejected: there is none.
            BadArguments: the executor cannot do this prompt.
        """
        ...
