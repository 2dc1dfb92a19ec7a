"""Whether two JSON values are one: numbers by value, but 1 is not true."""

from __future__ import annotations


def same(one: object, other: object) -> bool:
    """Equality of JSON values; the order of an object's properties does not count."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other
