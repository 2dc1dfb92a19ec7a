"""A schema that a person writes: read, checked, with everything said about it that its author must know.

Nothing is ever fetched: a schema that points outside of itself is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import jsonschema_rs
import orjson

from core.errors import ConfigError
from core.guardrail import NotStrict, parsed

MOST_CHARACTERS = 200_000
MOST_NODES = 5_000
_DRAFTS = {
    "http://json-schema.org/draft-07/schema": "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema": "https://json-schema.org/draft/2020-12/schema",
}
_NEWEST = "https://json-schema.org/draft/2020-12/schema"
_LITERAL = frozenset({"const", "enum", "default", "examples"})
FORMATS = frozenset(
    "date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference"
    " uri-template uuid json-pointer relative-json-pointer regex".split()
)

Note = Literal["unknown_format", "recursive"]


@dataclass(frozen=True, slots=True)
class SchemaNote:
    """Something that holds but that its author may not expect, and where."""

    kind: Note
    path: str
    word: str


@dataclass(frozen=True, slots=True)
class CheckedSchema:
    """A schema of objects that can be used, with its notes."""

    body: Mapping[str, Any]
    notes: tuple[SchemaNote, ...]


def checked_schema(text: str, *, file: str = "schema") -> CheckedSchema:
    """The schema of a text.

    Raises:
        ConfigError: it is no JSON, no JSON Schema of an object, points outside of itself, leads in a circle, or is too
            large; `reason`, `place` and `words` say what and where.
    """
    if len(text) > MOST_CHARACTERS:
        raise _wrong(file, "schema_large", "", f"more than {MOST_CHARACTERS} characters", limit=MOST_CHARACTERS)
    try:
        body = parsed(text)
    except NotStrict as error:
        raise _wrong(file, "schema_json", "", str(error)) from None
    if not isinstance(body, dict):
        raise _wrong(file, "schema_object", "", "a schema is an object")
    draft = body.get("$schema", _NEWEST)
    if not isinstance(draft, str) or draft.rstrip("#") not in _DRAFTS:
        raise _wrong(file, "schema_draft", "/$schema", f"the draft {str(draft)[:80]} is not one of 7 and 2020-12")
    if sum(1 for _ in _nodes(body, "")) > MOST_NODES:
        raise _wrong(file, "schema_large", "", f"more than {MOST_NODES} parts", limit=MOST_NODES)
    _check_references(body, file)
    _check_form(body, draft.rstrip("#"), file)
    if body.get("type") != "object" or not isinstance(body.get("properties"), dict) or not body["properties"]:
        raise _wrong(file, "schema_no_object", "", "it must describe an object: type object, with properties")
    return CheckedSchema(body, tuple(_notes(body)))


def _check_form(body: dict[str, Any], draft: str, file: str) -> None:
    """See that the meta-schema holds and that the validator takes it."""
    import jsonschema  # a seventh of a second to load, for schemas that somebody checks

    seven = draft == "http://json-schema.org/draft-07/schema"
    try:
        (jsonschema.Draft7Validator if seven else jsonschema.Draft202012Validator).check_schema(body)
    except jsonschema.SchemaError as error:
        place = "".join(f"/{step}" for step in error.absolute_path)
        raise _wrong(file, "schema_form", place, error.message[:300]) from None
    try:
        (jsonschema_rs.Draft7Validator if seven else jsonschema_rs.Draft202012Validator)(body, offline=True)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
        raise _wrong(file, "schema_form", "", str(error).partition("\n")[0][:300]) from None


def _check_references(body: dict[str, Any], file: str) -> None:
    """See that references stay inside and that none leads back to itself without a value between."""
    inside = {
        name for _, part in _nodes(body, "") for key in ("$id", "$anchor") if isinstance(name := part.get(key), str)
    }
    for place, part in _nodes(body, ""):
        for keyword in ("$ref", "$dynamicRef"):
            target = part.get(keyword)
            if not isinstance(target, str):
                continue
            if not target.startswith("#") and target.partition("#")[0] not in inside:
                raise _wrong(file, "schema_remote", f"{place}/{keyword}", f"{target[:120]} is outside of the schema")
            if target.startswith("#") and target[1:2] in ("", "/"):
                _check_circle(body, target, f"{place}/{keyword}", file)


def _check_circle(body: dict[str, Any], target: str, place: str, file: str) -> None:
    seen: set[str] = set()
    while True:
        if target in seen:
            raise _wrong(file, "schema_circle", place, f"{target} leads back to itself")
        seen.add(target)
        found = _at(body, target[1:])
        if found is None:
            raise _wrong(file, "schema_missing", place, f"there is nothing at {target}")
        following = found.get("$ref") if isinstance(found, dict) else None
        if target == "#" and place == "/$ref":
            raise _wrong(file, "schema_circle", place, f"{target} leads back to itself")
        if not isinstance(following, str) or not following.startswith("#") or following[1:2] not in ("", "/"):
            return
        target = following


def _at(body: Any, pointer: str) -> Any:
    found = body
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict):
            found = found.get(step)
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
        if found is None:
            return None
    return found


def _notes(body: dict[str, Any]) -> Iterator[SchemaNote]:
    for place, part in _nodes(body, ""):
        name = part.get("format")
        if isinstance(name, str) and name not in FORMATS:
            yield SchemaNote("unknown_format", f"{place}/format", name[:60])
        target = part.get("$ref")
        if isinstance(target, str) and target.startswith("#") and place.startswith(target[1:] + "/"):
            yield SchemaNote("recursive", f"{place}/$ref", target[:120])


def _nodes(part: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All objects of a schema that may be schemas, with their places; what stands for a value is left out."""
    stack = [(place, part)]
    while stack:
        at, found = stack.pop()
        if isinstance(found, dict):
            yield at, found
            stack += [
                (f"{at}/{key.replace('~', '~0').replace('/', '~1')}", inner)
                for key, inner in reversed(found.items())
                if isinstance(inner, dict | list) and (key not in _LITERAL or at.endswith("/properties"))
            ]
        elif isinstance(found, list):
            stack += [(f"{at}/{number}", inner) for number, inner in enumerate(found) if isinstance(inner, dict | list)]


def pretty(body: Mapping[str, Any]) -> str:
    """A schema as people edit it."""
    return orjson.dumps(body, option=orjson.OPT_INDENT_2).decode()


def _wrong(file: str, reason: str, place: str, words: str, **facts: object) -> ConfigError:
    at = f" {place}:" if place else ""
    return ConfigError(f"{file}:{at} {words}", file=file, reason=reason, place=place or "/", words=words, **facts)
