"""What goes to a model endpoint and what comes back, as values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MessageRole = Literal["system", "user", "assistant", "tool"]
Finish = Literal["stop", "tool_calls"]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to call a function. `arguments` is the raw JSON text: it is checked where the call is made."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    An assistant's message may carry `tool_calls`; a tool's message names the call that it answers.
    """

    role: MessageRole
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may ask for. `parameters` is the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, object]

    def __post_init__(self) -> None:
        _check_name(self.name)


@dataclass(frozen=True, slots=True)
class Schema:
    """A named JSON Schema that an answer must obey. Endpoints get the part of it that they know; we check all of it."""

    name: str
    body: Mapping[str, object]

    def __post_init__(self) -> None:
        _check_name(self.name)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several calls, and their price in the currency of the price settings."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, self.cost + other.cost
        )


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A finished answer of a model.

    `model` is what the endpoint says it is, else what was asked for. `attempts` counts requests, retries included;
    0 when the answer came from the cache, whose `usage` is then zero as well. `strict` says that the endpoint was
    asked for the strict form, in which optional properties come as null. `key` addresses the answer in the cache.
    """

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    model: str
    request_id: str | None
    finish: Finish
    attempts: int
    latency_ms: float
    cached: bool = False
    strict: bool = False
    key: str = ""


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(f"a name for an endpoint has 1 to 64 letters, digits, _ or -: {name!r}")
