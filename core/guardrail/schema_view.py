"""A JSON Schema as the repairs see it: what is declared at each place, and whether a value fits there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import jsonschema_rs
import orjson

from core.errors import ConfigError
from core.llm import Schema

_ROOT = "urn:shinsa:schema"
_EMAIL = jsonschema_rs.EmailOptions(require_tld=True, allow_display_text=False, allow_domain_literal=False)
_MOST_HOPS = 32
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class SchemaPlace:
    """One place of a schema: its JSON Pointer inside the schema, and what stands there, references followed."""

    pointer: str
    body: Mapping[str, Any]

    @property
    def properties(self) -> Mapping[str, Any]:
        """The declared properties."""
        found = self.body.get("properties", {})
        return found if isinstance(found, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        """The required properties."""
        found = self.body.get("required", ())
        return tuple(found) if isinstance(found, list) else ()

    @property
    def closed(self) -> bool:
        """Whether properties that are not declared are refused."""
        return False in (self.body.get("additionalProperties"), self.body.get("unevaluatedProperties"))

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of its enum or const."""
        listed = self.body.get("enum", [self.body["const"]] if "const" in self.body else ())
        return tuple(word for word in listed if isinstance(word, str))

    @property
    def listed(self) -> bool:
        """Whether the values that it takes are listed."""
        return "enum" in self.body or "const" in self.body

    @property
    def types(self) -> frozenset[str]:
        """The JSON types that it names, or that its other keywords tell; empty when it takes any."""
        named = self.body.get("type")
        if isinstance(named, str):
            return frozenset({named})
        if isinstance(named, list):
            return frozenset(named)
        if "properties" in self.body:
            return frozenset({"object"})
        if "items" in self.body:
            return frozenset({"array"})
        if self.listed:
            listed = self.body.get("enum", [self.body.get("const")])
            return frozenset(map(_type, listed))
        return frozenset()


class SchemaView:
    """A schema, compiled once."""

    def __init__(self, body: dict[str, Any]) -> None:
        self._body = body
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        try:
            self.validator = jsonschema_rs.validator_for(
                body, validate_formats=True, email_options=_EMAIL, offline=True
            )
            self._registry = jsonschema_rs.Registry([(_ROOT, body)])
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
            place = "/".join(str(part) for part in getattr(error, "instance_path", ()))
            words = f"no JSON Schema at /{place}: {str(getattr(error, 'message', error))[:200]}"
            raise ConfigError(words, place=f"/{place}") from None
        self.root = self.node("", body)

    def node(self, pointer: str, body: object) -> SchemaPlace:
        """The node at a pointer, after its references."""
        for _ in range(_MOST_HOPS):
            reference = body.get("$ref") if isinstance(body, dict) else None
            if not isinstance(reference, str):
                break
            target = self._target(reference)
            if target is None:
                return SchemaPlace(pointer, {})
            siblings = {key: value for key, value in cast(dict[str, Any], body).items() if key != "$ref"}
            pointer, body = target
            if siblings and isinstance(body, dict):
                body = {**body, **{key: value for key, value in siblings.items() if key not in body}}
        return SchemaPlace(pointer, cast(Mapping[str, Any], body) if isinstance(body, Mapping) else {})

    def child(self, node: SchemaPlace, key: str) -> SchemaPlace:
        """The node of a declared property."""
        return self.node(f"{node.pointer}/properties/{_escaped(key)}", node.properties[key])

    def item(self, node: SchemaPlace, index: int) -> SchemaPlace | None:
        """The node of an array's item, None when any is taken."""
        prefix = node.body.get("prefixItems", ())
        if index < len(prefix):
            return self.node(f"{node.pointer}/prefixItems/{index}", prefix[index])
        items = node.body.get("items")
        return self.node(f"{node.pointer}/items", items) if isinstance(items, dict) else None

    def branches(self, node: SchemaPlace) -> Iterator[SchemaPlace]:
        """The alternatives of `anyOf` and `oneOf`; the node itself when it has none."""
        found = False
        for keyword in ("anyOf", "oneOf"):
            for index, body in enumerate(node.body.get(keyword, ())):
                found = True
                yield from self.branches(self.node(f"{node.pointer}/{keyword}/{index}", body))
        if not found:
            yield node

    def fits(self, node: SchemaPlace, value: object) -> bool:
        """Whether a value obeys the schema at a node."""
        if not node.pointer:
            return self.validator.is_valid(value)
        validator = self._validators.get(node.pointer)
        if validator is None:
            validator = jsonschema_rs.validator_for(
                {"$schema": self._body.get("$schema", _DIALECT), "$ref": f"{_ROOT}#{node.pointer}"},
                registry=self._registry,
                validate_formats=True,
                email_options=_EMAIL,
                offline=True,
            )
            self._validators[node.pointer] = validator
        return validator.is_valid(value)

    def _target(self, reference: str) -> tuple[str, object] | None:
        if reference == "#":
            return "", self._body
        if not reference.startswith("#/"):
            return None
        body: object = self._body
        for step in reference[2:].split("/"):
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(body, list) and key.isdigit() and int(key) < len(body):
                body = body[int(key)]
            elif isinstance(body, Mapping) and key in body:
                body = body[key]
            else:
                return None
        return reference[1:], body


def view_of(schema: Schema) -> SchemaView:
    """The view of a schema, kept for the next time.

    Raises:
        ConfigError: it is no JSON Schema; says where.
    """
    kept = _BY_IDENTITY.get(id(schema.body))
    if kept is not None and kept[0] is schema.body:
        return kept[1]
    view = _view(orjson.dumps(schema.body))
    if len(_BY_IDENTITY) >= _MOST_KEPT:
        _BY_IDENTITY.clear()
    _BY_IDENTITY[id(schema.body)] = (schema.body, view)
    return view


# Comparing a schema by its bytes costs more than validating against it, so the object itself is the first key.
_MOST_KEPT = 64
_BY_IDENTITY: dict[int, tuple[Mapping[str, object], SchemaView]] = {}


@lru_cache(maxsize=64)
def _view(schema: bytes) -> SchemaView:
    return SchemaView(orjson.loads(schema))


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _type(value: object) -> str:
    if value is None:
        return "null"
    for kind, name in _TYPES:
        if isinstance(value, kind):
            return name
    return "object"


_TYPES = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array"))
