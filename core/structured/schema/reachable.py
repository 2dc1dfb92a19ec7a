"""The compile-time look at everything that validation can come to: what is not supported is refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.structured.errors import UnsupportedSchema
from core.structured.schema.atoms import UNDECIDED
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.facts import applies
from core.structured.schema.keywords import LIST_OF_SCHEMAS, MAP_OF_SCHEMAS, ONE_SCHEMA, check_patterns
from core.structured.schema.node import Nodes

_DEFINITIONS = frozenset({"$defs", "definitions"})
_LISTS = LIST_OF_SCHEMAS
_BY_NAME = frozenset({"properties", "patternProperties"})
_MAPS = MAP_OF_SCHEMAS - _DEFINITIONS


def check_reachable(nodes: Nodes) -> None:
    """Look at every subschema that the root can lead to.

    Raises:
        UnsupportedSchema, InvalidSchema, RegexError: what stands there cannot be compiled.
    """
    document = nodes.document
    seen: set[int] = set()
    waiting = [document.root]
    while waiting:
        claim = waiting.pop()
        if claim.number in seen or not isinstance(claim.schema, Mapping):
            continue
        seen.add(claim.number)
        nodes.budget.step()
        schema = claim.schema
        if "$ref" in schema:
            waiting.append(document.target(claim, schema["$ref"]))
            if document.draft <= 7:
                continue
        check_patterns(schema)
        if schema.get("uniqueItems") is True:
            arrays = nodes.node((claim,)).value.arrays
            if not all(array.tells_items_apart() for array in arrays):
                raise UnsupportedSchema(UNDECIDED, where=claim.where, keyword="uniqueItems")
        waiting.extend(_children(document, claim))


def _children(document: SchemaDocument, claim: Claim) -> Iterator[Claim]:
    for keyword, value in claim.schema.items():
        if (
            keyword in _BY_NAME
            and isinstance(value, Mapping)
            and not any(isinstance(each, list) for each in value.values())
        ):
            for _, child in document.members(claim, keyword):
                yield child
        elif keyword in _MAPS:
            if isinstance(value, Mapping) and applies(document, keyword):
                for name, child in value.items():
                    if not isinstance(child, list):
                        yield document.under(claim, child, f"{keyword}/{name}")
        elif keyword in _LISTS or (keyword == "items" and isinstance(value, list)):
            if isinstance(value, list):
                for number, child in enumerate(value):
                    yield document.under(claim, child, f"{keyword}/{number}")
        elif keyword in ONE_SCHEMA and applies(document, keyword) and isinstance(value, Mapping):
            yield document.under(claim, value, keyword)
