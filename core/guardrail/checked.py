"""An answer that obeys its schema, or an error that says why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.guardrail.attempt import Judgement, ModelQuestion
from core.guardrail.controls import hides_a_word, without_controls
from core.guardrail.form import read_object
from core.guardrail.guarding import guard
from core.guardrail.parse import NotStrict
from core.guardrail.reask import attempts
from core.guardrail.schema_follower import schema_follower
from core.guardrail.violation import Violation, violations
from core.llm import Endpoint, Message, ModelAnswer, Schema, Usage, without_nulls


@dataclass(frozen=True, slots=True)
class ValidAnswer:
    """A valid answer.

    `answers` are all answers that were got, the good one last; `steps` says what it took: repairs of form (`bom`,
    `think`, `fence`, `nulls`, and those of `guard` without a policy) and one `reask:<fault>` for each time that it was
    asked again. `usage` is the sum.
    """

    value: dict[str, object]
    answers: tuple[ModelAnswer, ...]
    steps: tuple[str, ...]
    usage: Usage

    @property
    def answer(self) -> ModelAnswer:
        """The answer that was good."""
        return self.answers[-1]


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
) -> ValidAnswer:
    """One JSON object that obeys the full schema.

    The answer is read as it grows, and ended at the first byte that no usable answer can have; where the connection
    breaks within it, it is asked for whole. An answer that is not usable is asked again with its own words and
    everything that is wrong with it.

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
    question = ModelQuestion(
        endpoint,
        schema,
        lambda answer: judged_by_schema(answer, schema),
        follower=schema_follower(schema, mends=not endpoint.asks_strictly(schema)),
        whole_if_broken=True,
        temperature=temperature,
        max_output_tokens=max_output_tokens,
        cache=cache,
        prompt_version=prompt_version,
    )
    made = tuple(attempts(question, messages, reasks=reasks, reask_truncated=reask_truncated))
    last = made[-1]
    if last.value is None:
        assert last.error is not None
        raise last.error
    answers = tuple(attempt.answer for attempt in made if attempt.answer is not None)
    # Of the attempts that were asked again only that counts: their repairs led to nothing.
    steps = (*(attempt.steps[-1] for attempt in made[:-1]), *last.steps)
    return ValidAnswer(last.value, answers, steps, sum((attempt.usage for attempt in made), Usage()))


def judged_by_schema(answer: ModelAnswer, schema: Schema) -> Judgement:
    """An answer held against a schema alone; repaired in form where the endpoint was not asked for the strict form."""
    found = _read(answer, schema)
    if found.value is None and not answer.strict:
        outcome = guard(answer.text, schema)
        if isinstance(outcome.value, dict):
            steps = tuple(step for step in outcome.steps if not step.startswith(("parse", "schema")))
            return Judgement(outcome.value, steps)
    return found


def _read(answer: ModelAnswer, schema: Schema) -> Judgement:
    try:
        value, steps = read_object(answer.text)
    except NotStrict as error:
        return Judgement(None, (), "parse_error", (Violation("", "not_json", {"detail": str(error)}),))
    if answer.strict:
        cleared = without_nulls(schema.body, value)
        assert isinstance(cleared, dict)
        if cleared != value:
            value, steps = cleared, (*steps, "nulls")
    clean = without_controls(value)
    assert isinstance(clean, dict)
    if clean is not value:
        if hides_a_word(value):
            where = {"place": max(answer.text.find("\\b"), 0)}
            return Judgement(None, (), "ambiguous", (Violation("", "unreadable_backslashes", where),))
        value, steps = clean, (*steps, "control_characters")
    found = violations(schema, value)
    return Judgement(None, (), "schema_error", tuple(found)) if found else Judgement(value, steps)
