"""How a turn is judged: what an answer must be, what ends it early, and how an attempt is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import orjson

from core.guardrail import (
    Attempt,
    Ended,
    Fault,
    Judgement,
    NotStrict,
    Outcome,
    Policy,
    SchemaFollower,
    Violation,
    guard,
    parsed_fast,
    violations,
)
from core.interview.growing import MessageReader
from core.interview.versions import TurnVersion
from core.llm import ModelAnswer, Schema, without_nulls

_MOST_ERRORS = 20
_HOPELESS: dict[str, Fault] = {
    "no_object": "parse_error",
    "too_deep": "parse_error",
    "too_long": "parse_error",
    "wrong_type": "schema_error",
    "wrong_word": "schema_error",
}


class Stopped(Exception):
    """A person stopped the answer."""


class TurnFollower:
    """Shows the message of a growing turn, and ends what can become no turn."""

    def __init__(
        self,
        words: dict[str, frozenset[str]],
        on_text: Callable[[str], None] | None,
        stopped: Callable[[], bool] | None,
        grammar: SchemaFollower | None = None,
    ) -> None:
        """Follow one attempt.

        Args:
            words: values that a text may have by its place.
            on_text: is told the message as it grows.
            stopped: whether a person stopped the answer; looked at with every piece that comes.
            grammar: ends what its schema makes impossible and nothing mends.
        """
        self._grammar = grammar
        self._reader = MessageReader(words)
        self._on_text = on_text
        self._stopped = stopped
        self._shown = ""

    def feed(self, piece: str) -> Ended | None:
        """Take the next piece.

        Raises:
            Stopped: a person stopped the answer.
        """
        if self._stopped is not None and self._stopped():
            raise Stopped
        added = self._reader.feed(piece)
        if added and self._on_text is not None:
            self._shown += added
            self._on_text(self._shown)
        why = self._reader.hopeless
        if why is None:
            return None if self._grammar is None else self._grammar.feed(piece)
        return Ended(why, _HOPELESS[why], Violation(self._reader.place, f"hopeless_{why}"))


def judged_turn(answer: ModelAnswer, version: TurnVersion, policy: Policy) -> Judgement:
    """An answer as a turn of a version; nulls for what is optional are taken out first."""
    text, cleared = _without_nulls(answer.text, version.schema)
    outcome = guard(text, version.schema, policy)
    steps = tuple(step for step in outcome.steps if not step.startswith("reask:"))
    if cleared:
        steps = ("nulls", *steps)
    if not isinstance(outcome.value, dict):
        return Judgement(None, steps, outcome.fault or "schema_error", _closer(outcome, text, version))
    errors = version.faults(outcome.value)
    if errors:
        return Judgement(None, steps, "schema_error", errors)
    return Judgement(outcome.value, steps)


def stored_attempt(attempt: Attempt, model: str) -> dict[str, object]:
    """An attempt as it is kept with its turn.

    Args:
        attempt: how it ended.
        model: which model was asked, where none has said its name.
    """
    return {
        "raw": attempt.raw,
        "fault": attempt.fault,
        "steps": list(attempt.steps),
        "errors": [{"path": error.path, "message": error.message("en")} for error in attempt.errors[:_MOST_ERRORS]],
        "input_tokens": attempt.usage.input_tokens,
        "output_tokens": attempt.usage.output_tokens,
        "cost": attempt.usage.cost,
        "latency_ms": round(attempt.latency_ms, 2),
        "guard_ms": round(attempt.guard_ms, 3),
        "model": model if attempt.answer is None else attempt.answer.model,
        "request_id": attempt.request_id,
        "ended_early": attempt.ended_early,
        "reason": attempt.reason,
    }


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


def _closer(outcome: Outcome, text: str, version: TurnVersion) -> tuple[Violation, ...]:
    """The errors with the draft's own in the place of "none of the allowed forms fits", which helps no model."""
    if not any(error.path == "/knowledge_json" for error in outcome.errors):
        return outcome.errors
    try:
        value = parsed_fast(text)
    except NotStrict:
        return outcome.errors
    knowledge = value.get("knowledge_json") if isinstance(value, dict) else None
    if not isinstance(knowledge, dict):
        return outcome.errors
    found = violations(version.draft, knowledge)
    closer = (replace(violation, path="/knowledge_json" + violation.path) for violation in found)
    return (*(error for error in outcome.errors if error.path != "/knowledge_json"), *closer)
