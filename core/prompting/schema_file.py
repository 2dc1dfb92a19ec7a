"""Schemas of answers, read from a file; what belongs to the taxonomy is filled in from it.

Two keywords of our own stand for the taxonomy, so that no schema file repeats it:
`"x-enum-from": "clauses"` becomes an `enum` of codes, `"x-properties-from": {"taxonomy": "clauses", "each": {…}}`
becomes one required property for each code. `clauses`, `facts` and `categories` may be named; `except`, beside
`taxonomy` and `each`, leaves codes out.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson

from core.errors import PromptError
from core.taxonomy import taxonomy

_ENUM = "x-enum-from"
_PROPERTIES = "x-properties-from"


def load_schema(path: Path) -> dict[str, object]:
    """The JSON Schema of a file, complete.

    Raises:
        PromptError: the file is missing, no JSON, no JSON Schema, or names an unknown part of the taxonomy.
    """
    try:
        schema = _filled(orjson.loads(path.read_bytes()), path.name)
    except (OSError, orjson.JSONDecodeError) as error:
        raise PromptError(f"{path.name}: the schema cannot be read: {error}", file=path.name, place="schema") from None
    if not isinstance(schema, dict):
        raise PromptError(f"{path.name}: a schema is an object.", file=path.name, place="schema")
    try:
        jsonschema_rs.meta.validate(schema)
    except jsonschema_rs.ValidationError as error:
        place = "/".join(str(part) for part in error.instance_path)
        words = f"{path.name}: no JSON Schema at /{place}: {error.message[:200]}"
        raise PromptError(words, file=path.name, place=f"schema /{place}") from None
    return schema


def _filled(node: Any, file: str) -> Any:
    if isinstance(node, list):
        return [_filled(part, file) for part in node]
    if not isinstance(node, dict):
        return node
    filled = {key: _filled(part, file) for key, part in node.items() if key not in (_ENUM, _PROPERTIES)}
    if _ENUM in node:
        filled["enum"] = _codes(node[_ENUM], (), file)
    if _PROPERTIES in node:
        asked = node[_PROPERTIES]
        if not isinstance(asked, dict) or not {"taxonomy", "each"} <= asked.keys():
            words = f"{file}: {_PROPERTIES} wants taxonomy and each."
            raise PromptError(words, file=file, place="schema")
        codes = _codes(asked["taxonomy"], asked.get("except", ()), file)
        filled["properties"] = filled.get("properties", {}) | {code: _filled(asked["each"], file) for code in codes}
        filled["required"] = [*filled.get("required", ()), *codes]
    return filled


def _codes(part: object, left_out: Collection[str], file: str) -> list[str]:
    parts = {"clauses": taxonomy().clauses, "facts": taxonomy().facts, "categories": taxonomy().categories}
    if not isinstance(part, str) or part not in parts:
        raise PromptError(f"{file}: the taxonomy has no part {part!r}.", file=file, place="schema")
    codes = [category.code for category in parts[part]]
    unknown = sorted(set(left_out) - set(codes))
    if unknown:
        raise PromptError(f"{file}: no category {unknown[0]!r} to leave out.", file=file, place="schema")
    return [code for code in codes if code not in left_out]
