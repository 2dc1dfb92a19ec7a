"""Loading a prompt file, with every check that can be made before it is used."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import orjson
import yaml
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, ValidationError

from core.errors import PromptError
from core.llm import Schema
from core.prompting.prompt import OUTPUT_SCHEMA, Prompt, is_value
from core.prompting.schema_file import load_schema
from core.prompting.template import Template
from core.settings import ROOT

FOLDER = ROOT / "prompts"
_ENDINGS = (".yaml", ".yml", ".toml")
_Knob = StrictBool | StrictInt | StrictFloat | StrictStr


class _Templates(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    system: str | None = None
    user: str
    constraints: str | None = None


class _File(BaseModel):
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


def read_prompt(path: Path, *, root: Path = ROOT) -> Prompt:
    """The prompt of a file.

    Args:
        path: the file.
        root: where the path of its schema starts.

    Raises:
        PromptError: the file is wrong; says where.
    """
    file = path.name
    content = _content(path)
    templates = {
        part: Template(source, file=file, part=f"template.{part}")
        for part, source in content.template.model_dump(exclude_none=True).items()
    }
    schema = None
    if content.output is not None:
        body = load_schema(_inside(root, content.output, file))
        schema = Schema(content.id, body)
    _check_knobs(content, file)
    _check_names(content, templates, file)
    return Prompt(
        id=content.id,
        version=content.version,
        task=content.task,
        fingerprint=_fingerprint(path, schema),
        inputs=content.inputs,
        knobs=content.knobs,
        defaults=content.defaults,
        schema=schema,
        _system=templates.get("system"),
        _user=templates["user"],
        _constraints=templates.get("constraints"),
    )


def _content(path: Path) -> _File:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else yaml.safe_load(text)
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path.name}: cannot be read: {error}", file=path.name, place="file") from None
    except (tomllib.TOMLDecodeError, yaml.YAMLError) as error:
        raise PromptError(f"{path.name}: {error}", file=path.name, place="file") from None
    try:
        return _File.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "file"
        raise PromptError(f"{path.name}: {place}: {first['msg']}", file=path.name, place=place) from None


def _inside(root: Path, relative: str, file: str) -> Path:
    path = (root / relative).resolve()
    if not path.is_relative_to(root.resolve()):
        raise PromptError(f"{file}: schema: {relative} is outside the project.", file=file, place="schema")
    return path


def _check_knobs(content: _File, file: str) -> None:
    for name, values in content.knobs.items():
        if not values:
            raise PromptError(f"{file}: knobs.{name}: has no values.", file=file, place=f"knobs.{name}")
        if name not in content.defaults:
            raise PromptError(f"{file}: defaults: none for the knob {name}.", file=file, place="defaults")
    for name, value in content.defaults.items():
        place = f"defaults.{name}"
        if name not in content.knobs:
            raise PromptError(f"{file}: {place}: there is no such knob.", file=file, place=place)
        if not is_value(value, content.knobs[name]):
            raise PromptError(f"{file}: {place}: {value!r} is no value of the knob.", file=file, place=place)


def _check_names(content: _File, templates: Mapping[str, Template], file: str) -> None:
    """Every placeholder is declared and everything declared is used."""
    declared = {**dict.fromkeys(content.inputs, "inputs"), **dict.fromkeys(content.knobs, "knobs")}
    twice = sorted(set(content.inputs) & set(content.knobs))
    if twice or len(set(content.inputs)) != len(content.inputs):
        raise PromptError(f"{file}: inputs: a name is declared twice {twice}.", file=file, place="inputs")
    offered = set(declared) | ({OUTPUT_SCHEMA} if content.output is not None else set())
    used: set[str] = set()
    for part, template in templates.items():
        used |= set(template.names)
        for name, line in template.names.items():
            if name not in offered:
                place = f"template.{part}"
                words = f"{file}: {place}: line {line}: {name} is not declared in inputs or knobs."
                raise PromptError(words, file=file, place=place, line=line, name=name)
    for name, place in declared.items():
        if name not in used:
            raise PromptError(f"{file}: {place}: no template uses {name}.", file=file, place=place, name=name)


def _fingerprint(path: Path, schema: Schema | None) -> str:
    content = path.read_bytes() + (b"" if schema is None else orjson.dumps(schema.body, option=orjson.OPT_SORT_KEYS))
    return hashlib.sha256(content).hexdigest()[:16]
