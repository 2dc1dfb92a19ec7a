"""A schema that takes parts from a file beside it becomes one document."""

from __future__ import annotations

import json

import pytest

from core.errors import ConfigError
from core.guardrail import guard
from core.llm import Schema
from core.schema_file import read_schema


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


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"s.json": {"$ref": "parts/s.json"}}, "files beside it only"),
        ({"s.json": {"$ref": "https://example.org/s"}}, "files beside it only"),
        ({"s.json": {"$ref": "t.json"}, "t.json": {"type": "objekt"}}, "t.json: no JSON Schema at /type"),
        ({"s.json": {"$ref": "t.json"}, "t.json": {"items": {"$ref": "s.json"}}}, "go in a circle"),
        ({"s.json": {"$ref": "t.json#/$defs/gone"}, "t.json": {}}, "s.json: no JSON Schema"),
    ],
)
def test_references_that_cannot_be_put_in(tmp_path, files, words):
    for name, body in files.items():
        (tmp_path / name).write_text(json.dumps(body), encoding="utf-8")
    with pytest.raises(ConfigError, match=words):
        read_schema(tmp_path / "s.json")


def test_a_file_that_stands_alone_keeps_its_references_unless_they_are_to_be_put_in(tmp_path):
    body = {"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "integer"}}}
    (tmp_path / "s.json").write_text(json.dumps(body), encoding="utf-8")
    assert read_schema(tmp_path / "s.json") == body
    assert read_schema(tmp_path / "s.json", inlined=True) == {"properties": {"a": {"type": "integer"}}}
