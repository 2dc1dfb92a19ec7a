"""One attempt at an answer: what was asked for, what came, how it ended; kept raw with the turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from core.errors import BadOutput, ModelError, Refused, Truncated
from core.guardrail import NotStrict, Outcome, Policy, Violation, guard, parsed_fast, violations
from core.interview.growing import MessageReader
from core.interview.versions import Version
from core.llm import Answer, Endpoint, Message, Schema, Usage, answer_of, without_nulls

Fault = Literal[
    "parse_error", "schema_error", "truncated", "ambiguous", "empty", "refusal", "content_filter", "stopped"
]
_MOST_ERRORS = 20
_HOPELESS: dict[str, tuple[Fault, str, str]] = {
    "no_object": ("parse_error", "There is no JSON object.", "JSON オブジェクトがありません。"),
    "too_deep": ("parse_error", "Nested too deeply.", "入れ子が深すぎます。"),
    "too_long": ("parse_error", "Far too long.", "長すぎます。"),
    "wrong_type": ("schema_error", "The value has the wrong type.", "値の型が違います。"),
    "wrong_word": ("schema_error", "The value is none of those allowed.", "許された値ではありません。"),
}


class Stopped(Exception):
    """A person stopped the answer."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt.

    Attributes:
        raw: the answer as it came, however much of it.
        value: the valid turn; None when there is none.
        fault: what is wrong; None when it is good.
        steps: what the guard did.
        errors: everything that is wrong.
        usage: tokens and cost.
        latency_ms: from the request to the last character that was read.
        guard_ms: of our own checks.
        model, request_id: as the endpoint says.
        ended_early: why the stream was ended before its end; None when it was read to its end.
        error: the error that stands for the fault.
    """

    raw: str
    value: dict[str, object] | None
    fault: Fault | None
    steps: tuple[str, ...]
    errors: tuple[Violation, ...]
    usage: Usage
    latency_ms: float
    guard_ms: float
    model: str
    request_id: str | None
    ended_early: str | None
    error: ModelError | None

    def to_json(self) -> dict[str, object]:
        """The attempt as it is stored."""
        return {
            "raw": self.raw,
            "fault": self.fault,
            "steps": list(self.steps),
            "errors": [{"path": one.path, "message": one.message_en} for one in self.errors[:_MOST_ERRORS]],
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "cost": self.usage.cost,
            "latency_ms": round(self.latency_ms, 2),
            "guard_ms": round(self.guard_ms, 3),
            "model": self.model,
            "request_id": self.request_id,
            "ended_early": self.ended_early,
            "reason": None if self.error is None else self.error.facts.get("reason"),
        }


def attempt(
    endpoint: Endpoint,
    messages: Sequence[Message],
    version: Version,
    policy: Policy,
    *,
    words: dict[str, frozenset[str]],
    prompt_version: str,
    on_text: Callable[[str], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Attempt:
    """Ask once and judge what came.

    Args:
        endpoint: who answers.
        messages: the conversation.
        version: the form of the answer.
        policy: what may be repaired beyond form.
        words: values that a text may have by its place.
        prompt_version: for the record.
        on_text: is told the message as it grows.
        stopped: whether a person stopped the answer; looked at with every piece that comes.

    Raises:
        Stopped: a person stopped it.
        ModelError: there was no answer at all.
    """
    begin = time.perf_counter()
    reader, shown, pieces = MessageReader(words), "", []
    try:
        with endpoint.stream(messages, schema=version.schema, prompt_version=prompt_version) as stream:
            for piece in stream:
                if stopped is not None and stopped():
                    raise Stopped
                pieces.append(piece)
                added = reader.feed(piece)
                if added and on_text is not None:
                    shown += added
                    on_text(shown)
                if reader.hopeless is not None:
                    break
            else:
                return _judged(stream.answer, version, policy, begin)
    except (Refused, Truncated, BadOutput) as error:
        return _broken(error, "".join(pieces), endpoint, begin)
    return _ended(reader, "".join(pieces), endpoint, begin)


def _ended(reader: MessageReader, raw: str, endpoint: Endpoint, begin: float) -> Attempt:
    """The attempt whose stream we ended: no repair can make a turn of it, so it is asked again at once."""
    why = reader.hopeless or "no_object"
    fault, english, japanese = _HOPELESS[why]
    return Attempt(
        raw=raw,
        value=None,
        fault=fault,
        steps=(f"ended:{why}", f"reask:{fault}"),
        errors=(Violation(reader.place, english, japanese),),
        usage=Usage(),
        latency_ms=_ms(begin),
        guard_ms=0.0,
        model=endpoint.model,
        request_id=None,
        ended_early=why,
        error=BadOutput(f"The answer can no longer become a turn: {why}.", reason=fault),
    )


def _judged(answer: Answer, version: Version, policy: Policy, begin: float) -> Attempt:
    took, checked = _ms(begin), time.perf_counter()
    text, cleared = _without_nulls(answer.text, version.schema)
    outcome = guard(text, version.schema, policy)
    steps = ("nulls", *outcome.steps) if cleared else outcome.steps
    value = outcome.value if isinstance(outcome.value, dict) else None
    errors = _closer(outcome, text, version)
    fault: Fault | None = outcome.fault
    if value is not None:
        errors = version.faults(value)
        if errors:
            value, fault, steps = None, "schema_error", (*steps, "reask:schema_error")
    error = None
    if value is None:
        error = BadOutput(f"The answer is no turn: {fault}.", reason=fault)
        error.answer = answer
    return Attempt(
        raw=answer.text,
        value=value,
        fault=fault,
        steps=steps,
        errors=errors,
        usage=answer.usage,
        latency_ms=took,
        guard_ms=_ms(checked),
        model=answer.model,
        request_id=answer.request_id,
        ended_early=None,
        error=error,
    )


def _broken(error: Refused | Truncated | BadOutput, raw: str, endpoint: Endpoint, begin: float) -> Attempt:
    answer = answer_of(error)
    fault: Fault = "empty"
    if isinstance(error, Refused):
        fault = "content_filter" if error.facts.get("reason") == "content_filter" else "refusal"
    elif isinstance(error, Truncated):
        fault = "truncated"
    japanese = {"refusal": "回答が拒否されました。", "truncated": "回答が途中で切れました。", "empty": "回答が空です。"}
    return Attempt(
        raw=raw or ("" if answer is None else answer.text),
        value=None,
        fault=fault,
        steps=(f"reask:{fault}",),
        errors=(Violation("", str(error), japanese.get(fault, "回答が止められました。")),),
        usage=Usage() if answer is None else answer.usage,
        latency_ms=_ms(begin),
        guard_ms=0.0,
        model=endpoint.model if answer is None else answer.model,
        request_id=None if answer is None else answer.request_id,
        ended_early=None,
        error=error,
    )


def _without_nulls(text: str, schema: Schema) -> tuple[str, bool]:
    """The text without nulls for optional properties that were not given, as strict endpoints and many models write."""
    try:
        value = parsed_fast(text)
    except NotStrict:
        return text, False
    cleared = without_nulls(schema.body, value)
    if cleared == value:
        return text, False
    return orjson.dumps(cleared).decode(), True


def _closer(outcome: Outcome, text: str, version: Version) -> tuple[Violation, ...]:
    """The errors with the draft's own in the place of "none of the allowed forms fits", which helps no model."""
    if not any(one.path == "/knowledge_json" for one in outcome.errors):
        return outcome.errors
    try:
        value = parsed_fast(text)
    except NotStrict:
        return outcome.errors
    knowledge = value.get("knowledge_json") if isinstance(value, dict) else None
    if not isinstance(knowledge, dict):
        return outcome.errors
    found = violations(version.draft, knowledge)
    closer = (Violation("/knowledge_json" + one.path, one.message_en, one.message_ja) for one in found)
    return (*(one for one in outcome.errors if one.path != "/knowledge_json"), *closer)


def _ms(begin: float) -> float:
    return (time.perf_counter() - begin) * 1000
