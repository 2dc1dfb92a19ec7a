"""An OpenAI-compatible endpoint in one role: answers, streams of text and embeddings."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
import structlog
from numpy.typing import NDArray

from core.errors import BadOutput, EndpointDown, ModelError, Refused, Truncated
from core.llm.abilities import Abilities
from core.llm.asking import Asker, GrowingReply
from core.llm.cache import AnswerCache, answer_key, from_body, to_body
from core.llm.calls import CallLog, CallRecord
from core.llm.embedding import embedded
from core.llm.failed import Attempts, Failed
from core.llm.request import Reply, Request, sent_form
from core.llm.types import Answer, Message, Schema, Tool, Usage
from core.logs import log
from core.settings import Role, Settings

if TYPE_CHECKING:
    from core.llm.wire import Wire

_LOG = log(__name__)


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
    ) -> Answer:
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
        key = self._key(request)
        if self._cache is not None and cache and (body := self._cache.get(key)) is not None:
            kept = from_body(body)
            if kept is not None:
                self._record(_Call(prompt_version), "ok", kept)
                return kept
        call = _Call(prompt_version)
        try:
            answer = self._judged(self._asker.ask(request, call.attempts), request, call, key)
        except ModelError as error:
            self._record(call, error.code, answer_of(error))
            raise
        self._record(call, "ok", answer)
        if self._cache is not None and cache:
            self._cache.put(key, to_body(answer))
        return answer

    def stream(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None = None,
        tools: Sequence[Tool] = (),
        temperature: float | None = None,
        max_output_tokens: int | None = None,
        prompt_version: str | None = None,
    ) -> AnswerStream:
        """The answer's text as it grows; its `answer` when it has ended. Nothing of it is cached.

        Raises:
            ModelError: as `complete` says; while reading as well.
        """
        request = self._request(messages, schema, tools, temperature, max_output_tokens, stream=True)
        call = _Call(prompt_version)
        try:
            growing = self._asker.open(request, call.attempts)
        except ModelError as error:
            self._record(call, error.code, None)
            raise
        return AnswerStream(self, growing, request, call)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of unit length, one row a text, in the order of the texts.

        Raises:
            BadArguments: a text is empty.
            ModelError: no usable vectors.
        """
        call = _Call(None)
        try:
            vectors, tokens = embedded(self._wire, self.model, texts, call.attempts)
        except ModelError as error:
            self._record(call, error.code, None)
            raise
        usage = self._usage(tokens, 0)
        self._keep(call, "ok", self.model, usage, cached=False)
        return vectors

    def forget(self, answer: Answer) -> None:
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

    def _request(
        self,
        messages: Sequence[Message],
        schema: Schema | None,
        tools: Sequence[Tool],
        temperature: float | None,
        max_output_tokens: int | None,
        *,
        stream: bool = False,
    ) -> Request:
        limit = max_output_tokens or self._settings.llm_max_output_tokens
        return Request(self.model, tuple(messages), schema, tuple(tools), temperature, limit, stream)

    def _key(self, request: Request) -> str:
        if self._cache is None:
            return ""
        return answer_key(
            base_url=self.base_url,
            model=self.model,
            messages=request.messages,
            schema=request.schema,
            tools=request.tools,
            parameters={"temperature": request.temperature, "max_output_tokens": request.max_output_tokens},
        )

    def _usage(self, input_tokens: int, output_tokens: int) -> Usage:
        prices = self._settings
        cost = input_tokens * prices.price_input_per_million + output_tokens * prices.price_output_per_million
        return Usage(input_tokens, output_tokens, cost / 1_000_000)

    def _judged(self, reply: Reply, request: Request, call: _Call, key: str) -> Answer:
        """The answer, if it is whole.

        Raises:
            ModelError: it is not.
        """
        asked_strict = request.schema is not None and self._asker.abilities.form == "json_schema"
        answer = Answer(
            text=reply.text,
            tool_calls=reply.tool_calls,
            usage=self._usage(reply.input_tokens, reply.output_tokens),
            model=reply.model or self.model,
            request_id=call.attempts.request_id,
            finish="tool_calls" if reply.tool_calls else "stop",
            attempts=call.attempts.count,
            latency_ms=call.elapsed_ms,
            strict=asked_strict and request.schema is not None and sent_form(request.schema).strict,
            key=key,
        )
        error = _unusable(reply, request.max_output_tokens)
        if error is not None:
            error.answer = answer
            raise error
        return answer

    def _record(self, call: _Call, outcome: str, answer: Answer | None) -> None:
        if answer is None:
            self._keep(call, outcome, self.model, Usage(), cached=False)
        else:
            self._keep(call, outcome, answer.model, answer.usage, cached=answer.cached)

    def _keep(self, call: _Call, outcome: str, model: str, usage: Usage, *, cached: bool) -> None:
        session = structlog.contextvars.get_contextvars().get("session")
        record = CallRecord(
            at=datetime.now(UTC),
            role=self.role,
            model=model,
            outcome=outcome,
            attempts=call.attempts.count,
            latency_ms=0.0 if cached else call.elapsed_ms,
            usage=usage,
            request_id=call.attempts.request_id,
            cached=cached,
            prompt_version=call.prompt_version,
            session_id=None if session is None else str(session),
        )
        _LOG.info(
            "llm.call",
            role=self.role,
            model=model,
            outcome=outcome,
            attempts=record.attempts,
            request_id=record.request_id,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            latency_ms=round(record.latency_ms, 1),
            cached=cached,
        )
        if self._calls is not None:
            self._calls.record(record)


class _Call:
    """The running count of one call: when it began and how often it was tried."""

    def __init__(self, prompt_version: str | None) -> None:
        self.attempts = Attempts()
        self.prompt_version = prompt_version
        self._started = time.perf_counter()

    @property
    def elapsed_ms(self) -> float:
        return (time.perf_counter() - self._started) * 1000


class AnswerStream:
    """Texts of an answer in order, then the answer. Leave early by `close`: it is recorded as closed."""

    def __init__(self, endpoint: Endpoint, growing: GrowingReply, request: Request, call: _Call) -> None:
        self._endpoint = endpoint
        self._growing = growing
        self._request = request
        self._call = call
        self._answer: Answer | None = None
        self._recorded = False
        self._texts = self._read()

    def __iter__(self) -> Iterator[str]:
        """Texts in order.

        Raises:
            ModelError: the answer broke off or is not usable; `answer_of` gives what came.
        """
        return self._texts

    @property
    def answer(self) -> Answer:
        """The finished answer.

        Raises:
            RuntimeError: the stream has not been read to its end.
        """
        if self._answer is None:
            raise RuntimeError("the stream has not been read to its end")
        return self._answer

    def _read(self) -> Iterator[str]:
        endpoint = self._endpoint
        try:
            try:
                yield from self._growing
            except Failed as error:
                raise self._broken(error.failure.error) from None
            self._answer = endpoint._judged(self._growing.reply(), self._request, self._call, "")
        except ModelError as error:
            self._finish(error.code, answer_of(error))
            raise
        finally:
            self._growing.close()
        self._finish("ok", self._answer)

    def _broken(self, error: ModelError) -> ModelError:
        """A broken connection is a cut answer; anything else stays what it is."""
        if error.facts.get("reason") == "connection":
            try:
                self._endpoint._judged(self._growing.reply(), self._request, self._call, "")
            except ModelError as cut:
                return cut
        return error

    def _finish(self, outcome: str, answer: Answer | None) -> None:
        if not self._recorded:
            self._recorded = True
            self._endpoint._record(self._call, outcome, answer)

    def close(self) -> None:
        """Close the connection."""
        self._growing.close()
        self._finish("closed", None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _unusable(reply: Reply, limit: int) -> ModelError | None:
    match reply.ending:
        case "refusal":
            return Refused("The model declined to answer.", reason="refusal", words=reply.note[:300])
        case "content_filter":
            return Refused("The endpoint's content filter stopped the answer.", reason="content_filter")
        case "length":
            return Truncated("The answer reached the token limit.", reason="length", limit=limit)
        case "cut":
            return Truncated("The connection broke within the answer.", reason="connection")
        case "failed":
            return EndpointDown("The model failed within the answer.", reason="failed")
        case "stop" | "tool_calls" if not reply.text.strip() and not reply.tool_calls:
            return BadOutput("The answer is empty.", reason="empty")
    return None


def answer_of(error: ModelError) -> Answer | None:
    """What a model said before its answer turned out unusable, None when it said nothing."""
    return error.answer if isinstance(error.answer, Answer) else None
