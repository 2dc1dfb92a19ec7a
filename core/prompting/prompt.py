"""A prompt: its texts with placeholders, its knobs, its inputs and the schema of the answer it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import orjson

from core.errors import BadArguments
from core.llm import Message, Schema
from core.prompting.template import Template

Knob = str | int | float | bool
Format = Literal["yaml", "toml"]
OUTPUT_SCHEMA = "output_schema"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file, loaded and checked.

    `version` is what the file declares; `fingerprint` is a hash over the file's and the schema's content, so that a
    change without a new version shows. `label` names both for records: `extraction@1`. `source` is the file's text,
    written as `form` says; `parse_prompt` makes the same prompt of it again.
    """

    id: str
    version: str
    task: str
    fingerprint: str
    inputs: tuple[str, ...]
    knobs: Mapping[str, tuple[Knob, ...]]
    defaults: Mapping[str, Knob]
    schema: Schema | None
    source: str = field(repr=False)
    form: Format
    _system: Template | None = field(repr=False)
    _user: Template = field(repr=False)
    _constraints: Template | None = field(repr=False)

    @property
    def label(self) -> str:
        """Id and version, as records name the prompt."""
        return f"{self.id}@{self.version}"

    def render(self, knobs: Mapping[str, Knob] | None = None, **inputs: object) -> tuple[Message, ...]:
        """The messages: system with the constraints below it (unless the prompt has neither), then user.

        The placeholder `output_schema` is filled with the schema as compact JSON.

        Args:
            knobs: settings that differ from the defaults.
            inputs: exactly the declared inputs.

        Raises:
            BadArguments: an input is missing or unknown, a knob is unknown or set to a value it does not have.
            PromptError: an input has not the form that the template wants.
        """
        chosen = self._chosen(knobs or {})
        for name in self.inputs:
            if name not in inputs:
                raise BadArguments(f"Prompt {self.id} needs the input {name}.", name=name, prompt=self.id)
        for name in inputs:
            if name not in self.inputs:
                raise BadArguments(f"Prompt {self.id} has no input {name}.", name=name, prompt=self.id)
        values: dict[str, object] = {**chosen, **inputs}
        if self.schema is not None:
            values[OUTPUT_SCHEMA] = orjson.dumps(self.schema.body).decode()
        parts = [part.render(values) for part in (self._system, self._constraints) if part is not None]
        user = Message("user", self._user.render(values))
        return (Message("system", "\n\n".join(parts)), user) if parts else (user,)

    def allowing(self, knobs: Mapping[str, Knob]) -> Prompt:
        """The prompt whose knobs have these values as well, for those that were admitted after it was written."""
        values = dict(self.knobs)
        for name, value in knobs.items():
            if name in values and not is_value(value, values[name]):
                values[name] = (*values[name], value)
        return replace(self, knobs=values)

    def check_knobs(self, knobs: Mapping[str, Knob]) -> None:
        """See that settings are values of the prompt's knobs.

        Raises:
            BadArguments: a knob is unknown or set to a value it does not have.
        """
        self._chosen(knobs)

    def _chosen(self, knobs: Mapping[str, Knob]) -> dict[str, Knob]:
        for name, value in knobs.items():
            if name not in self.knobs:
                raise BadArguments(f"Prompt {self.id} has no knob {name}.", name=name, prompt=self.id)
            if not is_value(value, self.knobs[name]):
                raise BadArguments(f"Knob {name} of prompt {self.id} has no value {value!r}.", name=name, value=value)
        return {**self.defaults, **knobs}


def is_value(value: Knob, values: tuple[Knob, ...]) -> bool:
    """Whether a knob has this value; `1` and `true` are different."""
    return any(type(value) is type(known) and value == known for known in values)
