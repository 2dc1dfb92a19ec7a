"""One attempt at an answer: asked, followed as it grows, judged; kept raw with how it ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from core.errors import BadOutput, ModelError, Refused, Truncated
from core.guardrail.unreadable import Fault
from core.guardrail.violation import Violation
from core.llm import Endpoint, Message, ModelAnswer, Schema, Usage, answer_of

_FINAL = frozenset({"content_filter", "connection", "too_long"})


class Judgement(NamedTuple):
    """What a judge makes of an answer: a valid value, or a fault with everything that is wrong."""

    value: dict[str, object] | None
    steps: tuple[str, ...] = ()
    fault: Fault | None = None
    errors: tuple[Violation, ...] = ()


class Ended(NamedTuple):
    """Why an answer was ended before its end: it can become no valid one."""

    why: str
    fault: Fault
    violation: Violation


class _EndedAnswer(NamedTuple):
    """An answer that was ended, as far as it came."""

    ended: Ended
    answer: ModelAnswer


class Follower(Protocol):
    """Is told an answer as it grows."""

    def feed(self, piece: str) -> Ended | None:
        """Take the next piece; gives why there is no use in reading on. May raise, which ends the asking."""


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """What is asked of whom, who judges the answer, and who is told its growing text.

    Attributes:
        endpoint: who answers.
        schema: the form that is asked for.
        judge: what makes a value of an answer.
        follower: makes the follower of one attempt; None asks for whole answers.
        whole_if_broken: whether to ask for a whole answer, with its retries, where a followed one was broken off.
        temperature, max_output_tokens, cache, prompt_version: as `Endpoint.complete` takes them.
    """

    endpoint: Endpoint
    schema: Schema
    judge: Callable[[ModelAnswer], Judgement]
    follower: Callable[[], Follower] | None = None
    whole_if_broken: bool = False
    temperature: float | None = None
    max_output_tokens: int | None = None
    cache: bool = True
    prompt_version: str | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt.

    Attributes:
        raw: the answer as it came, however much of it.
        value: the valid value; None when there is none.
        fault: what is wrong; None when it is good.
        steps: what was repaired, and `reask:<fault>` at the end where it is not valid.
        errors: everything that is wrong.
        answer: the answer with its cost, without where it was ended early; None where nothing came.
        latency_ms: from the request to the last character that was read.
        guard_ms: of our own checks.
        ended_early: why its stream was ended before its end; None when it was read to its end.
        error: the error that stands for the fault.
    """

    raw: str
    value: dict[str, object] | None
    fault: Fault | None
    steps: tuple[str, ...]
    errors: tuple[Violation, ...] = ()
    answer: ModelAnswer | None = field(default=None, repr=False)
    latency_ms: float = 0.0
    guard_ms: float = 0.0
    ended_early: str | None = None
    error: ModelError | None = None

    @property
    def usage(self) -> Usage:
        """Tokens and cost."""
        return Usage() if self.answer is None else self.answer.usage

    @property
    def request_id(self) -> str | None:
        """The endpoint's id of the request."""
        return None if self.answer is None else self.answer.request_id

    @property
    def reason(self) -> object:
        """The finer reason of the error."""
        return None if self.error is None else self.error.facts.get("reason")

    @property
    def final(self) -> bool:
        """Whether asking again is of no use."""
        return self.reason in _FINAL


def attempt(question: ModelQuestion, messages: Sequence[Message]) -> Attempt:
    """Ask once and judge what came.

    Raises:
        ModelError: there was no answer at all.
    """
    begin = time.perf_counter()
    pieces: list[str] = []
    try:
        came = _whole(question, messages) if question.follower is None else _followed(question, messages, pieces)
    except (Refused, Truncated, BadOutput) as error:
        if question.whole_if_broken and question.follower is not None and error.facts.get("reason") == "connection":
            return attempt(replace(question, follower=None), messages)
        return _broken(error, "".join(pieces), begin)
    if isinstance(came, _EndedAnswer):
        return _ended(came.ended, came.answer, begin)
    took, checked = _ms(begin), time.perf_counter()
    value, steps, fault, errors = question.judge(came)
    bad = None
    if value is None:
        bad = BadOutput(f"The answer is not valid: {fault}.", reason=fault, violations=len(errors))
        bad.answer = came
        steps = (*steps, f"reask:{fault}")
    return Attempt(came.text, value, fault, steps, errors, came, took, _ms(checked), None, bad)


def _ended(why: Ended, part: ModelAnswer, begin: float) -> Attempt:
    error = BadOutput(f"The answer can no longer become valid: {why.why}.", reason=why.fault, violations=1)
    error.answer = part
    return Attempt(
        raw=part.text,
        value=None,
        fault=why.fault,
        steps=(f"ended:{why.why}", f"reask:{why.fault}"),
        errors=(why.violation,),
        answer=part,
        latency_ms=_ms(begin),
        ended_early=why.why,
        error=error,
    )


def _whole(question: ModelQuestion, messages: Sequence[Message]) -> ModelAnswer:
    return question.endpoint.complete(
        messages,
        schema=question.schema,
        temperature=question.temperature,
        max_output_tokens=question.max_output_tokens,
        cache=question.cache,
        prompt_version=question.prompt_version,
    )


def _cached(question: ModelQuestion, messages: Sequence[Message]) -> ModelAnswer | None:
    return question.endpoint.cached_answer(
        messages,
        schema=question.schema,
        temperature=question.temperature,
        max_output_tokens=question.max_output_tokens,
        prompt_version=question.prompt_version,
    )


def _followed(question: ModelQuestion, messages: Sequence[Message], pieces: list[str]) -> ModelAnswer | _EndedAnswer:
    assert question.follower is not None
    if question.cache and (cached := _cached(question, messages)) is not None:
        return cached
    follower = question.follower()
    with question.endpoint.stream(
        messages,
        schema=question.schema,
        temperature=question.temperature,
        max_output_tokens=question.max_output_tokens,
        cache=question.cache,
        prompt_version=question.prompt_version,
    ) as stream:
        for piece in stream:
            pieces.append(piece)
            ended = follower.feed(piece)
            if ended is not None:
                return _EndedAnswer(ended, stream.so_far("".join(pieces)))
        return stream.answer


def _broken(error: Refused | Truncated | BadOutput, raw: str, begin: float) -> Attempt:
    answer = answer_of(error)
    fault: Fault = "empty"
    if isinstance(error, Refused):
        fault = "content_filter" if error.facts.get("reason") == "content_filter" else "refusal"
    elif isinstance(error, Truncated) or error.facts.get("reason") == "too_long":
        fault = "truncated"
    return Attempt(
        raw=raw or ("" if answer is None else answer.text),
        value=None,
        fault=fault,
        steps=(f"reask:{fault}",),
        errors=(Violation("", f"broken_{fault}", {"detail": str(error)}),),
        answer=answer,
        latency_ms=_ms(begin),
        error=error,
    )


def _ms(begin: float) -> float:
    return (time.perf_counter() - begin) * 1000
