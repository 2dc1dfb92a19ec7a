"""The guard: text in, outcome out. Strict parse, schema, repair of form, or ask again.

The repair never guesses. It looks at every object that the answer holds: all valid ones must say the same, and none
may be an attempt that failed, else the answer is asked again.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from core import tracing
from core.guardrail.coerce import Coercion, holds_odd
from core.guardrail.controls import hides_a_word, may_hold_controls, without_controls
from core.guardrail.fast import parsed_fast
from core.guardrail.outcome import Outcome
from core.guardrail.parse import MAX_BYTES, NotStrict
from core.guardrail.policy import NO_POLICY, Policy
from core.guardrail.reading.candidates import find
from core.guardrail.reading.lenient import LenientReading
from core.guardrail.reading.marks import INVISIBLE
from core.guardrail.reading.yaml_form import read_yaml
from core.guardrail.same import same
from core.guardrail.schema_view import SchemaView, view_of
from core.guardrail.unreadable import Fault, UnreadableAnswer
from core.guardrail.unwrap import Target, targets
from core.guardrail.violation import Violation, violations
from core.llm import Schema

# Repairs after which a missing property may have been there: a comma with nothing after it, a bracket not closed.
_GAPS = frozenset({"commas", "closers"})
_GOOD = ("parse", "schema")
_NOTHING = object()
_VISIBLE = re.compile(rf"[^\s\x00-\x1f{INVISIBLE}]")


@dataclass(slots=True)
class _Attempt:
    """One try at the wanted object: the value with its repairs, or why there is none."""

    value: object = None
    steps: tuple[str, ...] = ()
    errors: tuple[Violation, ...] = ()
    fault: Fault | None = None


@dataclass(slots=True)
class _GuardedText:
    text: str
    schema: Schema
    policy: Policy
    view: SchemaView
    steps: list[str] = field(default_factory=list)


def guard(text: str, schema: Schema, policy: Policy | None = None) -> Outcome:
    """The outcome of one answer.

    Args:
        text: the answer as it came.
        schema: what it must obey.
        policy: what may be repaired beyond form; None where only form may.

    Raises:
        ConfigError: the schema is none. No text makes it raise.
    """
    if not tracing.active():
        return _guarded(text, schema, policy or NO_POLICY)
    with tracing.span("guard", {"shinsa.schema": schema.name}) as span:
        outcome = _guarded(text, schema, policy or NO_POLICY)
        span.note({"shinsa.outcome": outcome.outcome, "shinsa.fault": outcome.fault})
        for step in outcome.steps:
            span.event(step)
        return outcome


def _guarded(text: str, schema: Schema, policy: Policy) -> Outcome:
    begin = time.perf_counter()
    view = view_of(schema)
    value: object = _NOTHING
    try:
        value = parsed_fast(text)
        if view.validator.is_valid(value) and _unseen(policy, value) is None and not may_hold_controls(text):
            return Outcome("ok", value, _GOOD, (), None, (time.perf_counter() - begin) * 1000)
    except NotStrict:
        pass
    work = _GuardedText(text, schema, policy, view)
    done = _judged(work, value)
    if isinstance(done, UnreadableAnswer):
        done = _Attempt(errors=(_violation(done),), fault=done.fault)
    took = (time.perf_counter() - begin) * 1000
    if done.fault is None:
        return Outcome("ok", done.value, (*work.steps, *done.steps), milliseconds=took)
    steps = (*work.steps, *done.steps, f"reask:{done.fault}")
    return Outcome("reask", None, steps, done.errors, done.fault, took)


def _violation(why: UnreadableAnswer) -> Violation:
    return Violation(why.path, f"unreadable_{why.reason}", why.facts)


def _judged(work: _GuardedText, value: object) -> _Attempt | UnreadableAnswer:
    if value is _NOTHING:
        work.steps.append("parse:failed")
        if len(work.text) > MAX_BYTES:
            return UnreadableAnswer("parse_error", "long", limit=MAX_BYTES)
        written = read_yaml(work.text, work.view)
        if written is not None:
            work.steps.append("yaml")
            return _attempt(work, written, None, wrapped=False)
        try:
            found = find(work.text)
            work.steps += found.steps
            return _chosen(work, found.readings)
        except UnreadableAnswer as error:
            return error
    work.steps.append("parse")
    clean = without_controls(value)
    if clean is not value:
        if hides_a_word(value):
            return UnreadableAnswer("ambiguous", "backslashes", place=max(work.text.find("\\b"), 0))
        work.steps.append("control_characters")
        value = clean
    if work.view.validator.is_valid(value):
        unseen = _unseen(work.policy, value)
        work.steps.append("schema" if unseen is None else "schema:failed")
        return unseen or _Attempt(value)
    work.steps.append("schema:failed")
    raw = violations(work.schema, value)
    try:
        done = _chosen(work, (LenientReading(value, len(work.text), ()),))
    except UnreadableAnswer as error:
        first = _violation(error)
        return _Attempt(errors=(first, *(error for error in raw if error != first)), fault=error.fault)
    if done.fault is None:
        return done
    return _Attempt(errors=tuple(raw), fault=done.fault)


def _chosen(work: _GuardedText, readings: tuple[LenientReading, ...]) -> _Attempt:
    """The one value that all readings agree on."""
    target = Target(work.view, work.policy)
    attempts: list[_Attempt] = []
    for reading in readings:
        for value, wrapped in targets(reading.value, target, _decoded_parts):
            attempts.append(_attempt(work, value, reading, wrapped=wrapped))
    good = [attempt for attempt in attempts if attempt.fault is None]
    if not good and len(readings) > 1:
        merged = _merged(readings, work.view)
        if merged is not None:
            attempts = [_attempt(work, merged, None, wrapped=False, steps=("merged",))]
            good = [attempt for attempt in attempts if attempt.fault is None]
    if not attempts:
        found = readings[-1].value
        if holds_odd(found):
            raise UnreadableAnswer("parse_error", "no_object")
        return _Attempt(errors=tuple(violations(work.schema, found)), fault="schema_error")
    if not good:
        return attempts[-1]
    if len(good) < len(attempts):
        raise UnreadableAnswer("ambiguous", "half_answer")
    if not all(same(attempt.value, good[0].value) for attempt in good):
        raise UnreadableAnswer("ambiguous", "two_answers")
    if len(good) > 1:
        work.steps.append("repeated")
    return good[0]


def _attempt(
    work: _GuardedText, value: object, reading: LenientReading | None, *, wrapped: bool, steps: tuple[str, ...] = ()
) -> _Attempt:
    coercion = Coercion(work.view, work.policy, _decoded_one, reading)
    made = coercion.run(value)
    if _doubtful(coercion, reading):
        raise UnreadableAnswer("ambiguous", "doubtful")
    clean = without_controls(made)
    if clean is not made:
        if hides_a_word(made):
            raise UnreadableAnswer("ambiguous", "backslashes", place=max(work.text.find("\\b"), 0))
        made, steps = clean, (*steps, "control_characters")
    steps += (*(reading.steps if reading else ()), *(["envelope"] if wrapped else []), *coercion.steps)
    if holds_odd(made):
        raise UnreadableAnswer("parse_error", "bare_word", word="…")
    if work.view.validator.is_valid(made):
        return _unseen(work.policy, made) or _Attempt(made, (*steps, "schema"))
    return _Attempt(None, steps, tuple(violations(work.schema, made)), "schema_error")


def _doubtful(coercion: Coercion, reading: LenientReading | None) -> bool:
    """Whether repairs that are certain alone could together hide lost content."""
    if coercion.dropped and coercion.defaulted:
        return True
    if reading is None or reading.unclosed or reading.inner_quotes:
        return coercion.dropped or coercion.defaulted
    if coercion.dropped and "closers" in reading.steps:
        return True
    return coercion.defaulted and not _GAPS.isdisjoint(reading.steps)


def _merged(readings: tuple[LenientReading, ...], view: SchemaView) -> dict[str, object] | None:
    """One object from several that share no property and together have all that are required."""
    together: dict[str, object] = {}
    for reading in readings:
        if not isinstance(reading.value, dict) or together.keys() & reading.value.keys() or reading.unclosed:
            return None
        together |= reading.value
    return together if view.root.required and set(view.root.required) <= together.keys() else None


def _decoded_parts(text: str) -> list[object]:
    try:
        return [reading.value for reading in find(text, 1).readings if not reading.unclosed]
    except UnreadableAnswer:
        if text.lstrip()[:1] in '{`["':
            raise
        return []


def _decoded_one(text: str) -> object:
    """The one value that a text holds, the text itself when it holds none."""
    found = find(text, 1)
    if len(found.readings) != 1 or found.readings[0].unclosed or "prose" in found.steps:
        return text
    return found.readings[0].value


def _unseen(policy: Policy, value: object) -> _Attempt | None:
    for place in policy.visible:
        part = value
        for key in place.split("/")[1:]:
            part = part.get(key) if isinstance(part, dict) else None
        if isinstance(part, str) and _VISIBLE.search(part) is None:
            return _Attempt(errors=(Violation(place, "unreadable_invisible"),), fault="schema_error")
    return None
