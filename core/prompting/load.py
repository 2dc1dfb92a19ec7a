"""Loading a prompt file, with every check that can be made before it is used."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import orjson
import yaml
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, ValidationError

from core.errors import ConfigError, PromptError
from core.llm import Schema
from core.prompting.places import ValuePlace, places
from core.prompting.prompt import OUTPUT_SCHEMA, Format, Prompt, is_value
from core.prompting.template import Template
from core.schema_file import read_schema
from core.settings import ROOT

FOLDER = ROOT / "prompts"
_ENDINGS = (".yaml", ".yml", ".toml")
_Knob = StrictBool | StrictInt | StrictFloat | StrictStr


class _Templates(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    system: str | None = None
    user: str
    constraints: str | None = None


class _PromptFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
    id: str = Field(pattern=r"^[a-z0-9_-]{1,64}$")
    version: str
    task: str
    inputs: tuple[str, ...] = ()
    knobs: dict[str, tuple[_Knob, ...]] = Field(default_factory=dict)
    defaults: dict[str, _Knob] = Field(default_factory=dict)
    output: str | None = Field(None, alias="schema")
    template: _Templates


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt `prompts/<name>.yaml` (or .yml, .toml), read once.

    Raises:
        PromptError: there is none, or it is wrong; says where.
    """
    for ending in _ENDINGS:
        path = FOLDER / f"{name}{ending}"
        if path.is_file():
            return read_prompt(path)
    raise PromptError(f"There is no prompt {name}.", file=name, place="file")


def prompt_names() -> tuple[str, ...]:
    """Names of the prompts that ship."""
    return tuple(sorted(path.stem for path in FOLDER.iterdir() if path.suffix in _ENDINGS))


def read_prompt(path: Path, *, root: Path = ROOT) -> Prompt:
    """The prompt of a file.

    Args:
        path: the file.
        root: where the path of its schema starts.

    Raises:
        PromptError: the file is wrong; says where.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path.name}: cannot be read: {error}", file=path.name, place="file") from None
    return parse_prompt(text, file=path.name, form="toml" if path.suffix == ".toml" else "yaml", root=root)


def parse_prompt(
    text: str, *, file: str, form: Format = "yaml", root: Path = ROOT, schema: Mapping[str, object] | None = None
) -> Prompt:
    """The prompt of a file's text, which may come from the store as well.

    Args:
        text: what the file holds.
        file: its name, for errors.
        form: how it is written.
        root: where the path of its schema starts.
        schema: the schema of its answer, where it is known; the schema's file is not read then.

    Raises:
        PromptError: the text is wrong; says where.
    """
    content = _content(text, file, form)
    at = places(text) if form == "yaml" else {}
    templates = {
        part: Template(source, file=file, part=f"template.{part}", line_in_file=_lines(at.get(f"template.{part}")))
        for part, source in content.template.model_dump(exclude_none=True).items()
    }
    answer = None
    if content.output is not None:
        body = schema if schema is not None else _answer_schema(_inside(root, content.output, file))
        answer = Schema(content.id, body)
    _check_knobs(content, file, at)
    _check_names(content, templates, file, at)
    return Prompt(
        id=content.id,
        version=content.version,
        task=content.task,
        fingerprint=_fingerprint(text, answer),
        inputs=content.inputs,
        knobs=content.knobs,
        defaults=content.defaults,
        schema=answer,
        source=text,
        form=form,
        _system=templates.get("system"),
        _user=templates["user"],
        _constraints=templates.get("constraints"),
    )


def _lines(place: ValuePlace | None) -> Callable[[int], int] | None:
    return None if place is None else place.line_of


def _content(text: str, file: str, form: Format) -> _PromptFile:
    try:
        data = tomllib.loads(text) if form == "toml" else yaml.safe_load(text)
    except (tomllib.TOMLDecodeError, yaml.YAMLError) as error:
        raise PromptError(f"{file}: {error}", file=file, place="file") from None
    if not isinstance(data, dict):
        raise PromptError(
            f"{file}: file: A prompt is a list of names with values; this is not.", file=file, place="file"
        )
    try:
        return _PromptFile.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "file"
        raise _at(file, place, places(text) if form == "yaml" else {}, first["msg"]) from None


def _at(file: str, place: str, at: Mapping[str, ValuePlace], words: str, *, name: str | None = None) -> PromptError:
    """An error at a place of the file, with its line where that is known."""
    known = at.get(place)
    where = f"{place}: " if known is None else f"{place}: line {known.line}: "
    facts: dict[str, object] = {"file": file, "place": place}
    if known is not None:
        facts["line"] = known.line
    if name is not None:
        facts["name"] = name
    return PromptError(f"{file}: {where}{words}", **facts)


def _answer_schema(path: Path) -> Mapping[str, object]:
    try:
        return read_schema(path)
    except ConfigError as error:
        place = f"schema {error.facts.get('place', '')}".rstrip()
        raise PromptError(str(error), **{**error.facts, "place": place}) from None


def _inside(root: Path, relative: str, file: str) -> Path:
    path = (root / relative).resolve()
    if not path.is_relative_to(root.resolve()):
        raise PromptError(f"{file}: schema: {relative} is outside the project.", file=file, place="schema")
    return path


def _check_knobs(content: _PromptFile, file: str, at: Mapping[str, ValuePlace]) -> None:
    for name, values in content.knobs.items():
        if not values:
            raise _at(file, f"knobs.{name}", at, "has no values.", name=name)
        if any(is_value(value, values[:index]) for index, value in enumerate(values)):
            raise _at(file, f"knobs.{name}", at, "names a value twice.", name=name)
        if name not in content.defaults:
            raise _at(file, "defaults", at, f"none for the knob {name}.", name=name)
    for name, value in content.defaults.items():
        place = f"defaults.{name}"
        if name not in content.knobs:
            raise _at(file, place, at, "there is no such knob.", name=name)
        if not is_value(value, content.knobs[name]):
            raise _at(file, place, at, f"{value!r} is no value of the knob.", name=name)


def _check_names(
    content: _PromptFile, templates: Mapping[str, Template], file: str, at: Mapping[str, ValuePlace]
) -> None:
    """Every placeholder is declared and everything declared is used."""
    declared = {**dict.fromkeys(content.inputs, "inputs"), **dict.fromkeys(content.knobs, "knobs")}
    twice = sorted(set(content.inputs) & set(content.knobs))
    if twice or len(set(content.inputs)) != len(content.inputs):
        raise _at(file, "inputs", at, f"a name is declared twice {twice}.")
    offered = set(declared) | ({OUTPUT_SCHEMA} if content.output is not None else set())
    used: set[str] = set()
    for template in templates.values():
        used |= set(template.names)
        for name, line in template.names.items():
            if name not in offered:
                raise template.error(f"{name} is not declared in inputs or knobs.", line=line, name=name)
    for name, place in declared.items():
        if name not in used:
            raise _at(file, place, at, f"no template uses {name}.", name=name)


def _fingerprint(text: str, schema: Schema | None) -> str:
    content = text.encode("utf-8", "surrogatepass")
    if schema is not None:
        content += orjson.dumps(schema.body, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(content).hexdigest()[:16]
