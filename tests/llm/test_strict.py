"""The strict subset of a schema, and answers in it read back."""

from __future__ import annotations

import pytest

from core.llm.protocol.strict import strict_subset, without_nulls

CLOSED = {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            {
                "type": "object",
                "properties": {
                    "a": {"type": "string", "minLength": 1, "pattern": "x", "format": "date"},
                    "b": {"type": "array", "items": {"type": "integer", "minimum": 0}, "uniqueItems": True},
                    "c": {"enum": ["x", "y"]},
                    "d": {"type": ["string", "null"]},
                    "e": {"oneOf": [{"const": 1}, {"type": "null"}]},
                },
                "required": ["a"],
            },
            {
                **CLOSED,
                "properties": {
                    "a": {"type": "string"},
                    "b": {"type": ["array", "null"], "items": {"type": "integer"}},
                    "c": {"anyOf": [{"enum": ["x", "y"]}, {"type": "null"}]},
                    "d": {"type": ["string", "null"]},
                    "e": {"anyOf": [{"anyOf": [{"const": 1}, {"type": "null"}]}, {"type": "null"}]},
                },
                "required": ["a", "b", "c", "d", "e"],
            },
        ),
        (
            {
                "type": "object",
                "properties": {"tree": {"$ref": "#/$defs/tree"}},
                "required": ["tree"],
                "$defs": {
                    "tree": {
                        "type": "object",
                        "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
                        "required": ["kids"],
                        "if": {"properties": {"kids": {"maxItems": 0}}},
                    }
                },
            },
            {
                **CLOSED,
                "properties": {"tree": {"$ref": "#/$defs/tree"}},
                "required": ["tree"],
                "$defs": {
                    "tree": {
                        **CLOSED,
                        "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
                        "required": ["kids"],
                    }
                },
            },
        ),
        ({"type": "object"}, None),
        ({"type": "array", "items": {"type": "string"}}, None),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": True}, None),
        ({"type": "object", "properties": {"a": {}}}, None),
        ({"type": "object", "properties": {"a": {"type": "object"}}}, None),
        ({"type": "object", "properties": {"a": {"type": "array"}}}, None),
        ({"type": "object", "properties": {"a": {"allOf": [{"type": "string"}]}}}, None),
        ({"type": "object", "properties": {"a": True}}, None),
    ],
)
def test_subset(schema, expected):
    assert strict_subset(schema) == expected


SCHEMA = {
    "type": "object",
    "properties": {
        "kept": {"type": ["string", "null"]},
        "note": {"type": "string"},
        "one": {"$ref": "#/$defs/one"},
        "maybe": {"anyOf": [{"$ref": "#/$defs/one"}, {"type": "null"}]},
        "list": {"type": "array", "items": {"$ref": "#/$defs/one"}},
        "free": {},
        "none": {"enum": ["a", None]},
    },
    "required": ["kept"],
    "$defs": {"one": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"const": 1}}}},
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"kept": None, "note": None}, {"kept": None}),
        ({"kept": "a", "note": "b"}, {"kept": "a", "note": "b"}),
        ({"kept": "a", "one": None, "maybe": None}, {"kept": "a", "maybe": None}),
        ({"one": {"x": None, "y": 1}, "maybe": {"x": 1, "y": None}}, {"one": {"y": 1}, "maybe": {"x": 1}}),
        ({"list": [{"x": None}, {"x": 2}]}, {"list": [{}, {"x": 2}]}),
        ({"free": None, "none": None, "unknown": None}, {"free": None, "none": None, "unknown": None}),
    ],
)
def test_nulls_of_strict_mode_are_taken_out(value, expected):
    assert without_nulls(SCHEMA, value) == expected
