"""One call of an endpoint while it runs: how often it was tried, whether its reply is whole, what is recorded of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime

import orjson
import structlog

from core import tracing
from core.errors import BadOutput, EndpointDown, ModelError, Refused, Truncated
from core.llm.calls import CallLog, CallRecord
from core.llm.failed import Attempts
from core.llm.labels import model_name
from core.llm.prices import model_price
from core.llm.request import Reply, Request, Tokens, sent_form, whole_characters
from core.llm.types import ModelAnswer, ToolCall, Usage
from core.logs import log
from core.redaction import Redactor
from core.settings import Role, Settings

_LOG = log(__name__)


class RunningCall:
    """One call, from its start to its record, which is made once."""

    def __init__(
        self,
        role: Role,
        model: str,
        settings: Settings,
        calls: CallLog | None,
        prompt_version: str | None,
        redactor: Redactor,
    ) -> None:
        self.attempts = Attempts()
        self.redactor = redactor
        self._role = role
        self._model = model
        # as it is written down and shown: somebody may have put the key into the model's name
        self._named = redactor.label(model)
        self._settings = settings
        self._calls = calls
        self._prompt_version = prompt_version
        self._started = time.perf_counter()
        operation = "embeddings" if role == "embeddings" else "chat"
        self._span = tracing.open_span(
            f"{operation} {self._named}",
            {
                "gen_ai.operation.name": operation,
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": self._named,
                "shinsa.role": role,
                "shinsa.prompt": prompt_version,
            },
        )
        self._finished = False

    def answer(self, reply: Reply, request: Request, *, schema_sent: bool, key: str) -> ModelAnswer:
        """The reply as an answer, if it is whole.

        Raises:
            ModelError: it is not; its `answer` is what came.
        """
        if tracing.captures_content():
            self._span.note(
                {
                    "gen_ai.input.messages": _messages((message.role, message.content) for message in request.messages),
                    "gen_ai.output.messages": _messages([("assistant", self.redactor.text(reply.text))]),
                }
            )
        self._span.note(
            {"gen_ai.request.max_tokens": request.max_output_tokens, "gen_ai.response.finish_reasons": (reply.ending,)}
        )
        answer = ModelAnswer(
            text=self.redactor.text(whole_characters(reply.text)),
            tool_calls=tuple(self._without_keys(call) for call in reply.tool_calls),
            usage=self.usage(reply.tokens),
            model=model_name(reply.model, self.redactor) or self._named,
            request_id=self.attempts.request_id,
            finish="tool_calls" if reply.tool_calls else "stop",
            attempts=self.attempts.count,
            latency_ms=self._elapsed_ms(),
            strict=schema_sent and request.schema is not None and sent_form(request.schema).strict,
            key=key,
        )
        error = _unusable(reply, request)
        if error is not None:
            error.answer = answer
            raise error
        return answer

    def part(self, text: str, request: Request, *, schema_sent: bool) -> ModelAnswer:
        """What came of an answer that was left before its end, without the cost, which is told at the end."""
        return ModelAnswer(
            text=text,
            tool_calls=(),
            usage=Usage(),
            model=self._named,
            request_id=self.attempts.request_id,
            finish="stop",
            attempts=self.attempts.count,
            latency_ms=self._elapsed_ms(),
            strict=schema_sent and request.schema is not None and sent_form(request.schema).strict,
        )

    def _without_keys(self, call: ToolCall) -> ToolCall:
        clean = self.redactor.text
        return ToolCall(clean(call.id), clean(call.name), clean(call.arguments))

    def usage(self, tokens: Tokens) -> Usage:
        """Tokens with their price; 0 where the model has none."""
        price = model_price(self._model, self._settings)
        return Usage(tokens.input, tokens.output, 0.0 if price is None else price.cost(tokens))

    def failed(self, error: ModelError) -> None:
        """Record a call that ended in an error."""
        answer = answer_of(error)
        self.finished(error.code, Usage() if answer is None else answer.usage)

    def finished(self, outcome: str, usage: Usage, *, model: str | None = None, cached: bool = False) -> None:
        """Record how the call ended; a second time does nothing."""
        if self._finished:
            return
        self._finished = True
        session = structlog.contextvars.get_contextvars().get("session")
        record = CallRecord(
            at=datetime.now(UTC),
            role=self._role,
            model=model or self._named,
            outcome=outcome,
            attempts=self.attempts.count,
            latency_ms=0.0 if cached else self._elapsed_ms(),
            usage=usage,
            request_id=self.attempts.request_id,
            cached=cached,
            prompt_version=self._prompt_version,
            session_id=None if session is None else str(session),
        )
        _LOG.info(
            "llm.call",
            role=record.role,
            model=record.model,
            outcome=outcome,
            attempts=record.attempts,
            request_id=record.request_id,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            latency_ms=round(record.latency_ms, 1),
            cached=cached,
        )
        self._span.note(
            {
                "gen_ai.response.model": record.model,
                "gen_ai.response.id": record.request_id,
                "gen_ai.usage.input_tokens": usage.input_tokens,
                "gen_ai.usage.output_tokens": usage.output_tokens,
                "gen_ai.conversation.id": record.session_id,
                "shinsa.cost": usage.cost,
                "shinsa.attempts": record.attempts,
                "shinsa.cached": cached,
            }
        )
        if outcome not in ("ok", "closed"):
            self._span.failed(outcome)
        self._span.end()
        if self._calls is not None:
            self._calls.record(record)

    def _elapsed_ms(self) -> float:
        return (time.perf_counter() - self._started) * 1000


def _messages(messages: Iterable[tuple[str, str]]) -> str:
    """Messages in the form of the semantic conventions."""
    return orjson.dumps(
        [{"role": role, "parts": [{"type": "text", "content": whole_characters(text)}]} for role, text in messages]
    ).decode()


def _unusable(reply: Reply, request: Request) -> ModelError | None:
    if reply.length > request.longest_answer:
        return BadOutput("The answer is far longer than the token limit allows.", reason="too_long")
    limit = request.max_output_tokens
    match reply.ending:
        case "refusal":
            return Refused("The model declined to answer.", reason="refusal")
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


def answer_of(error: ModelError) -> ModelAnswer | None:
    """What a model said before its answer turned out unusable, None when it said nothing."""
    return error.answer if isinstance(error.answer, ModelAnswer) else None
