"""Whether two JSON values are one: numbers by value, but 1 is not true."""

from __future__ import annotations


def same(first: object, other: object) -> bool:
    """Equality of JSON values; the order of an object's properties does not count."""
    if isinstance(first, bool) or isinstance(other, bool):
        return first is other
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(same(value, other[key]) for key, value in first.items())
    if isinstance(first, list) and isinstance(other, list):
        return len(first) == len(other) and all(map(same, first, other))
    return first == other
