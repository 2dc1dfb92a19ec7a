"""Whether two schemas can hold for the same value: quickly by what they plainly say, else by their conjunction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.structured.schema.case import EVERY_TYPE, OBJECT, TYPE_BITS
from core.structured.schema.document import Claim, SchemaDocument

_MOST_REFERENCES = 32


class Overlap:
    """Disjointness of the branches of `oneOf`.

    Args:
        empty: whether no value satisfies both claims; the exact and slower answer.
    """

    def __init__(self, document: SchemaDocument, empty: Callable[[Claim, Claim], bool]) -> None:
        self._document = document
        self._empty = empty
        self._known: dict[tuple[int, int], bool] = {}
        self._facts: dict[int, tuple[int, dict[str, frozenset[str]]]] = {}

    def disjoint(self, first: Claim, second: Claim) -> bool:
        """Whether no value satisfies both."""
        key = (min(first.number, second.number), max(first.number, second.number))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._plainly(first, second) or self._empty(first, second)
        return known

    def _plainly(self, first: Claim, second: Claim) -> bool:
        types, tags = self._facts_of(first)
        other_types, other_tags = self._facts_of(second)
        common = types & other_types
        if not common:
            return True
        if common != OBJECT:
            return False
        return any(not tags[name] & other_tags[name] for name in tags.keys() & other_tags.keys())

    def _facts_of(self, claim: Claim) -> tuple[int, dict[str, frozenset[str]]]:
        """Types that remain, and required properties with the strings they may be."""
        known = self._facts.get(claim.number)
        if known is None:
            for _ in range(_MOST_REFERENCES):
                if not isinstance(claim.schema, dict) or set(claim.schema) - {"$ref", "description", "title"}:
                    break
                if "$ref" not in claim.schema:
                    break
                claim = self._document.target(claim, claim.schema["$ref"])
            known = self._facts[claim.number] = _plain_facts(claim.schema)
        return known


def _plain_facts(schema: Any) -> tuple[int, dict[str, frozenset[str]]]:
    if not isinstance(schema, dict):
        return (0 if schema is False else EVERY_TYPE), {}
    names = schema.get("type")
    names = [names] if isinstance(names, str) else names
    types = 0
    for name in names if isinstance(names, list) else ():
        types |= TYPE_BITS.get(name, EVERY_TYPE) if isinstance(name, str) else EVERY_TYPE
    tags: dict[str, frozenset[str]] = {}
    properties = schema.get("properties")
    if isinstance(properties, dict) and isinstance(schema.get("required"), list):
        for name in schema["required"]:
            values = _strings(properties.get(name)) if isinstance(name, str) else None
            if values is not None:
                tags[name] = values
    return types or EVERY_TYPE, tags


def _strings(schema: Any) -> frozenset[str] | None:
    if not isinstance(schema, dict) or "$ref" in schema:
        return None
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return None
    return frozenset(values)
