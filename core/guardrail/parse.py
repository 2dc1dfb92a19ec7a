"""JSON as strictly as it can be read: what two readers could understand differently is refused."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

MAX_DEPTH = 64
MAX_BYTES = 4 * 1024 * 1024

_SURROGATE = re.compile("[\ud800-\udfff]")


class NotStrict(ValueError):
    """The text is no JSON that can be relied on. `place` is a character offset where one is known."""

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.place = place


def parsed(text: str) -> object:
    """The JSON value of a text.

    Raises:
        NotStrict: it is no JSON, has a key twice, NaN or an infinite number, half a surrogate pair, is nested
            deeper than 64 levels, or longer than 4 MiB.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise NotStrict(f"longer than {MAX_BYTES} bytes")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_number)
    except json.JSONDecodeError as error:
        raise NotStrict(f"{error.msg} at line {error.lineno} column {error.colno}", error.pos) from None
    except RecursionError:
        raise NotStrict(f"nested deeper than {MAX_DEPTH} levels") from None
    except NotStrict:
        raise
    except ValueError as error:  # an integer of more digits than Python reads
        raise NotStrict(str(error)) from None
    _check(value)
    return value


def parsed_at(text: str, place: int) -> tuple[object, int]:
    """The JSON value that begins at a place, and the place after it.

    Raises:
        NotStrict: as `parsed`.
    """
    try:
        value, end = _DECODER.raw_decode(text, place)
    except json.JSONDecodeError as error:
        raise NotStrict(f"{error.msg} at line {error.lineno} column {error.colno}", error.pos) from None
    except NotStrict:
        raise
    except (ValueError, RecursionError) as error:
        raise NotStrict(str(error)) from None
    _check(value)
    return value, end


def deep(value: object) -> bool:
    """Whether a value is nested deeper than allowed."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            part
            for value in level
            for part in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
            if isinstance(part, dict | list)
        ]
        if not level:
            return False
    return True


def _check(value: object) -> None:
    if deep(value):
        raise NotStrict(f"nested deeper than {MAX_DEPTH} levels")
    _check_text(value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise NotStrict(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is no JSON")


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotStrict(f"the number {digits[:40]} is too large")
    return value


def _check_text(value: object) -> None:
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise NotStrict("a text holds half of a surrogate pair, which is no character")
    elif isinstance(value, list):
        for part in value:
            _check_text(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_text(key)
            _check_text(part)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_number)
