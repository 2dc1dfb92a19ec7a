"""The error that callers receive: every violation, its own path, the reference validator's words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.extraction.files import read_task
from core.guardrail import error_object, named_violations
from core.guardrail.validator_words import reference
from core.llm import Schema

DATA = Path(__file__).resolve().parents[1] / "data"
BROKEN = [json.loads(line) for line in (DATA / "extraction" / "broken_objects.jsonl").read_text("utf-8").splitlines()]
INQUIRY = read_task("customer_inquiry").schema
SUITE = sorted((DATA / "json_schema_suite").rglob("*.json"))
DRAFTS = {
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}


def test_the_form_of_the_specification() -> None:
    value = {"issue_type": "障害", "severity": "high", "summary": "打刻ができないため、直してほしい。"}
    assert error_object(named_violations(INQUIRY, value)) == {
        "error": "JSON Schema validation failed.",
        "details": [
            {"path": "/product_name", "message": "'product_name' is a required property"},
            {"path": "/severity", "message": "'high' is not one of ['低', '中', '高', '緊急']"},
        ],
    }


def test_there_are_fifty_broken_objects() -> None:
    assert len(BROKEN) >= 50


@pytest.mark.parametrize("line", BROKEN, ids=range(len(BROKEN)))
def test_every_violation_is_found_at_its_path(line: dict[str, object]) -> None:
    found = error_object(named_violations(INQUIRY, line["value"]))["details"]
    assert sorted(map(str, found)) == sorted(map(str, line["details"]))  # type: ignore[call-overload]


@pytest.mark.parametrize("line", BROKEN, ids=range(len(BROKEN)))
def test_every_violation_has_japanese_words(line: dict[str, object]) -> None:
    for violation in named_violations(INQUIRY, line["value"]):
        assert any("\u3040" <= letter <= "\u30ff" for letter in violation.message_ja)


def test_a_property_that_depends_on_another_is_named() -> None:
    schema = Schema("s", {"type": "object", "dependentRequired": {"a": ["b", "c"]}})
    assert [violation.path for violation in named_violations(schema, {"a": 1})] == ["/b", "/c"]


def test_places_inside_of_lists() -> None:
    schema = Schema("s", {"properties": {"rows": {"items": {"type": "object", "required": ["x"]}}}})
    found = named_violations(schema, {"rows": [{}, {"x": 1}, 3]})
    assert [(item.path, item.message_en) for item in found] == [
        ("/rows/0/x", "'x' is a required property"),
        ("/rows/2", "3 is not of type 'object'"),
    ]


def test_patterns_of_the_standard_that_python_does_not_read() -> None:
    """`\\p{Letter}` made the reference validator raise; it reads patterns as the fast one does."""
    schema = Schema("s", {"patternProperties": {r"^\p{Letter}+$": {"type": "string"}}, "additionalProperties": False})
    assert [violation.path for violation in named_violations(schema, {"あ": 1, "1": 2})] == ["/1", "/あ"]


def test_a_long_value_does_not_fill_the_message() -> None:
    (violation,) = named_violations(INQUIRY, {**BROKEN[8]["value"], "contact_email": None, "summary": "あ" * 9_000})
    assert violation.path == "/summary"
    assert len(violation.message_en) < 320
    assert violation.message_en.endswith("is too long")


def test_nested_deeper_than_the_reference_validator_goes() -> None:
    value: object = "x"
    for _ in range(3_000):
        value = {"a": value}
    schema = Schema("s", {"type": "object", "properties": {"a": {"$ref": "#"}}})
    assert named_violations(schema, value)


@pytest.mark.parametrize("path", SUITE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_both_validators_agree_with_the_official_suite(path: Path) -> None:
    """A chosen part of the suite; benchmarks/schema_validators.py runs the whole."""
    draft = next(name for name in DRAFTS if name in path.parts)
    formats = path.parent.name == "format"
    ran = 0
    for group in json.loads(path.read_text("utf-8")):
        if not isinstance(group["schema"], dict) or "localhost" in json.dumps(group["schema"]):
            continue
        body = {"$schema": DRAFTS[draft], **group["schema"]}
        if not formats and '"format"' in json.dumps(body):
            continue
        validator = reference(json.dumps(body).encode())
        for case in group["tests"]:
            if draft == "draft7" or not formats or case["valid"]:
                assert validator.is_valid(case["data"]) == case["valid"] or _stricter(path, case), case
            assert bool(named_violations(Schema("s", body), case["data"])) == (not case["valid"]) or _stricter(
                path, case
            )
            ran += 1
    assert ran > 3


def _stricter(path: Path, case: dict[str, object]) -> bool:
    """Our e-mail addresses need a domain with a dot and no literal address, as one that can be answered has."""
    return path.stem == "email" and bool(case["valid"])


@pytest.mark.parametrize(
    ("schema", "value", "path"),
    [
        ({"dependencies": {"a": ["b"]}}, {"a": 1}, "/b"),
        ({"dependencies": {"a": {"required": ["c"]}}}, {"a": 1}, "/c"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "contentMediaType": "application/json"}, "{:}", ""),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "contentEncoding": "base64"}, "%", ""),
    ],
)
def test_what_the_fast_validator_refuses_has_words(schema: dict[str, object], value: object, path: str) -> None:
    """The package by itself passes these over: the value was refused and its message came from elsewhere."""
    validator = reference(json.dumps(schema).encode())
    assert not validator.is_valid(value)
    assert [violation.path for violation in named_violations(Schema("s", schema), value)] == [path]
