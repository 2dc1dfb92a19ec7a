"""The content-addressed cache of answers: the same question to the same model is not paid twice."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import orjson
from pydantic import TypeAdapter, ValidationError

from core.llm.types import Message, ModelAnswer, Schema, Tool, Usage

_ANSWER: TypeAdapter[ModelAnswer] = TypeAdapter(ModelAnswer)


class AnswerCache(Protocol):
    """Bodies by key. May be used from several threads."""

    def get(self, key: str) -> str | None:
        """The body, None when there is none."""

    def put(self, key: str, body: str) -> None:
        """Keep a body; a body that is there already may stay."""

    def drop(self, key: str) -> None:
        """Forget a body, if it is there."""


class MemoryCache:
    """A cache for one process."""

    def __init__(self) -> None:
        self._bodies: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The body, None when there is none."""
        return self._bodies.get(key)

    def put(self, key: str, body: str) -> None:
        """Keep a body."""
        self._bodies[key] = body

    def drop(self, key: str) -> None:
        """Forget a body, if it is there."""
        self._bodies.pop(key, None)


def answer_key(
    *,
    base_url: str,
    model: str,
    messages: Sequence[Message],
    schema: Schema | None,
    tools: Sequence[Tool],
    parameters: Mapping[str, float | int | None],
) -> str:
    """SHA-256 over everything that decides an answer. The key of the API is no part of it."""
    content = {
        "base_url": base_url,
        "model": model,
        "messages": list(messages),
        "schema": None if schema is None else {"name": schema.name, "body": schema.body},
        "tools": [{"name": t.name, "description": t.description, "parameters": t.parameters} for t in tools],
        "parameters": parameters,
    }
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()


def to_body(answer: ModelAnswer) -> str:
    """An answer as the cache keeps it."""
    return _ANSWER.dump_json(answer).decode()


def from_body(body: str | None) -> ModelAnswer | None:
    """The answer that `to_body` wrote, as cached and free of cost; None for no body or one of another version."""
    if body is None:
        return None
    try:
        answer = _ANSWER.validate_json(body)
    except ValidationError:
        return None
    return replace(answer, cached=True, attempts=0, latency_ms=0.0, usage=Usage())
