"""A schema that takes parts from a file beside it becomes one document."""

from __future__ import annotations

import json

import pytest

from core.errors import ConfigError
from core.guardrail import guard
from core.guardrail.schema_file import read_schema
from core.llm import Schema


def test_references_to_a_file_beside_it(tmp_path):
    (tmp_path / "part.json").write_text(
        json.dumps({"$defs": {"p": {"$ref": "#/$defs/q"}, "q": {"type": "object", "required": ["n"],
                    "properties": {"n": {"type": "integer"}}}}})
    )  # fmt: skip
    file = tmp_path / "whole.json"
    file.write_text(
        json.dumps({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "part.json#/$defs/p"}}})
    )
    found = guard('{"a": {"n": "1"}}', Schema("s", read_schema(file)))
    assert (found.value, found.steps[2]) == ({"a": {"n": 1}}, "number:/a/n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"$ref": "gone.json"}', "gone.json: the schema cannot be read"),
        ('{"properties": {"a": {"type": 1}}}', "s.json: no JSON Schema at /properties/a/type"),
        ('{"$ref": "#/$defs/gone"}', "s.json: no JSON Schema at"),
        ("{,", "s.json: no JSON at line 1 column 2"),
    ],
)
def test_a_wrong_file_is_pointed_at(tmp_path, text, words):
    file = tmp_path / "s.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=words):
        read_schema(file)
