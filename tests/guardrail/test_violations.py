"""All violations, with JSON Pointers and in both languages; the fast validator agrees with the readable one."""

from __future__ import annotations

import jsonschema
import pytest

from core.guardrail import violations
from core.llm import Schema

BODY = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "maxLength": 5, "pattern": "^[a-z]"},
        "when": {"type": "string", "format": "date"},
        "mail": {"type": "string", "format": "email"},
        "mode": {"enum": ["interview", "clarify"]},
        "a/b~c": {"type": "array", "items": {"type": "integer", "minimum": 1}, "uniqueItems": True, "maxItems": 3},
        "fixed": {"const": 7},
        "either": {"oneOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["name"],
    "additionalProperties": False,
}
SCHEMA = Schema("all", BODY)

CASES = [
    ({"name": "ab", "when": "2024-02-29", "mode": "clarify", "a/b~c": [1, 2], "fixed": 7, "either": None}, []),
    ([], [("", "The type must be object.", "型は object でなければなりません。")]),
    ({}, [("", "The property name is missing.", "項目 name がありません。")]),
    (
        {"name": "A", "extra": 1, "more": 2},
        [
            ("", "Unknown properties: extra, more.", "未知の項目があります: extra, more。"),
            ("/name", "Shorter than 2 characters.", "2 文字より短い値です。"),
            ("/name", "The value does not match ^[a-z].", "^[a-z] の形に合いません。"),
        ],
    ),
    (
        {"name": "ab", "when": "2023-02-29", "mode": "end", "fixed": 8},
        [
            ("/fixed", "The value must be 7.", "値は 7 でなければなりません。"),
            (
                "/mode",
                "The value must be one of: interview, clarify.",
                "次のいずれかの値でなければなりません: interview, clarify。",
            ),
            ("/when", "The value is no date.", "date の形式ではありません。"),
        ],
    ),
    (
        {"name": "ab", "a/b~c": [0, "x", 0, 4]},
        [
            ("/a~1b~0c", "An item stands twice.", "同じ要素が重複しています。"),
            ("/a~1b~0c", "More than 3 items.", "要素が 3 個より多いです。"),
            ("/a~1b~0c/0", "Less than 1.", "1 より小さい値です。"),
            ("/a~1b~0c/1", "The type must be integer.", "型は integer でなければなりません。"),
            ("/a~1b~0c/2", "Less than 1.", "1 より小さい値です。"),
        ],
    ),
    (
        {"name": "ab", "either": 3},
        [("/either", "Not exactly one of the allowed forms fits.", "許された形のちょうど一つに合いません。")],
    ),
]


@pytest.mark.parametrize(("value", "expected"), CASES)
def test_all_violations(value, expected):
    found = violations(SCHEMA, value)
    assert [(error.path, error.message("en"), error.message("ja")) for error in found] == expected


@pytest.mark.parametrize(("value", "expected"), CASES)
def test_the_readable_validator_agrees(value, expected):
    checker = jsonschema.Draft202012Validator(BODY, format_checker=jsonschema.FormatChecker())
    assert checker.is_valid(value) is (expected == [])


@pytest.mark.parametrize(
    ("address", "good"), [("a@example.com", True), ("a@localhost", False), ("A <a@example.com>", False), ("@", False)]
)
def test_mail_addresses_are_checked_well(address, good):
    assert (violations(SCHEMA, {"name": "ab", "mail": address}) == []) is good


def test_rare_keywords_have_words_too():
    [found] = violations(Schema("s", {"propertyNames": {"maxLength": 1}}), {"ab": 1})
    assert (found.path, found.message("ja")) == ("", "スキーマの規則「propertyNames」に反しています。")
    assert found.message("en")
