"""Every point in which a value breaks a schema, with its place and in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jsonschema_rs
import orjson

from core.llm import Schema

EMAIL = jsonschema_rs.EmailOptions(require_tld=True, allow_display_text=False, allow_domain_literal=False)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `path` is a JSON Pointer into the value, empty for the value itself."""

    path: str
    message_en: str
    message_ja: str


def violations(schema: Schema, value: object) -> list[Violation]:
    """All violations of a value, in the order of their places; empty when the value is valid. Formats count."""
    validator = _validator(orjson.dumps(schema.body))
    found = [
        Violation(pointer(error.instance_path), *_messages(error.kind, error.message))
        for error in validator.iter_errors(value)
    ]
    return sorted(found, key=lambda violation: (violation.path, violation.message_en))


@lru_cache(maxsize=64)
def _validator(schema: bytes) -> jsonschema_rs.Validator:
    # Offline: a schema must never make us fetch something.
    return jsonschema_rs.validator_for(orjson.loads(schema), validate_formats=True, email_options=EMAIL, offline=True)


def pointer(path: list[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _messages(kind: jsonschema_rs.ValidationErrorKind, fallback: str) -> tuple[str, str]:
    """English and Japanese words for a broken rule; the validator's own for the rare ones."""
    facts = {name: _short(value) for name, value in kind.as_dict().items() if name != "context"}
    wording = _WORDING.get(kind.name)
    if wording is None:
        return fallback[:_LONGEST], f"スキーマの規則「{kind.name}」に反しています。"
    return wording[0].format_map(facts), wording[1].format_map(facts)


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(part if isinstance(part, str) else repr(part) for part in value)[:_LONGEST]
    return str(value)[:_LONGEST]


_WORDING: Mapping[str, tuple[str, str]] = {
    "required": ("The property {property} is missing.", "項目 {property} がありません。"),
    "additionalProperties": ("Unknown properties: {unexpected}.", "未知の項目があります: {unexpected}。"),
    "unevaluatedProperties": ("Unknown properties: {unexpected}.", "未知の項目があります: {unexpected}。"),
    "type": ("The type must be {types}.", "型は {types} でなければなりません。"),
    "enum": ("The value must be one of: {options}.", "次のいずれかの値でなければなりません: {options}。"),
    "const": ("The value must be {expected_value}.", "値は {expected_value} でなければなりません。"),
    "format": ("The value is no {format}.", "{format} の形式ではありません。"),
    "pattern": ("The value does not match {pattern}.", "{pattern} の形に合いません。"),
    "minLength": ("Shorter than {limit} characters.", "{limit} 文字より短い値です。"),
    "maxLength": ("Longer than {limit} characters.", "{limit} 文字より長い値です。"),
    "minimum": ("Less than {limit}.", "{limit} より小さい値です。"),
    "maximum": ("More than {limit}.", "{limit} より大きい値です。"),
    "exclusiveMinimum": ("Not more than {limit}.", "{limit} より大きくなければなりません。"),
    "exclusiveMaximum": ("Not less than {limit}.", "{limit} より小さくなければなりません。"),
    "multipleOf": ("No multiple of {multiple_of}.", "{multiple_of} の倍数ではありません。"),
    "minItems": ("Fewer than {limit} items.", "要素が {limit} 個より少ないです。"),
    "maxItems": ("More than {limit} items.", "要素が {limit} 個より多いです。"),
    "uniqueItems": ("An item stands twice.", "同じ要素が重複しています。"),
    "contains": ("No item is of the wanted kind.", "求められた種類の要素がありません。"),
    "minProperties": ("Fewer than {limit} properties.", "項目が {limit} 個より少ないです。"),
    "maxProperties": ("More than {limit} properties.", "項目が {limit} 個より多いです。"),
    "anyOf": ("None of the allowed forms fits.", "許された形のどれにも合いません。"),
    "oneOf": ("Not exactly one of the allowed forms fits.", "許された形のちょうど一つに合いません。"),
    "not": ("A forbidden form.", "許されない形です。"),
    "falseSchema": ("Nothing is allowed here.", "ここには何も置けません。"),
}
