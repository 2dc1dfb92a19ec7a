"""An output as a caller receives it: one valid object, or the error that names everything that is wrong.

A model is asked for the schema with nothing required: what the text does not say is left out, or null where the
endpoint's strict form leaves no other way. Only then is the full schema held against it, so that a field which the
text does not give ends as an error and no form of answer ever forces an invention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from core import guardrail
from core.guardrail import NotStrict, Violation, guard, parsed
from core.llm import Schema, without_nulls


@dataclass(frozen=True, slots=True)
class OutputRead:
    """What an output is.

    Attributes:
        json: whether it is one JSON value as it came, nothing repaired.
        came: that value, nulls that stand for fields left out taken away; None where it is none.
        value: the object after repairs of form, valid or not; None where there is none to be had.
        steps: the repairs that it took.
        violations: everything that breaks the schema in `value`, or why there is none.
        came_violations: the same for `came`.
    """

    json: bool
    came: object
    value: dict[str, JsonValue] | None
    steps: tuple[str, ...]
    violations: tuple[Violation, ...]
    came_violations: tuple[Violation, ...]

    @property
    def valid(self) -> bool:
        """Whether the caller receives the object."""
        return self.value is not None and not self.violations

    @property
    def error(self) -> dict[str, Any] | None:
        """The error that the caller receives in its place."""
        return None if self.valid else guardrail.error_object(self.violations)


def requested_schema(schema: Schema) -> Schema:
    """The schema as a model is asked for it: nothing is required."""
    body = _unrequired(dict(schema.body))
    return Schema(schema.name, body)


def _unrequired(part: Mapping[str, Any]) -> dict[str, Any]:
    made = {key: value for key, value in part.items() if key != "required"}
    properties = part.get("properties")
    if isinstance(properties, dict):
        made["properties"] = {
            name: _unrequired(inner) if isinstance(inner, dict) else inner for name, inner in properties.items()
        }
    return made


def read_output(text: str, schema: Schema) -> OutputRead:
    """The output of a text, whatever it holds."""
    requested = requested_schema(schema)
    came: object = None
    json = True
    try:
        came = without_nulls(requested.body, parsed(text.strip()))
    except NotStrict:
        json = False
    came_violations = tuple(guardrail.named_violations(schema, came)) if json else ()
    if json and not came_violations:
        value = came if isinstance(came, dict) else None
        return OutputRead(True, came, value, (), (), ())
    outcome = guard(text, requested)
    steps = tuple(step for step in outcome.steps if not step.startswith(("parse", "schema", "reask")))
    if outcome.ok and isinstance(outcome.value, dict):
        repaired = without_nulls(requested.body, outcome.value)
        assert isinstance(repaired, dict)
        return OutputRead(
            json, came, repaired, steps, tuple(guardrail.named_violations(schema, repaired)), came_violations
        )
    value = came if isinstance(came, dict) else None
    return OutputRead(json, came, value, (), came_violations if json else outcome.errors, came_violations)
