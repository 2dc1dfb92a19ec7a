"""A JSON Schema read from a file, complete: parts of the taxonomy filled in, references to files beside it put in.

Two keywords of our own stand for the taxonomy, so that no schema file repeats it:
`"x-enum-from": "clauses"` becomes an `enum` of codes, `"x-properties-from": {"taxonomy": "clauses", "each": {…}}`
becomes one required property for each code. `clauses`, `facts` and `categories` may be named; `except`, beside
`taxonomy` and `each`, leaves codes out.

References are resolved by the validator's own library. They may lead into the same file (`#/…`) or into one beside it
(`other.json#/…`); no other place is ever read.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson

from core.errors import ConfigError
from core.taxonomy import shipped_taxonomy

_ENUM = "x-enum-from"
_PROPERTIES = "x-properties-from"
_BESIDE = "beside:/"


def read_schema(path: Path, *, inlined: bool = False) -> dict[str, Any]:
    """The JSON Schema of a file.

    References into other files are put in, and then all the others too; those of a file that stands alone stay as they
    are unless `inlined`.

    Args:
        path: the file; references may lead into its folder.
        inlined: every reference in its place, for endpoints, which know them badly.

    Raises:
        ConfigError: a file is missing, no JSON, no JSON Schema, or names an unknown part of the taxonomy; a reference
            leads nowhere, elsewhere, or (where it is put in) in a circle. Says which file and where.
    """
    body = _file(path)
    _check(body, path.name)
    if not inlined and not _leaves(body):
        _check_references(body, path)
        return body
    whole = _put_in(body, path)
    whole.pop("$defs", None)
    if _references(whole):
        raise ConfigError(f"{path.name}: references go in a circle.", file=path.name, place="/")
    _check(whole, path.name)
    return whole


def _file(path: Path) -> dict[str, Any]:
    try:
        body = _filled(orjson.loads(path.read_bytes()), path.name)
    except OSError as error:
        raise ConfigError(f"{path.name}: the schema cannot be read: {error.strerror}", file=path.name) from None
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise ConfigError(f"{path.name}: no JSON at {place}: {error.msg}", file=path.name, place=place) from None
    if not isinstance(body, dict):
        raise ConfigError(f"{path.name}: a schema is an object.", file=path.name, place="/")
    return body


def _check(schema: dict[str, Any], file: str) -> None:
    try:
        jsonschema_rs.meta.validate(schema)
    except jsonschema_rs.ValidationError as error:
        place = "/" + "/".join(str(part) for part in error.instance_path)
        words = f"{file}: no JSON Schema at {place}: {error.message[:200]}"
        raise ConfigError(words, file=file, place=place) from None


def _check_references(schema: dict[str, Any], path: Path) -> None:
    try:
        jsonschema_rs.validator_for(schema, offline=True)
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        raise _nowhere(schema, path, error) from None


def _put_in(schema: dict[str, Any], path: Path) -> dict[str, Any]:
    failed: list[ConfigError] = []

    def retrieve(address: str) -> dict[str, Any]:
        name = address.removeprefix(_BESIDE)
        try:
            if name == address or Path(name).name != name:
                raise ConfigError(
                    f"{path.name}: a schema refers to files beside it only, not to {name}.", file=path.name, place="/"
                )
            found = _file(path.parent / name)
            _check(found, name)
        except ConfigError as error:
            failed.append(error)
            raise
        return found

    try:
        whole: dict[str, Any] = jsonschema_rs.dereference(schema, base_uri=_BESIDE + path.name, retriever=retrieve)
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        if failed:
            raise failed[0] from None
        raise _nowhere(schema, path, error) from None
    return whole


def _references(node: object, place: str = "") -> list[tuple[str, str]]:
    """Place and target of each reference."""
    if isinstance(node, list):
        return [reference for index, part in enumerate(node) for reference in _references(part, f"{place}/{index}")]
    if not isinstance(node, dict):
        return []
    own = [(place, node["$ref"])] if isinstance(node.get("$ref"), str) else []
    return own + [reference for key, part in node.items() for reference in _references(part, f"{place}/{key}")]


def _leaves(schema: dict[str, Any]) -> bool:
    return any(not reference.startswith("#") for _, reference in _references(schema))


def _nowhere(schema: dict[str, Any], path: Path, error: Exception) -> ConfigError:
    """The error for a reference that leads nowhere, with its place where the library names its pointer."""
    pointers = str(error).split("'")[1::2]
    place = next((place for place, ref in _references(schema) if ref.partition("#")[2] in pointers), "/")
    return ConfigError(f"{path.name}: no JSON Schema at {place}: {error}", file=path.name, place=place)


def _filled(node: Any, file: str) -> Any:
    if isinstance(node, list):
        return [_filled(part, file) for part in node]
    if not isinstance(node, dict):
        return node
    filled = {key: _filled(part, file) for key, part in node.items() if key not in (_ENUM, _PROPERTIES)}
    if _ENUM in node:
        filled["enum"] = _codes(node[_ENUM], (), file)
    if _PROPERTIES in node:
        wanted = node[_PROPERTIES]
        if not isinstance(wanted, dict) or not {"taxonomy", "each"} <= wanted.keys():
            raise ConfigError(f"{file}: {_PROPERTIES} wants taxonomy and each.", file=file, place="/")
        codes = _codes(wanted["taxonomy"], wanted.get("except", ()), file)
        filled["properties"] = filled.get("properties", {}) | {code: _filled(wanted["each"], file) for code in codes}
        filled["required"] = [*filled.get("required", ()), *codes]
    return filled


def _codes(part: object, left_out: Collection[str], file: str) -> list[str]:
    parts = {
        "clauses": shipped_taxonomy().clauses,
        "facts": shipped_taxonomy().facts,
        "categories": shipped_taxonomy().categories,
    }
    if not isinstance(part, str) or part not in parts:
        raise ConfigError(f"{file}: the taxonomy has no part {part!r}.", file=file, place="/")
    codes = [category.code for category in parts[part]]
    unknown = sorted(set(left_out) - set(codes))
    if unknown:
        raise ConfigError(f"{file}: no category {unknown[0]!r} to leave out.", file=file, place="/")
    return [code for code in codes if code not in left_out]
