"""The strict parse at the speed of orjson, for the good path.

orjson lets duplicate keys and integers beyond 64 bits through. Every key has one colon outside of texts, so a text with
as many colons as the value has keys has lost none; where texts hold colons too, the value is written again and the
colons are compared. An integer that became a float is at least 2 ** 63. What is unusual leads to the readable parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import orjson

from core.guardrail.parse import MAX_BYTES, MAX_DEPTH, deep, parsed

_ESCAPED = re.compile(r"\\u003")
"""The beginning of a colon that is written as its number; a pattern finds it twice as fast as `in`."""
_LEAST_BIG = 2.0**63
_BIG = -1


def parsed_fast(text: str) -> object:
    """The same as `parse.parsed`, faster where nothing is unusual.

    Raises:
        NotStrict: as `parsed`.
    """
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return parsed(text)
    if len(text) > MAX_BYTES // 4:
        return parsed(text)
    keys = _keys(value)
    if keys == _BIG:
        return parsed(text)
    colons = text.count(":")
    if keys != colons and (_ESCAPED.search(text) is not None or _written_colons(value) != colons):
        return parsed(text)
    return value


def _keys(value: Any) -> int:
    """Number of keys in the whole value; `_BIG` where it holds a very large number or is nested too deeply."""
    found = 0
    containers = [value]
    for container in containers:
        if type(container) is dict:
            found += len(container)
            parts: Iterable[Any] = container.values()
        elif type(container) is list:
            parts = container
        else:
            parts = (container,)
        for part in parts:
            kind = type(part)
            if kind is dict or kind is list:
                containers.append(part)
            elif kind is float and not -_LEAST_BIG < part < _LEAST_BIG:
                return _BIG
    return _BIG if len(containers) > MAX_DEPTH and deep(value) else found


def _written_colons(value: object) -> int:
    try:
        return orjson.dumps(value).count(b":")
    except orjson.JSONEncodeError:  # nested too deeply
        return _BIG
