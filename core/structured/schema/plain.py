"""A quick answer to "is any value valid?": yes where it is plain, so that subschemas are read when first reached."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from core.structured.schema.case import TYPE_BITS
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.facts import applies, is_number
from core.structured.schema.formats import REFUSED_FORMATS
from core.structured.schema.keywords import MAY_BE_EMPTY

_ANNOTATIONS = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$comment",
        "markdownDescription",
    }
)
TYPE_ALONE, REFERENCE_ALONE = _ANNOTATIONS | {"type"}, _ANNOTATIONS | {"$ref"}
_OF_TYPE = {
    "string": frozenset({"minLength", "maxLength", "format"}),
    "number": frozenset({"minimum", "maximum"}),
    "integer": frozenset({"minimum", "maximum"}),
    "array": frozenset({"minItems", "maxItems"}),
    "object": frozenset({"required", "minProperties"}),
    "null": frozenset[str](),
    "boolean": frozenset[str](),
}
_DECIDED = frozenset().union(*_OF_TYPE.values())
_DEEPEST = 6


def plainly_possible(document: SchemaDocument, claim: Claim, depth: int = 0) -> bool:
    """Whether some value is valid for sure. False says nothing: then the cases are to be looked at."""
    schema = claim.schema
    if schema is True and claim.wanted:
        return True
    if not claim.wanted or not isinstance(schema, Mapping) or depth > _DEEPEST:
        return False
    if schema.keys() <= TYPE_ALONE and isinstance(name := schema.get("type"), str) and name in _OF_TYPE:
        return True
    hard = MAY_BE_EMPTY & schema.keys()
    if any(key[:1] == "\0" for key in schema):
        return False
    if "$ref" in hard:
        if document.draft > 7 and not schema.keys() <= REFERENCE_ALONE:
            return False
        return plainly_possible(document, document.target(claim, schema["$ref"]), depth + 1)
    types = schema.get("type")
    if types is not None:
        types = [types] if isinstance(types, str) else types
        if not isinstance(types, list) or not all(isinstance(name, str) and name in TYPE_BITS for name in types):
            return False
    if not hard:
        return types != []
    if hard <= {"enum", "const"}:
        return len(hard) == 1 and _some_scalar(document, schema, types)
    if hard == {"anyOf"} and schema.keys() <= _ANNOTATIONS | {"anyOf"} and isinstance(schema["anyOf"], list):
        return any(
            plainly_possible(document, document.under(claim, each, f"anyOf/{number}"), depth + 1)
            for number, each in enumerate(schema["anyOf"])
        )
    if not hard <= _DECIDED or _refused_format(schema) or not _well_formed(schema, hard):
        return False
    return types is None or any(_type_possible(document, claim, name, hard & _OF_TYPE[name], depth) for name in types)


def _some_scalar(document: SchemaDocument, schema: Mapping[str, Any], types: list[str] | None) -> bool:
    if "const" in schema and not applies(document, "const"):
        return False
    values = schema["enum"] if "enum" in schema else [schema["const"]]
    return isinstance(values, list) and any(_is_of(value, types) for value in values)


def _is_of(value: Any, types: list[str] | None) -> bool:
    if isinstance(value, str):
        return value.isascii() and (types is None or "string" in types)
    if value is None or isinstance(value, bool):
        return types is None or ("null" if value is None else "boolean") in types
    return isinstance(value, int) and (types is None or "integer" in types or "number" in types)


def _refused_format(schema: Mapping[str, Any]) -> bool:
    name = schema.get("format")
    return not (name is None or isinstance(name, str)) or name in REFUSED_FORMATS


def _well_formed(schema: Mapping[str, Any], hard: frozenset[str]) -> bool:
    """Whether the numbers under these keywords are numbers that may stand there."""
    for keyword in hard - {"required", "format"}:
        value = schema[keyword]
        if not is_number(value):
            return False
        if keyword not in ("minimum", "maximum") and (value < 0 or value != int(value)):
            return False
    return True


def _type_possible(document: SchemaDocument, claim: Claim, name: str, hard: frozenset[str], depth: int) -> bool:
    schema = claim.schema
    if not hard:
        return True
    if name == "string":
        if "format" in hard and len(hard) > 1:
            return False
        return bool(schema.get("minLength", 0) <= schema.get("maxLength", math.inf))
    if name in ("number", "integer"):
        return len(hard) == 1 or schema["maximum"] - schema["minimum"] >= 1
    if name == "array":
        return bool(schema.get("minItems", 0) == 0)
    return _object_possible(document, claim, depth)


def _object_possible(document: SchemaDocument, claim: Claim, depth: int) -> bool:
    schema = claim.schema
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if "patternProperties" in schema or not isinstance(properties, Mapping) or "dependentRequired" in schema:
        return False
    is_open = schema.get("additionalProperties", True) is True
    if schema.get("minProperties", 0) > 0 and not is_open:
        return False
    return isinstance(required, list) and all(
        isinstance(name, str)
        and name.isascii()
        and (
            plainly_possible(document, document.under(claim, properties[name], f"properties/{name}"), depth + 1)
            if name in properties
            else is_open
        )
        for name in required
    )
