"""An answer that obeys its schema, or an error that says why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.errors import BadOutput, ModelError, Refused, Truncated
from core.guardrail.form import read_object
from core.guardrail.guarding import guard
from core.guardrail.parse import NotStrict
from core.guardrail.violation import Violation, violations
from core.llm import Answer, Endpoint, Message, Schema, Usage, answer_of, without_nulls
from core.logs import log
from core.prompting import load_prompt

Fault = Literal["parse_error", "schema_error", "truncated", "refusal"]
_MOST_DETAILS = 20
_LOG = log(__name__)


@dataclass(frozen=True, slots=True)
class Checked:
    """A valid answer.

    `answers` are all answers that were got, the good one last; `steps` says what it took: repairs of form (`bom`,
    `think`, `fence`, `nulls`, and those of `guard` without a policy) and one `reask:<fault>` for each time that it was
    asked again. `usage` is the sum.
    """

    value: dict[str, object]
    answers: tuple[Answer, ...]
    steps: tuple[str, ...]
    usage: Usage

    @property
    def answer(self) -> Answer:
        """The answer that was good."""
        return self.answers[-1]


@dataclass(frozen=True, slots=True)
class _Failing:
    fault: Fault
    details: tuple[str, ...]
    error: ModelError


def checked_answer(
    endpoint: Endpoint,
    messages: Sequence[Message],
    schema: Schema,
    *,
    reasks: int,
    reask_truncated: bool = True,
    temperature: float | None = None,
    max_output_tokens: int | None = None,
    cache: bool = True,
    prompt_version: str | None = None,
) -> Checked:
    """One JSON object that obeys the full schema.

    An answer that is not usable is asked again with its own words and everything that is wrong with it.

    Args:
        endpoint: who answers.
        messages: the conversation, which says in words what form is asked for.
        schema: the form.
        reasks: how often to ask again (`settings.llm_reasks`).
        reask_truncated: whether a cut answer is asked again as well; False where the caller asks for less instead.
        temperature, max_output_tokens, cache, prompt_version: as `Endpoint.complete` takes them.

    Raises:
        BadOutput: not in the form after all re-asks; its `answer` is the last one.
        Refused, Truncated: the last answer was declined or cut off.
        ModelError: there was no answer at all. Nothing is asked again then.
    """
    asked = tuple(messages)
    answers: list[Answer] = []
    steps: list[str] = []
    while True:
        try:
            answer = endpoint.complete(
                asked,
                schema=schema,
                temperature=temperature,
                max_output_tokens=max_output_tokens,
                cache=cache,
                prompt_version=prompt_version,
            )
        except (Refused, Truncated, BadOutput) as error:
            failing = _failed(error)
            answers.extend(filter(None, [answer_of(error)]))
        else:
            answers.append(answer)
            found = _judged(answer, schema)
            if not isinstance(found, _Failing):
                value, repairs = found
                usage = sum((one.usage for one in answers), Usage())
                return Checked(value, tuple(answers), (*steps, *repairs), usage)
            failing = found
            endpoint.forget(answer)
        final = failing.error.facts.get("reason") in ("content_filter", "connection", "too_long")
        if final or len(steps) == reasks or (failing.fault == "truncated" and not reask_truncated):
            raise failing.error
        _LOG.warning("guardrail.reask", fault=failing.fault, violations=len(failing.details), schema=schema.name)
        steps.append(f"reask:{failing.fault}")
        asked = (*messages, *_reask(answers[-1].text if answers else "", failing))


def _judged(answer: Answer, schema: Schema) -> tuple[dict[str, object], tuple[str, ...]] | _Failing:
    found = _read(answer, schema)
    if isinstance(found, _Failing) and not answer.strict:
        outcome = guard(answer.text, schema)
        if isinstance(outcome.value, dict):
            return outcome.value, tuple(step for step in outcome.steps if not step.startswith(("parse", "schema")))
    return found


def _read(answer: Answer, schema: Schema) -> tuple[dict[str, object], tuple[str, ...]] | _Failing:
    try:
        value, steps = read_object(answer.text)
    except NotStrict as error:
        words = str(error)
        bad = BadOutput("The answer is no JSON object.", reason="parse_error")
        bad.answer = answer
        return _Failing("parse_error", (words,), bad)
    if answer.strict:
        cleared = without_nulls(schema.body, value)
        assert isinstance(cleared, dict)
        if cleared != value:
            value, steps = cleared, (*steps, "nulls")
    found = violations(schema, value)
    if found:
        places = len(found)
        bad = BadOutput(f"The answer breaks its schema in {places} places.", reason="schema_error", violations=places)
        bad.answer = answer
        return _Failing("schema_error", tuple(_words(one) for one in found[:_MOST_DETAILS]), bad)
    return value, steps


def _failed(error: Refused | Truncated | BadOutput) -> _Failing:
    fault: Fault = "parse_error"
    if isinstance(error, Refused):
        fault = "refusal"
    elif isinstance(error, Truncated):
        fault = "truncated"
    return _Failing(fault, (str(error),), error)


def _words(violation: Violation) -> str:
    return f"{violation.path or '/'}: {violation.message_en}"


def _reask(text: str, failing: _Failing) -> tuple[Message, ...]:
    question = load_prompt("reask").render(error=failing.fault, details=failing.details)
    return (Message("assistant", text), *question) if text.strip() else question
