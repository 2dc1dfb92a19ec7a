"""Data sets: one JSON object a line, each an example that every candidate may be asked to answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError, model_validator

from core.errors import ConfigError
from core.wording import Language

_Id = Annotated[str, Field(pattern=r"^[^\s\[\]]{1,80}$")]
_Words = Annotated[str, Field(min_length=1)]
WHOLE = "context"
"""Id of the one passage of a context that is a plain text."""


class ContextPassage(BaseModel):
    """A part of the context that an answer can cite by its id."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: _Id
    text: _Words


class Gold(BaseModel):
    """What a person holds to be right: the answer in words, the passages that show it, or that there is no answer.

    `quote` are the contract's own words that show it: where a context is found for a query, the passages that hold
    them become `citations`. `fields` are the values of a form, such as those of an extraction, by the
    property's name or by a path in the form (`/facts/effective_date/value`, `/parties/*/name`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    answer: str = ""
    citations: tuple[_Id, ...] = ()
    quote: str = ""
    unknown: bool = False
    fields: dict[str, JsonValue] = Field(default_factory=dict)


def _gold(value: object) -> object:
    return {"answer": value} if isinstance(value, str) else value


def _passages(value: object) -> object:
    return [{"id": WHOLE, "text": value}] if isinstance(value, str) else value


class Example(BaseModel):
    """One example.

    Attributes:
        id: unique in its data set.
        instruction: what the candidate is asked to do.
        context: the passages that the answer rests on; empty where `query` finds them.
        query: what the workbench's own search is asked; only where there is no context.
        gold: what is right, if somebody wrote it down. Rules may read it; a model that judges never sees it.
        language: of the answer; that of the instruction by default.
        most_claims: statements that the instruction allows.
        inputs: further inputs of the prompt, by name.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: _Id
    instruction: _Words
    context: Annotated[tuple[ContextPassage, ...], BeforeValidator(_passages)] = ()
    query: str | None = None
    gold: Annotated[Gold | None, BeforeValidator(_gold)] = None
    language: Literal["ja", "en"] | None = None
    most_claims: Annotated[int, Field(ge=1)] | None = None
    inputs: dict[str, JsonValue] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _consistent(self) -> Example:
        if self.context and self.query is not None:
            raise ValueError("has both a context and a query")
        ids = [passage.id for passage in self.context]
        if len(set(ids)) != len(ids):
            raise ValueError("two passages of the context have the same id")
        if self.gold is not None and self.context:
            missing = sorted(set(self.gold.citations) - set(ids))
            if missing:
                raise ValueError(f"gold cites {missing[0]!r}, which is not in the context")
        return self

    @property
    def answer_language(self) -> Language:
        """The language that the answer must be in."""
        return self.language or language_of(self.instruction)

    @property
    def text(self) -> str:
        """The context as candidates and judge read it: each passage under its id."""
        if len(self.context) == 1 and self.context[0].id == WHOLE:
            return self.context[0].text
        return "\n\n".join(f"[[src:{passage.id}]]\n{passage.text}" for passage in self.context)

    @property
    def fingerprint(self) -> str:
        """Hash of everything in it."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Examples in the order of their file; `fingerprint` is a hash of their content."""

    name: str
    examples: tuple[Example, ...]
    fingerprint: str

    def example(self, example_id: str) -> Example:
        """The example of an id.

        Raises:
            KeyError: there is none.
        """
        return next(example for example in self.examples if example.id == example_id)


def language_of(text: str) -> Language:
    """Japanese where a text has kana or kanji, else English."""
    return "ja" if any("\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff" for letter in text) else "en"


def dataset_of(name: str, examples: Sequence[Example]) -> DataSet:
    """A data set of examples that were checked before."""
    content = "\n".join(example.fingerprint for example in examples)
    return DataSet(name, tuple(examples), hashlib.sha256(content.encode()).hexdigest()[:16])


def read_dataset(path: Path) -> DataSet:
    """The data set of a JSON Lines file.

    Raises:
        ConfigError: it cannot be read, is empty, or a line is wrong; names the file, the line and what is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.name}: cannot be read: {error}", file=path.name) from None
    return parse_dataset(text, file=path.name, name=path.stem)


def parse_dataset(text: str, *, file: str, name: str) -> DataSet:
    """The data set of a file's text; as `read_dataset`."""
    examples: list[Example] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        example = _example(line, file, number)
        first = lines.setdefault(example.id, number)
        if first != number:
            raise _wrong(file, number, f"the id {example.id!r} stands on line {first} already", name=example.id)
        examples.append(example)
    if not examples:
        raise ConfigError(f"{file}: holds no example", file=file)
    return dataset_of(name, examples)


def _example(line: str, file: str, number: int) -> Example:
    try:
        value = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _wrong(file, number, f"no JSON: {error}") from None
    try:
        return Example.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise _wrong(file, number, f"{place}: {first['msg']}" if place else first["msg"], name=place) from None


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no value")


def _wrong(file: str, line: int, words: str, *, name: str = "") -> ConfigError:
    return ConfigError(f"{file}: line {line}: {words}", file=file, line=line, **({"name": name} if name else {}))
