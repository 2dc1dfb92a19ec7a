"""What an engine made of a text, and the protocol of engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypedDict

from core.extraction.files import ExtractionTask
from core.llm import Usage
from core.prompting import Knob, Prompt

MOST_STORED = 20_000
"""Characters of an output that are stored; more of one is no use to a reader."""


class StoredTextAttempt(TypedDict):
    """An attempt as JSON: `raw` is cut to `MOST_STORED` characters, `length` is that of the whole."""

    raw: str
    length: int
    fault: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class TextAttempt:
    """One output as it came, and why it was not good enough; no fault where it was."""

    raw: str
    fault: str | None = None
    detail: str = ""

    def as_json(self) -> StoredTextAttempt:
        """The attempt as it is stored."""
        return {"raw": self.raw[:MOST_STORED], "length": len(self.raw), "fault": self.fault, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The outputs of an engine for one text, the one that counts last.

    `fault` is `refusal`, `content_filter`, `truncated` or `empty` where there is no whole output.
    """

    attempts: tuple[TextAttempt, ...]
    engine: str
    fault: str | None = None
    usage: Usage = field(default_factory=Usage)
    latency_ms: float = 0.0

    @property
    def raw(self) -> str:
        """The output that counts."""
        return self.attempts[-1].raw


class ExtractionEngine(Protocol):
    """Reads a text into an object of a task's schema, as a prompt with its knobs set says."""

    @property
    def identity(self) -> str:
        """What decides its outputs beside prompt, knobs and text."""
        ...

    def extract(self, task: ExtractionTask, prompt: Prompt, knobs: Mapping[str, Knob], text: str) -> ExtractedText:
        """The outputs.

        Raises:
            ModelError: an endpoint could not be reached.
            BadArguments: the engine cannot do this task.
        """
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...
