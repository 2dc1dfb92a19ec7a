"""The error that a caller receives for a value that breaks its schema: every violation, each with its place.

Messages are those of the `jsonschema` package, which is slow and runs only when the fast validator said no. Formats and
patterns are decided by the fast validator for both: a value has one verdict, and no message is without a reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import jsonschema
import jsonschema_rs
import orjson
from jsonschema.exceptions import FormatError
from jsonschema_specifications import REGISTRY

from core.guardrail.violation import EMAIL, VALIDATION_FAILED, Violation, pointer, violations
from core.llm import Schema
from core.wording import wordings

_LONGEST = 300
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


def error_object(problems: Iterable[Violation]) -> dict[str, Any]:
    """The error of the specification's form, with all violations."""
    details = [{"path": violation.path, "message": violation.message_en} for violation in problems]
    return {"error": VALIDATION_FAILED, "details": details}


def named_violations(schema: Schema, value: object) -> list[Violation]:
    """All violations in the words of the `jsonschema` package, by place; empty when the value is valid.

    A property that is missing or prohibited has a violation of its own, whose path is that property's.
    """
    quick = violations(schema, value)
    if not quick:
        return []
    try:
        found = [
            violation
            for error in reference(orjson.dumps(schema.body)).iter_errors(value)
            for violation in _violations_of(error)
        ]
    except (RecursionError, re.error):
        # Too deep for it, or a pattern of patternProperties that Python does not read: the fast validator has said
        # what is wrong.
        found = []
    return sorted(dict.fromkeys(found or quick), key=lambda violation: (violation.path, violation.message_en))


class _Formats(jsonschema.FormatChecker):  # type: ignore[misc]  # jsonschema comes without types
    """Formats as the fast validator decides them."""

    def __init__(self, draft: str | None) -> None:
        super().__init__(formats=())
        self._draft = draft

    def check(self, instance: object, format: str) -> None:
        """Raise what jsonschema expects where the value has not the format."""
        if isinstance(instance, str) and not _format(self._draft, format).is_valid(instance):
            raise FormatError(f"{instance!r} is not a {format!r}")


@lru_cache(maxsize=256)
def _format(draft: str | None, name: str) -> jsonschema_rs.Validator:
    body = {"format": name} | ({} if draft is None else {"$schema": draft})
    return jsonschema_rs.validator_for(body, validate_formats=True, email_options=EMAIL, offline=True)


@lru_cache(maxsize=64)
def reference(schema: bytes) -> Any:
    """The validator of the `jsonschema` package for a schema's JSON text, formats and patterns as said above."""
    body = orjson.loads(schema)
    draft = body.get("$schema")
    kind = jsonschema.validators.validator_for(body, default=jsonschema.Draft202012Validator)
    # The meta-schemas and nothing else: a schema must never make us fetch something.
    keywords = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional,
        "contentEncoding": _content,
        "contentMediaType": _content,
        "dependencies": _dependencies,
    }
    kind = jsonschema.validators.extend(kind, keywords)
    return kind(body, format_checker=_Formats(draft if isinstance(draft, str) else None), registry=REGISTRY)


def _pattern(validator: Any, pattern: str, instance: object, schema: Any) -> Iterator[Any]:
    """The keyword as the fast validator decides it: Python's own expressions are not those of the standard."""
    if isinstance(instance, str) and not _matches(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: object, schema: Any) -> Iterator[Any]:
    if not isinstance(instance, dict):
        return
    for pattern, rule in patterns.items():
        for name, value in instance.items():
            if _matches(pattern, name):
                yield from validator.descend(value, rule, path=name, schema_path=pattern)


def _additional(validator: Any, rule: Any, instance: object, schema: Any) -> Iterator[Any]:
    if not isinstance(instance, dict):
        return
    more = _not_declared(instance, schema)
    if isinstance(rule, dict):
        for name in more:
            yield from validator.descend(instance[name], rule, path=name)
    elif not rule and more:
        yield jsonschema.ValidationError("Additional properties are not allowed")


def _content(validator: Any, rule: object, instance: object, schema: Any) -> Iterator[Any]:
    """What a text holds, where the fast validator asserts it (up to draft-07), once for both keywords."""
    content = {key: schema[key] for key in ("contentMediaType", "contentEncoding") if key in schema}
    draft = validator.META_SCHEMA.get("$schema")
    if rule is not next(iter(content.values())) or not isinstance(instance, str):
        return
    if not _asserted(orjson.dumps({"$schema": draft, **content})).is_valid(instance):
        yield jsonschema.ValidationError(f"{instance!r} is not {' in '.join(map(str, content.values()))}")


@lru_cache(maxsize=64)
def _asserted(schema: bytes) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(orjson.loads(schema), offline=True)


def _dependencies(validator: Any, rule: Any, instance: object, schema: Any) -> Iterator[Any]:
    """The keyword of draft-07, which the fast validator knows in later drafts too."""
    if not isinstance(instance, dict):
        return
    for name, needed in rule.items():
        if name not in instance:
            continue
        if isinstance(needed, list):
            for other in needed:
                if other not in instance:
                    yield jsonschema.ValidationError(f"{other!r} is a dependency of {name!r}")
        else:
            yield from validator.descend(instance, needed, schema_path=name)


def _not_declared(instance: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    return [
        name for name in instance if name not in declared and not any(_matches(pattern, name) for pattern in patterns)
    ]


def _matches(pattern: str, text: str) -> bool:
    return _expression(pattern).is_valid(text)


@lru_cache(maxsize=256)
def _expression(pattern: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({"pattern": pattern}, offline=True)


def _violations_of(error: Any) -> Iterator[Violation]:
    """One violation for each property that an error is about."""
    path = list(error.absolute_path)
    for own, message, facts in _parts(error):
        yield Violation(pointer([*path, *own]), *_words_and_facts(error.validator, facts, _short(message)))


def _parts(error: Any) -> Iterator[tuple[list[str | int], str, dict[str, object]]]:
    value, rule, keyword = error.instance, error.validator_value, error.validator
    facts: dict[str, object] = {"limit": rule if isinstance(rule, int | float) else "", "value": rule}
    if keyword == "required":
        name = _first_quoted(error.message)
        yield [name], error.message, {**facts, "name": name}
    elif keyword in ("additionalProperties", "unevaluatedProperties") and rule is False and isinstance(value, dict):
        for name in _unexpected(error):
            word = "Additional" if keyword == "additionalProperties" else "Unevaluated"
            yield [name], f"{word} properties are not allowed ({name!r} was unexpected)", {**facts, "name": name}
    elif keyword in ("dependentRequired", "dependencies") and isinstance(value, dict):
        name = _first_quoted(error.message)
        yield [name], error.message, {**facts, "name": name}
    elif error.parent is None and _of_names(error):
        yield [str(value)], error.message, {**facts, "name": str(value)}
    else:
        yield [], error.message, facts


def _of_names(error: Any) -> bool:
    """Whether what is wrong is a property's name: the error's place is that of the object."""
    return "propertyNames" in list(error.absolute_schema_path)[:-1] and isinstance(error.instance, str)


def _unexpected(error: Any) -> Sequence[str]:
    value = error.instance
    if error.validator == "additionalProperties":
        return _not_declared(value, error.schema)
    inside = error.message[error.message.find("(") :]
    named = {ast.literal_eval(match[0]) for match in _QUOTED.finditer(inside)}
    return [name for name in value if name in named] or list(value)


def _first_quoted(message: str) -> str:
    """The property that a message begins with, which stands there as Python writes a text."""
    match = _QUOTED.match(message)
    return "" if match is None else str(ast.literal_eval(match[0]))


def _short(message: str) -> str:
    """A message whose value is shortened in the middle: what is wrong stands at its end."""
    if len(message) <= _LONGEST:
        return message
    return f"{message[: _LONGEST // 2]} … {message[-_LONGEST // 2 :]}"


def _words_and_facts(keyword: str | None, facts: Mapping[str, object], message: str) -> tuple[str, dict[str, object]]:
    """The wording of a violated keyword with its facts; in English it is the package's own message."""
    rule = facts.get("value")
    options = ", ".join(str(option) for option in rule) if isinstance(rule, list) else str(rule)
    words = {
        "keyword": keyword,
        "name": facts.get("name", ""),
        "limit": facts.get("limit", ""),
        "options": options[:_LONGEST],
        "detail": message,
    }
    name = re.sub(r"(?=[A-Z])", "_", keyword or "other").lower()
    key = f"keyword_{name}"
    return key if f"guardrail.{key}" in wordings() else "keyword_other", words
