"""A JSON Schema of a file as one document: what it takes from files beside it is put into its `$defs`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from core.errors import ConfigError
from core.guardrail.schema_view import SchemaView

_MOST_FILES = 32


def read_schema(path: Path) -> dict[str, Any]:
    """The schema of a file, complete and checked.

    Raises:
        ConfigError: a file is missing, no JSON, or no JSON Schema; says where.
    """
    beside: dict[str, Any] = {}
    body: dict[str, Any] = _taken_in(_parsed(path), path.parent, "", beside)
    if beside:
        body["$defs"] = {**body.get("$defs", {}), **beside}
    try:
        SchemaView(body)
    except ConfigError as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name, **error.facts) from None
    return body


def _parsed(path: Path) -> dict[str, Any]:
    try:
        body = orjson.loads(path.read_bytes())
    except OSError as error:
        raise ConfigError(f"{path.name}: the schema cannot be read: {error.strerror}", file=path.name) from None
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise ConfigError(f"{path.name}: no JSON at {place}: {error.msg}", file=path.name, place=place) from None
    if not isinstance(body, dict):
        raise ConfigError(f"{path.name}: a schema is an object", file=path.name, place="/")
    return body


def _taken_in(part: Any, folder: Path, own: str, beside: dict[str, Any]) -> Any:
    """A copy whose references stay inside: `own` is where its file stands in the one document."""
    if isinstance(part, list):
        return [_taken_in(item, folder, own, beside) for item in part]
    if not isinstance(part, dict):
        return part
    made = {key: _taken_in(value, folder, own, beside) for key, value in part.items()}
    reference = part.get("$ref")
    if isinstance(reference, str):
        file, mark, place = reference.partition("#")
        if file and "/" not in file and ":" not in file:
            made["$ref"] = f"#/$defs/{file}{place}"
            if file not in beside and len(beside) < _MOST_FILES:
                beside[file] = {}
                beside[file] = _taken_in(_parsed(folder / file), folder, f"/$defs/{file}", beside)
        elif not file and mark:
            made["$ref"] = f"#{own}{place}"
    return made
