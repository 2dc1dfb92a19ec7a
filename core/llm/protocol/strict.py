"""The part of a JSON Schema that endpoints enforce: the strict subset, derived from the full schema.

Strict mode wants every object closed and every property required, and refuses most keywords. So keywords outside the
subset are left out, and an optional property becomes a required one that may be null; `without_nulls` takes those
nulls out of the answer again. What the subset leaves out is checked locally against the full schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KEPT = ("type", "enum", "const", "description", "$ref")


class _NotStrict(Exception):
    """The schema has a part that strict mode cannot express."""


def strict_subset(schema: Mapping[str, object]) -> dict[str, object] | None:
    """The strict form of a schema, None when it has none: an open object, a free value, or a root that is no object."""
    if schema.get("type") != "object":
        return None
    try:
        return _subset(dict(schema))
    except _NotStrict:
        return None


def _subset(schema: Any) -> dict[str, object]:
    if not isinstance(schema, dict) or {"allOf", "patternProperties", "prefixItems", "not"} & schema.keys():
        raise _NotStrict
    strict = {key: schema[key] for key in _KEPT if key in schema}
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices is not None:
        strict["anyOf"] = [_subset(choice) for choice in choices]
    elif not {"type", "enum", "const", "$ref"} & schema.keys():
        raise _NotStrict
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "object" in kinds:
        strict |= _closed(schema)
    if "array" in kinds:
        strict["items"] = _subset(schema.get("items"))
    if "$defs" in schema:
        strict["$defs"] = {name: _subset(part) for name, part in schema["$defs"].items()}
    return strict


def _closed(schema: dict[str, Any]) -> dict[str, object]:
    properties = schema.get("properties")
    if not properties or schema.get("additionalProperties", False) is not False:
        raise _NotStrict
    required = schema.get("required", ())
    parts = {name: _subset(part) for name, part in properties.items()}
    return {
        "properties": {name: part if name in required else _nullable(part) for name, part in parts.items()},
        "required": list(properties),
        "additionalProperties": False,
    }


def _nullable(part: dict[str, object]) -> dict[str, object]:
    kind = part.get("type")
    if kind is None or "enum" in part or "const" in part:
        return {"anyOf": [part, {"type": "null"}]}
    kinds = [kind] if isinstance(kind, str) else list(kind)  # type: ignore[call-overload]  # a list by the meta-schema
    return {**part, "type": kinds if "null" in kinds else [*kinds, "null"]}


def without_nulls(schema: Mapping[str, object], value: object) -> object:
    """`value` without the nulls that strict mode put in the place of optional properties that were not given.

    A null stays wherever the full schema itself allows one.
    """
    return _without(schema, schema, value)


def _without(root: Mapping[str, Any], schema: Any, value: object) -> object:
    schema = _described(root, schema)
    if isinstance(value, list):
        items = schema.get("items", {})
        return [_without(root, items, item) for item in value]
    if not isinstance(value, dict):
        return value
    properties = schema.get("properties", {})
    required = schema.get("required", ())
    kept = {}
    for name, part in value.items():
        known = properties.get(name)
        if part is None and known is not None and name not in required and not _admits_null(root, known):
            continue
        kept[name] = part if known is None else _without(root, known, part)
    return kept


def _target(root: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    """The schema behind local references; an empty one where there is none or where references go in a circle."""
    for _ in range(32):
        if not isinstance(schema, Mapping):
            return {}
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return schema
        target: Any = root
        for step in reference[2:].split("/"):
            target = target.get(step.replace("~1", "/").replace("~0", "~"), {})
        schema = target
    return {}


def _described(root: Mapping[str, Any], schema: Any) -> Mapping[str, Any]:
    """The schema itself or, of a choice between one thing and null, the one thing."""
    schema = _target(root, schema)
    choices = [choice for choice in _choices(schema) if choice != {"type": "null"}]
    return _described(root, choices[0]) if len(choices) == 1 else schema


def _choices(schema: Mapping[str, Any]) -> list[Any]:
    return list(schema.get("anyOf", schema.get("oneOf", ())))


def _admits_null(root: Mapping[str, Any], schema: Any) -> bool:
    schema = _target(root, schema)
    if _choices(schema):
        return any(_admits_null(root, choice) for choice in _choices(schema))
    if "const" in schema:
        return schema["const"] is None
    if "enum" in schema:
        return None in schema["enum"]
    kind = schema.get("type")
    return kind is None or kind == "null" or (isinstance(kind, list) and "null" in kind)
