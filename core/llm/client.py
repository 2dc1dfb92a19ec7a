"""An OpenAI-compatible endpoint in one role: answers, streams of text and embeddings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError
from core.llm.asking import Asker
from core.llm.cache import AnswerCache, answer_key, from_body, to_body
from core.llm.calls import CallLog
from core.llm.embedding import embedded
from core.llm.protocol.abilities import Abilities
from core.llm.request import Request, Tokens, sent_form
from core.llm.running import RunningCall
from core.llm.stream import AnswerStream
from core.llm.types import Message, ModelAnswer, Schema, Tool
from core.settings import Role, Settings

if TYPE_CHECKING:
    from core.llm.protocol.wire import Wire

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class Endpoint:
    """One model at one address. Safe for several threads; close it, or use it as a context manager."""

    def __init__(
        self,
        *,
        role: Role,
        model: str,
        base_url: str,
        wire: Wire,
        abilities: Abilities,
        settings: Settings,
        cache: AnswerCache | None = None,
        calls: CallLog | None = None,
    ) -> None:
        self.role = role
        self.model = model
        self.base_url = base_url
        self._wire = wire
        self._asker = Asker(wire, abilities)
        self._settings = settings
        self._cache = cache if settings.llm_cache and role != "chat" else None
        self._calls = calls

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        tools: Sequence[Tool] = (),
        temperature: float | None = None,
        max_output_tokens: int | None = None,
        cache: bool = True,
        prompt_version: str | None = None,
    ) -> ModelAnswer:
        """A finished answer.

        The schema is asked for where the endpoint knows schemas; the answer is not checked against it here
        (`core.guardrail.checked_answer` does).

        Args:
            messages: the conversation so far.
            schema: form of the answer.
            tools: functions that the model may ask for.
            temperature: None leaves it to the endpoint.
            max_output_tokens: None takes the setting.
            cache: whether an answer from the cache will do; never so for the chat role.
            prompt_version: for the record, such as `extraction@1`.

        Raises:
            Refused, Truncated, BadOutput: the answer is not usable; `answer_of` gives what came.
            ModelTimeout, RateLimited, EndpointDown, EndpointRejected: there is no answer, after all retries.
        """
        request = self._request(messages, schema, tools, temperature, max_output_tokens)
        kept_in = self._cache if cache else None
        key = "" if kept_in is None else self._key(request)
        kept = self._cached(request, prompt_version) if cache else None
        if kept is not None:
            return kept
        call = self._call(prompt_version)
        try:
            reply = self._asker.ask(request, call.attempts)
            answer = call.answer(reply, request, schema_sent=self._schema_sent, key=key)
        except ModelError as error:
            call.failed(error)
            raise
        call.finished("ok", answer.usage, model=answer.model)
        if kept_in is not None:
            kept_in.put(key, to_body(answer))
        return answer

    def stream(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        tools: Sequence[Tool] = (),
        temperature: float | None = None,
        max_output_tokens: int | None = None,
        cache: bool = False,
        prompt_version: str | None = None,
    ) -> AnswerStream:
        """The answer's text as it grows; its `answer` when it has ended.

        Args:
            messages, schema, tools, temperature, max_output_tokens, prompt_version: as `complete` takes them.
            cache: whether an answer that came to its end goes into the cache; never so for the chat role.

        Raises:
            ModelError: as `complete` says; while reading as well.
        """
        plain = self._request(messages, schema, tools, temperature, max_output_tokens)
        kept_in = self._cache if cache else None
        key = "" if kept_in is None else self._key(plain)
        request = replace(plain, stream=True)
        call = self._call(prompt_version)
        try:
            growing = self._asker.open(request, call.attempts)
        except ModelError as error:
            call.failed(error)
            raise
        keep = None if kept_in is None else lambda answer: kept_in.put(key, to_body(answer))
        return AnswerStream(growing, request, call, schema_sent=self._schema_sent, key=key, keep=keep)

    def cached_answer(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        temperature: float | None = None,
        max_output_tokens: int | None = None,
        prompt_version: str | None = None,
    ) -> ModelAnswer | None:
        """The answer from the cache; None where there is none. Arguments as of `complete`."""
        return self._cached(self._request(messages, schema, (), temperature, max_output_tokens), prompt_version)

    def _cached(self, request: Request, prompt_version: str | None) -> ModelAnswer | None:
        kept = None if self._cache is None else from_body(self._cache.get(self._key(request)))
        if kept is not None:
            self._call(prompt_version).finished("ok", kept.usage, model=kept.model, cached=True)
        return kept

    def asks_strictly(self, schema: Schema) -> bool:
        """Whether answers of this form are asked for in strict mode, in which nothing is mended."""
        return self._schema_sent and sent_form(schema).strict

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of unit length, one row a text, in the order of the texts.

        Raises:
            BadArguments: a text is empty.
            ModelError: no usable vectors.
        """
        call = self._call(None)
        try:
            vectors, tokens = embedded(self._wire, self.model, [_sendable(text) for text in texts], call.attempts)
        except ModelError as error:
            call.failed(error)
            raise
        call.finished("ok", call.usage(Tokens(tokens)))
        return vectors

    def forget(self, answer: ModelAnswer) -> None:
        """Drop an answer from the cache: it was not usable after all."""
        if self._cache is not None:
            self._cache.drop(answer.key)

    def close(self) -> None:
        """Close all connections."""
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _schema_sent(self) -> bool:
        return self._asker.abilities.form == "json_schema"

    def _call(self, prompt_version: str | None) -> RunningCall:
        return RunningCall(self.role, self.model, self._settings, self._calls, prompt_version, self._wire.redactor)

    def _request(
        self,
        messages: Sequence[Message],
        schema: Schema | None,
        tools: Sequence[Tool],
        temperature: float | None,
        max_output_tokens: int | None,
    ) -> Request:
        limit = max_output_tokens or self._settings.llm_max_output_tokens
        sendable = tuple(replace(message, content=_sendable(message.content)) for message in messages)
        return Request(self.model, sendable, schema, tuple(tools), temperature, limit)

    def _key(self, request: Request) -> str:
        return answer_key(
            base_url=self.base_url,
            model=self.model,
            messages=request.messages,
            schema=request.schema,
            tools=request.tools,
            parameters={"temperature": request.temperature, "max_output_tokens": request.max_output_tokens},
        )


def _sendable(text: str) -> str:
    """The text without halves of surrogate pairs, which cannot be sent; damaged PDFs hold some."""
    return _HALF_CHARACTER.sub("\ufffd", text)
