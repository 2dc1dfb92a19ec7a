"""Where engines of this kind go wrong: each trap with texts that must and must not be accepted."""

from __future__ import annotations

from typing import Any

import pytest

from core.structured import compile_json_schema

A_OR_B = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}

TRAPS: dict[str, tuple[Any, list[str], list[str]]] = {
    "escapes count as one character": (
        {"type": "string", "minLength": 2, "maxLength": 2},
        ['"ab"', r'"\u0061b"', r'"\n\n"', r'"\ud83d\ude00b"', '"😀b"', r'"\/\/"'],
        ['"a"', '"abc"', r'"\u0061"', r'"\ud83d\ude00"', r'"\ud83db"', r'"\ude00b"', r'"\x41b"'],
    ),
    "the parts of an address have limits": (
        {"type": "string", "format": "email"},
        ['"a@b"', f'"{"a" * 64}@b.c"', f'"a@{".".join(["b" * 62] * 4)}"'],
        [f'"{"a" * 65}@b.c"', f'"a@{"b" * 64}"', f'"a@{".".join(["b" * 62] * 4)}.xyz"', '"a"'],
    ),
    "a pattern is searched for, within the length": (
        {"type": "string", "pattern": "b+", "maxLength": 3},
        ['"b"', '"abc"', '"bbb"', r'"\u0062"'],
        ['"a"', '"abcd"', '""'],
    ),
    "numbers by value": (
        {"type": "integer", "minimum": 5, "maximum": 120, "multipleOf": 5},
        ["5", "10", "120", "100.0"],
        ["0", "7", "125", "5.5", "05", "-5", "5.", "1e5"],
    ),
    "a whole number may be spelled as a float": ({"type": "integer"}, ["5.0", "1e+16", "-0"], ["5.5", "1e-05", "+5"]),
    "multiples of a decimal": ({"multipleOf": 0.01, "type": "number"}, ["1.23", "1.230", "-4"], ["1.234"]),
    "declared keys that share a prefix with others": (
        {"properties": {"name": {"type": "integer"}}, "additionalProperties": {"type": "string"}, "type": "object"},
        ['{"name": 1, "names": "x", "nam": "y", "": "z"}', r'{"n\u0061me": 1}'],
        ['{"name": "x"}', '{"names": 1}', '{"name": 1, "name": 2}', r'{"n\u0061me": "x"}'],
    ),
    "keys in any order": (
        {**A_OR_B, "required": ["a", "b"], "additionalProperties": False},
        ['{"a": 1, "b": ""}', '{"b": "", "a": 1}'],
        ['{"a": 1}', '{"b": ""}', '{"a": 1, "b": "", "c": 1}', "{}"],
    ),
    "anyOf beside siblings": (
        {"type": "object", "properties": {"a": {"type": "integer"}},
         "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        ['{"a": 1}', '{"b": 1}', '{"a": 1, "b": 2}'],
        ["{}", '{"a": "x"}', '{"a": "x", "b": 1}'],
    ),
    "oneOf whose branches overlap": (
        {"oneOf": [{"type": "number"}, {"type": "integer"}, {"minimum": 5, "type": "number"}]},
        ["1.5", "2.25"],
        ["1", "7", "7.5", '"x"'],
    ),
    "items that may not come twice, by value": (
        {"type": "array", "items": {"enum": [1, "1", True, None, "a", 0.5]}, "uniqueItems": True, "minItems": 1},
        ['[1, "1", true, null, "a", 0.5]', "[0.5]", '["a", 1.0]', "[true, 1]"],
        ["[]", "[1, 1]", "[1, 1.0]", r'["a", "\u0061"]', "[null, 1, null]", "[0.5, 5e-1]", "[0.5, 0.50]", "[2]"],
    ),
    "whole numbers between bounds that may not come twice": (
        {"type": "array", "items": {"type": "integer", "minimum": 2, "maximum": 4}, "uniqueItems": True},
        ["[]", "[4, 2, 3]", "[3.0]"],
        ["[2, 2]", "[2, 3, 4, 2]", "[5]", "[2, 2e0]"],
    ),
    "first items and the rest may not come twice": (
        {
            "type": "array",
            "prefixItems": [{"type": "boolean"}, {"enum": ["a", False]}],
            "items": {"enum": ["a", "b"]},
            "contains": {"const": "b"},
            "uniqueItems": True,
        },
        ['[true, "a", "b"]', '[true, false, "b"]', '[false, "a", "b"]', '[true, false, "a", "b"]'],
        ['[false, false, "b"]', '[true, "a", "a", "b"]', '[true, "a"]', '["b"]'],
    ),
    "allOf and not": (
        {"allOf": [{"type": "string"}, {"minLength": 1}], "not": {"enum": ["a", "ab"]}},
        ['"b"', '"abc"', '"aa"'],
        ['"a"', '"ab"', '""', r'"\u0061"'],
    ),
    "if, then, else": (
        {"type": "object", "if": {"properties": {"k": {"const": "x"}}, "required": ["k"]}, "then": {"required": ["y"]},
         "else": {"required": ["z"]}},
        ['{"k": "x", "y": 1}', '{"y": 1, "k": "x"}', '{"z": 1}', '{"k": "w", "z": 1}'],
        ['{"k": "x"}', '{"k": "x", "z": 1}', "{}"],
    ),
    "dependentRequired": (
        {"type": "object", "dependentRequired": {"a": ["b"], "b": ["c"]}},
        ["{}", '{"c": 1}', '{"a": 1, "c": 1, "b": 1}'],
        ['{"a": 1}', '{"a": 1, "b": 1}'],
    ),
    "enum and const of objects": (
        {"enum": [{"a": [1, {"b": None}]}, [], "x"]},
        ['{"a": [1, {"b": null}]}', "[]", '"x"', '{"a": [1.0, {"b": null}]}'],
        ['{"a": [1]}', "{}", "[1]", '"y"'],
    ),
    "prefixItems, items and contains": (
        {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "contains": {"const": 3},
         "maxItems": 3},
        ['["a", 3]', '["a", 1, 3]', '["", 3, 3]'],
        ['["a"]', '["a", 1]', "[3]", '["a", 1, 2, 3]', '["a", 1, 2]'],
    ),
    "minProperties and maxProperties": (
        {"type": "object", "minProperties": 1, "maxProperties": 2, "required": ["a"]},
        ['{"a": 1}', '{"b": 1, "a": 1}'],
        ["{}", '{"b": 1}', '{"a": 1, "b": 2, "c": 3}', '{"b": 1, "c": 2}'],
    ),
    "propertyNames": (
        {"type": "object", "propertyNames": {"pattern": "^[a-c]+$", "maxLength": 2}},
        ['{"a": 1, "bc": 2}', "{}"],
        ['{"d": 1}', '{"abc": 1}', '{"": 1}'],
    ),
    "formats": (
        {"type": "string", "format": "date"},
        ['"2024-02-29"', '"2000-02-29"', '"2023-12-31"'],
        ['"2023-02-29"', '"1900-02-29"', '"2023-13-01"', '"2023-1-1"', '""'],
    ),
    "recursive $ref": (
        {"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": False},
        ["{}", '{"next": {"next": {}}}'],
        ['{"next": 1}', '{"next": {"next": []}}'],
    ),
    "empty and boolean schemas": (
        {"properties": {"no": False, "any": True, "all": {}}, "type": "object"},
        ['{"any": [1, {"x": null}], "all": "日本"}'],
        ['{"no": 1}', '{"no": null}'],
    ),
    "white space has a limit": (
        {"type": "array", "items": {"type": "integer"}},
        ["[1, 2]", "[1,2]", "[\n  1,\n  2\n]", "[ 1 , 2 ]"],
        ["[1,  2]", "[" + " " * 200 + "1]", "[\n" + " " * 200 + "1]", " [1]", "[1] "],
    ),
    "an escape cannot lead to a key that was written before": (
        {"type": "object", "properties": {"ab": {}, "aZ": {}}, "additionalProperties": False},
        [r'{"ab": 1, "a\u005a": 2}'],
        [r'{"ab": 1, "a\u0062": 2}', '{"ab": 1, "ab": 2}'],
    ),
    "keys that nothing evaluates": (
        {
            "$defs": {"named": {"properties": {"n": {"type": "integer"}}}},
            "$ref": "#/$defs/named",
            "anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"patternProperties": {"^b": True}}],
            "unevaluatedProperties": {"type": "null"},
        },
        ['{"n": 1, "a": 1}', '{"b": 7, "a": 1, "n": 2}', '{"z": null, "b": 7}', "{}", '{"a": null}', "5"],
        ['{"n": "x"}', '{"z": 1}', '{"b": 1, "a": 2}', '{"a": 1, "z": 0}'],
    ),
    "items that nothing evaluates": (
        {"type": "array", "prefixItems": [True], "contains": {"type": "string"}, "unevaluatedItems": {"type": "null"}},
        ['[1, "a"]', '["a"]', '["a", null, "b"]'],
        ['["a", 1]', "[1, null]", "[]", '["a", "b", false]'],
    ),
    "a dynamic reference goes to the outermost schema of that name": (
        {
            "$id": "https://a.example/strings",
            "$ref": "list",
            "$defs": {
                "of": {"$dynamicAnchor": "item", "type": "string"},
                "list": {
                    "$id": "list",
                    "type": "array",
                    "items": {"$dynamicRef": "#item"},
                    "$defs": {"of": {"$dynamicAnchor": "item"}},
                },
            },
        },
        ["[]", '["a", "b"]'],
        ["[1]", '["a", null]', '"a"'],
    ),
    "branches told apart by a key that their neighbour requires": (
        {
            "type": "object",
            "required": ["kind"],
            "oneOf": [
                {"properties": {"kind": {"enum": [f"k{n}"]}, f"v{n}": {"type": "integer"}}, "required": [f"v{n}"]}
                for n in range(14)
            ],
        },
        ['{"kind": "k3", "v3": 1}', '{"v0": "x", "kind": "k3", "v3": 1}'],
        ['{"kind": "k3", "v2": 1}', '{"v3": 1}', '{"kind": "k14", "v3": 1}'],
    ),
    "many conditions on one key": (
        {
            "type": "object",
            "allOf": [
                {"if": {"properties": {"kind": {"const": f"k{n}"}}}, "then": {"properties": {"v": {"const": n}}}}
                for n in range(25)
            ],
        },
        ['{"kind": "k7", "v": 7}', '{"v": 9, "kind": "k9"}', '{"kind": "else", "v": 1}', '{"kind": "k0"}', "{}"],
        ['{"kind": "k7", "v": 8}', '{"v": 3}', '{"v": 9, "kind": "k3"}'],
    ),
    "a key is not repeated, a text is Unicode": ({"type": "object"}, ['{"a": 1}'], [r'{"\ud800": 1}', '{"a" 1}']),
}  # fmt: skip


def accepts(schema: Any, text: str) -> bool:
    grammar = compile_json_schema(schema)
    state, _ = grammar.table.steps(grammar.start, text.encode())
    return state is not None and grammar.table.complete(state)


@pytest.mark.parametrize("name", TRAPS)
def test_trap(name: str) -> None:
    schema, good, bad = TRAPS[name]
    verdicts = {text: accepts(schema, text) for text in good + bad}
    assert verdicts == {**dict.fromkeys(good, True), **dict.fromkeys(bad, False)}


@pytest.mark.parametrize(
    ("prefix", "lives"),
    [
        (r'{"ab": 1, "a\u00', True),
        (r'{"ab": 1, "a\u006', False),  # only "ab" goes on so, and it was written
        (r'{"ab": 1, "a\u005', True),
        (r'{"ab": 1, "aZ": 2,', False),
    ],
)
def test_a_prefix_lives_exactly_when_it_can_be_completed(prefix: str, lives: bool) -> None:
    grammar = compile_json_schema(TRAPS["an escape cannot lead to a key that was written before"][0])
    assert (grammar.table.steps(grammar.start, prefix.encode())[0] is not None) is lives


def test_keys_in_the_order_of_the_schema_as_a_setting() -> None:
    schema = {**A_OR_B, "required": ["b"], "additionalProperties": False}
    grammar = compile_json_schema(schema, any_order=False)
    verdicts = {
        text: grammar.table.steps(grammar.start, text.encode())[0] is not None
        for text in ('{"a": 1, "b": ""}', '{"b": ""}', '{"b": "", "a": 1}')
    }
    assert verdicts == {'{"a": 1, "b": ""}': True, '{"b": ""}': True, '{"b": "", "a": 1}': False}


@pytest.mark.parametrize(("named", "accepted"), [("http://json-schema.org/draft-07/schema#", False), (None, False),
                                                 ("https://json-schema.org/draft/2020-12/schema", True)])  # fmt: skip
def test_formats_are_asserted_as_the_draft_that_is_named_says(named: str | None, accepted: bool) -> None:
    schema = {"type": "string", "format": "date", **({"$schema": named} if named else {})}
    assert accepts(schema, '"no date"') is accepted
