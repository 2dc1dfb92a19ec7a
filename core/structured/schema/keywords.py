"""Keywords of JSON Schema: where subschemas stand, what is decided, what is refused by name, what says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.structured.errors import UnsupportedSchema
from core.structured.regex import check_pattern

MAP_OF_SCHEMAS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
)
LIST_OF_SCHEMAS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
ONE_SCHEMA = frozenset(
    {
        "items",
        "additionalItems",
        "additionalProperties",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
    }
)
REFUSED = frozenset({"$dynamicRef", "$recursiveRef", "unevaluatedItems", "unevaluatedProperties"})
# Where any of these is missing, some document is always valid (the quick answer to "is it empty?").
MAY_BE_EMPTY = frozenset(
    {
        "$ref",
        "allOf",
        "anyOf",
        "const",
        "contains",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "required",
        "dependentSchemas",
        "dependencies",
        "propertyNames",
    }
)


def check_keywords(schema: Mapping[str, Any], where: str) -> None:
    """Refuse by name what one schema object (not its subschemas) asks for and the engine does not decide.

    Raises:
        UnsupportedSchema: a keyword of `REFUSED` that asks something.
        RegexError: a pattern that no automaton decides.
    """
    for keyword in REFUSED & schema.keys():
        if schema[keyword] is not True and schema[keyword] != {}:
            raise UnsupportedSchema(f"{keyword} is not supported", where=where, keyword=keyword)
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        check_pattern(pattern)
    patterns = schema.get("patternProperties")
    if isinstance(patterns, Mapping):
        for each in patterns:
            check_pattern(each)
