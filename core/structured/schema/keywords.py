"""Keywords of JSON Schema: where subschemas stand, what is decided, what is refused by name, what says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


def check_patterns(schema: Mapping[str, Any]) -> None:
    """Refuse patterns of one schema object (not of its subschemas) that no automaton decides.

    Raises:
        RegexError: such a pattern.
    """
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        check_pattern(pattern)
    patterns = schema.get("patternProperties")
    if isinstance(patterns, Mapping):
        for each in patterns:
            check_pattern(each)
