"""Versions of the turn: each has a schema, and an adapter to and from the form that the program works with.

`configs/knowledge_llm/versions.yaml` names them and says which one models are asked for. What was stored is read by
the version that it carries, also where its knowledge is an object that a draft of today could not be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

import orjson
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import BadArguments, ConfigError
from core.guardrail import Violation
from core.interview.schemas import FOLDER
from core.interview.turn import PHASES, Mode, TurnContent, TurnOne, TurnTwo
from core.knowledge import FIELDS, EntryDraft
from core.llm import Schema
from core.schema_file import read_schema

_MODES: tuple[Mode, ...] = ("interview", "clarify", "finalize")


@dataclass(frozen=True, slots=True)
class TurnVersion:
    """One version: its schema and that of its draft, the model that checks what no schema says, and its adapter."""

    number: str
    schema: Schema
    draft: Schema
    model: type[TurnOne] | type[TurnTwo]
    write: Callable[[TurnContent], dict[str, object]]

    def faults(self, body: Mapping[str, object]) -> tuple[Violation, ...]:
        """What is wrong with a body that obeys the schema, such as fallback positions out of order."""
        try:
            self.model.model_validate(body)
        except ValidationError as error:
            return tuple(
                Violation("".join(f"/{part}" for part in problem["loc"]), "contradiction", {"detail": problem["msg"]})
                for problem in error.errors(include_input=False, include_url=False)
            )
        return ()


@dataclass(frozen=True, slots=True)
class Versions:
    """All versions; `current` is what models are asked for."""

    current: TurnVersion
    known: Mapping[str, TurnVersion]

    def read(self, body: Mapping[str, object]) -> TurnContent:
        """What a stored answer says.

        Raises:
            BadArguments: its version is not known, or it is no turn at all.
        """
        control, state = body.get("control"), body.get("state")
        number = control.get("schema_version") if isinstance(control, dict) else None
        if number not in self.known:
            raise BadArguments(f"no version {number!r} of the turn is known", version=str(number))
        message = body.get("assistant_message")
        if not isinstance(control, dict) or not isinstance(state, dict) or not isinstance(message, str):
            raise BadArguments("this is no turn of the interview", version=str(number))
        draft, other = _knowledge(body.get("knowledge_json"))
        confidence = state.get("confidence")
        return TurnContent(
            mode=control["mode"] if control.get("mode") in _MODES else "interview",
            phase=state["phase"] if state.get("phase") in PHASES else "collect_case",
            missing_info=_texts(state.get("missing_info")),
            message=message,
            draft=draft,
            answered=_texts(state.get("answered")),
            confidence=confidence if confidence in ("high", "medium", "low") else None,
            other=other,
        )


class _Named(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str = Field(alias="schema")
    adapter: Literal["one", "two"]


class _VersionsFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    current: str
    versions: dict[str, _Named]


@cache
def versions() -> Versions:
    """The versions that ship with the product.

    Raises:
        ConfigError: a file is wrong; says which and where.
    """
    return read_versions(FOLDER)


def read_versions(folder: Path) -> Versions:
    """The versions of a folder.

    Raises:
        ConfigError: a file is wrong; says which and where.
    """
    path = folder / "versions.yaml"
    try:
        file = _VersionsFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path.name}: {' '.join(str(error).split())}", file=path.name, place="file") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"])
        raise ConfigError(f"{path.name}: /{place}: {first['msg']}", file=path.name, place=f"/{place}") from None
    known = {number: _version(number, named, folder) for number, named in file.versions.items()}
    if file.current not in known:
        words = f"{path.name}: /current: there is no version {file.current}."
        raise ConfigError(words, file=path.name, place="/current")
    return Versions(known[file.current], known)


def _version(number: str, named: _Named, folder: Path) -> TurnVersion:
    schema = Schema("interview_turn", read_schema(folder / named.file, inlined=True))
    model, write = _ADAPTERS[named.adapter]
    properties = cast(Any, schema.body).get("properties", {})
    try:
        version = properties["control"]["properties"]["schema_version"]["const"]
    except (KeyError, TypeError):
        version = None
    if version != number:
        place = "/properties/control/properties/schema_version"
        raise ConfigError(f"{named.file}: {place}: must be the constant {number}.", file=named.file, place=place)
    try:
        draft = next(option for option in properties["knowledge_json"]["anyOf"] if "properties" in option)
    except (KeyError, TypeError, StopIteration):
        place = "/properties/knowledge_json"
        raise ConfigError(f"{named.file}: {place}: must be a draft or null.", file=named.file, place=place) from None
    return TurnVersion(number, schema, Schema("draft", draft), model, write)


def _one(content: TurnContent) -> dict[str, object]:
    return {
        "control": {"schema_version": "1.0", "mode": content.mode},
        "state": {"phase": content.phase, "missing_info": list(content.missing_info)},
        "assistant_message": content.message,
        "knowledge_json": None if content.draft is None else content.draft.model_dump(mode="json"),
    }


def _two(content: TurnContent) -> dict[str, object]:
    body = _one(content)
    state = cast(dict[str, object], body["state"])
    state |= {"answered": list(content.answered), "confidence": content.confidence}
    return {**body, "control": {"schema_version": "2.0", "mode": content.mode}}


_ADAPTERS: dict[str, tuple[type[TurnOne] | type[TurnTwo], Callable[[TurnContent], dict[str, object]]]] = {
    "one": (TurnOne, _one),
    "two": (TurnTwo, _two),
}


def _knowledge(value: object) -> tuple[EntryDraft | None, str | None]:
    """The draft that a stored answer holds and, where it is no draft of today, its words as JSON."""
    if not isinstance(value, dict):
        return None, None if value is None else orjson.dumps(value).decode()
    try:
        return EntryDraft.model_validate(value), None
    except ValidationError:
        raw = orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    kept: dict[str, object] = {}
    for name in FIELDS:
        if name in value:
            try:
                EntryDraft.model_validate(empty_draft().model_dump() | {name: value[name]})
            except ValidationError:
                continue
            kept[name] = value[name]
    return EntryDraft.model_validate(empty_draft().model_dump() | kept), raw


def empty_draft() -> EntryDraft:
    """A draft in which nothing is known yet."""
    return EntryDraft(
        title=None, contract_types=None, problem_pattern=None, risk=None, recommended_clause=None, note=None
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(part for part in value if isinstance(part, str)) if isinstance(value, list) else ()
