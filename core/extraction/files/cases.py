"""Labelled cases: one JSON object a line, a text with what is right for it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from core.errors import ConfigError
from core.guardrail import NotStrict, parsed, violations
from core.llm import Schema

CaseClass = Literal["normal", "hard", "corner"]
CLASSES: tuple[CaseClass, ...] = ("normal", "hard", "corner")
MOST_CASES = 2_000


class LabelledCase(BaseModel):
    """One case.

    Attributes:
        id: unique in its task.
        kind: `normal`, `hard` (little or no information) or `corner` (values outside the enum, invalid e-mail).
        text: what is read.
        expected: the right value of each field that the text gives.
        missing: required fields that the text does not give: the extraction must end as an error that names them.
        points: key words that a free text must hold, by field; `a|b` is either.
        held_out: whether rules and prompts were made without looking at it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    id: Annotated[str, Field(pattern=r"^[^\s\[\]]{1,80}$")]
    kind: CaseClass = Field("normal", alias="class")
    text: Annotated[str, Field(min_length=1, max_length=50_000)]
    expected: dict[str, JsonValue]
    missing: tuple[str, ...] = ()
    points: dict[str, tuple[Annotated[str, Field(min_length=1)], ...]] = Field(default_factory=dict)
    held_out: bool = False
    source: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> LabelledCase:
        both = sorted(set(self.missing) & set(self.expected))
        if both:
            raise ValueError(f"{both[0]} is both expected and missing")
        return self

    def as_line(self) -> dict[str, Any]:
        """The case as its line of a file."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"class": self.kind}


def parse_cases(text: str, schema: Schema, *, file: str) -> tuple[LabelledCase, ...]:
    """The cases of a file's text, each held against the schema.

    Raises:
        ConfigError: a line is no case, its expected values break the schema, or there is none; names file and line.
    """
    cases: list[LabelledCase] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        case = _case(line, file, number)
        first = lines.setdefault(case.id, number)
        if first != number:
            raise _wrong(file, number, f"the id {case.id!r} stands on line {first} already")
        _check(case, schema, file, number)
        cases.append(case)
        if len(cases) > MOST_CASES:
            raise _wrong(file, number, f"more than {MOST_CASES} cases")
    if not cases:
        raise ConfigError(f"{file}: holds no case", file=file, reason="no_cases")
    return tuple(cases)


def lines_of(cases: Iterable[LabelledCase]) -> str:
    """The text of a file of cases."""
    return "".join(json.dumps(case.as_line(), ensure_ascii=False) + "\n" for case in cases)


def _case(line: str, file: str, number: int) -> LabelledCase:
    try:
        value = parsed(line)
    except NotStrict as error:
        raise _wrong(file, number, f"no JSON: {error}") from None
    try:
        return LabelledCase.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise _wrong(file, number, f"{place}: {first['msg']}" if place else first["msg"]) from None


def _check(case: LabelledCase, schema: Schema, file: str, number: int) -> None:
    required = schema.body.get("required", ())
    required = set(required) if isinstance(required, list) else set()
    for name in case.missing:
        if name not in required:
            raise _wrong(file, number, f"missing: {name} is no required field of the schema")
    relaxed = {**schema.body, "required": sorted(required - set(case.missing))}
    found = violations(Schema(schema.name, relaxed), orjson.loads(orjson.dumps(case.expected)))
    if found:
        raise _wrong(file, number, f"expected{found[0].path}: {found[0].message_en}")


def _wrong(file: str, line: int, words: str) -> ConfigError:
    return ConfigError(f"{file}: line {line}: {words}", file=file, line=line, words=words, reason="case_line")
