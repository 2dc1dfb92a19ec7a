"""Every point in which a value breaks a schema, with its place; the words stand in `core/wording/guardrail.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import jsonschema_rs
import orjson

from core.llm import Schema
from core.wording import Language, wording_text, wordings

VALIDATION_FAILED = "JSON Schema validation failed."
EMAIL = jsonschema_rs.EmailOptions(require_tld=True, allow_display_text=False, allow_domain_literal=False)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `path` is a JSON Pointer into the value, empty for the value itself.

    `wording` is a key of `core/wording/guardrail.yaml`, `facts` are the values for its words.
    """

    path: str
    wording: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def message(self, language: Language) -> str:
        """What is wrong, in a language."""
        return wording_text(f"guardrail.{self.wording}", language, **self.facts)

    @property
    def message_en(self) -> str:
        """What is wrong, as models are told it and as it is kept."""
        return self.message("en")

    @property
    def message_ja(self) -> str:
        """What is wrong, as it is kept beside the English words."""
        return self.message("ja")

    def __hash__(self) -> int:
        return hash((self.path, self.wording))


def violations(schema: Schema, value: object) -> list[Violation]:
    """All violations of a value, in the order of their places; empty when the value is valid. Formats count."""
    validator = _validator(orjson.dumps(schema.body))
    found = [
        Violation(pointer(error.instance_path), *_words_and_facts(error.kind, error.message))
        for error in validator.iter_errors(value)
    ]
    return sorted(found, key=lambda violation: (violation.path, violation.message("en")))


@lru_cache(maxsize=64)
def _validator(schema: bytes) -> jsonschema_rs.Validator:
    # Offline: a schema must never make us fetch something.
    return jsonschema_rs.validator_for(orjson.loads(schema), validate_formats=True, email_options=EMAIL, offline=True)


def pointer(path: list[str | int]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _words_and_facts(kind: jsonschema_rs.ValidationErrorKind, message: str) -> tuple[str, dict[str, object]]:
    """The wording of a broken rule with its facts; the validator's own words for the rare rules."""
    key = re.sub(r"(?=[A-Z])", "_", kind.name).lower()
    if f"guardrail.rule_{key}" not in wordings():
        return "rule_other", {"rule": kind.name, "detail": message[:_LONGEST]}
    return f"rule_{key}", {name: _short(value) for name, value in kind.as_dict().items() if name != "context"}


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(part if isinstance(part, str) else repr(part) for part in value)[:_LONGEST]
    return str(value)[:_LONGEST]
