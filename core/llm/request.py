"""One question to a model and the raw reply, in no API's dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.llm.protocol.strict import strict_subset
from core.llm.types import Message, Schema, Tool, ToolCall

_CHARACTERS_A_TOKEN = 16
_LEAST_LONGEST = 65_536

Ending = Literal["stop", "tool_calls", "length", "content_filter", "refusal", "cut", "failed"]


_MOST_TOKENS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model."""

    model: str
    messages: tuple[Message, ...]
    schema: Schema | None
    tools: tuple[Tool, ...]
    temperature: float | None
    max_output_tokens: int
    stream: bool = False

    @property
    def longest_answer(self) -> int:
        """Characters of the longest answer that is read: more than its tokens can have, so the limit was not kept."""
        return max(_LEAST_LONGEST, _CHARACTERS_A_TOKEN * self.max_output_tokens)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one reply; `cached_input` are part of the input, `reasoning` of the output.

    An endpoint may say any number: one below 0, or more than a reply can have, is not taken over.
    """

    input: int = 0
    output: int = 0
    cached_input: int = 0
    reasoning: int = 0

    def __post_init__(self) -> None:
        for kind in self.__slots__:
            object.__setattr__(self, kind, min(max(getattr(self, kind), 0), _MOST_TOKENS))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, before anything is judged."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    ending: Ending
    tokens: Tokens = field(default_factory=Tokens)
    model: str = ""

    @property
    def length(self) -> int:
        """Characters of the text and of all calls."""
        return len(self.text) + sum(len(call.id) + len(call.name) + len(call.arguments) for call in self.tool_calls)


@dataclass(frozen=True, slots=True)
class SentForm:
    """The JSON Schema that goes to the endpoint and whether it goes in strict mode."""

    name: str
    schema: Mapping[str, object]
    strict: bool


def sent_form(schema: Schema) -> SentForm:
    """The strict subset of a schema or, where it has none, the full schema in loose mode."""
    strict = strict_subset(schema.body)
    return SentForm(schema.name, schema.body if strict is None else strict, strict is not None)


def whole_characters(text: str) -> str:
    """The text with the halves of surrogate pairs joined, and replaced where the other half is missing."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
