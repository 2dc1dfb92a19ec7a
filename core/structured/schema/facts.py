"""What the keywords of one schema object say about each type of value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeGuard

from core.structured.errors import InvalidSchema, UnsupportedSchema
from core.structured.numbers import Number
from core.structured.numbers.constraint import exact
from core.structured.schema.case import (
    ARRAY,
    FALSE,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    TRUE,
    TYPE_BITS,
    ArrayCase,
    ArrayPart,
    Case,
    Contained,
    NumberCase,
    ObjectCase,
    ObjectPart,
    SomeKey,
    TextCase,
    TextTest,
    both_numbers,
    both_texts,
)
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.formats import FORMATS, REFUSED_FORMATS

# Keywords of schemas that the engine makes itself; no document can contain them.
NOT_PATTERN, NOT_FORMAT, NOT_MULTIPLE = "\0notPattern", "\0notFormat", "\0notMultiple"
SOME_KEY, SOME_ITEM, NEVER = "\0someKey", "\0someItem", "\0never"

_WHOLE = NumberCase(Number(multiples=frozenset({Fraction(1)})))
_TEXT = frozenset({"minLength", "maxLength", "pattern", "format", NOT_PATTERN, NOT_FORMAT})
_NUMBER = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", NOT_MULTIPLE})
_ARRAY = frozenset(
    {"items", "prefixItems", "additionalItems", "minItems", "maxItems", "contains", "uniqueItems", SOME_ITEM}
)
_OBJECT = frozenset(
    {
        "properties",
        "patternProperties",
        "additionalProperties",
        "required",
        "minProperties",
        "maxProperties",
        "propertyNames",
        "dependentRequired",
        "dependencies",
        SOME_KEY,
    }
)

_RARE_IN_OBJECTS = _OBJECT - {"properties", "patternProperties", "additionalProperties", "required"}


def take_facts(document: SchemaDocument, claim: Claim, case: Case) -> None:
    """Narrow `case` by everything in the claim's schema that is no disjunction and no reference."""
    schema = claim.schema
    keywords = schema.keys()
    if "type" in schema:
        _take_types(schema["type"], claim, case)
    if NEVER in schema:
        take_never(schema[NEVER], case)
    if not _TEXT.isdisjoint(keywords):
        case.text = both_texts(case.text, _text(schema, claim, document))
    if not _NUMBER.isdisjoint(keywords):
        case.number = both_numbers(case.number, NumberCase(_number(schema, claim, document)))
    if not _ARRAY.isdisjoint(keywords):
        _take_array(document, claim, case)
    if not _OBJECT.isdisjoint(keywords):
        _take_object(document, claim, case)


def _take_types(value: Any, claim: Claim, case: Case) -> None:
    if isinstance(value, str) and value in TYPE_BITS:
        case.types &= TYPE_BITS[value]
        if value == "integer":
            case.number = both_numbers(case.number, _WHOLE)
        return
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name in TYPE_BITS for name in names):
        raise InvalidSchema(f"unknown type {value!r}", where=claim.where, keyword="type")
    bits = 0
    for name in names:
        bits |= TYPE_BITS[name]
    case.types &= bits
    if "integer" in names and "number" not in names:
        case.number = both_numbers(case.number, _WHOLE)


def take_only(values: list[Any], case: Case) -> None:
    """Narrow to a finite choice of null, booleans, numbers and strings."""
    texts = frozenset(value for value in values if isinstance(value, str))
    numbers = frozenset(
        exact(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)
    )
    bits = (STRING if texts else 0) | (NUMBER if numbers else 0)
    for value, bit in ((None, NULL), (False, FALSE), (True, TRUE)):
        bits |= bit if any(each is value for each in values) else 0
    case.types &= bits
    case.text = both_texts(case.text, TextCase(only=texts))
    case.number = both_numbers(case.number, NumberCase(only=numbers))


def take_never(values: list[Any], case: Case) -> None:
    """Leave out single values of null, booleans, numbers and strings."""
    for value, bit in ((None, NULL), (False, FALSE), (True, TRUE)):
        if any(each is value for each in values):
            case.types &= ~bit
    texts = frozenset(value for value in values if isinstance(value, str))
    numbers = frozenset(
        exact(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)
    )
    case.text = both_texts(case.text, TextCase(never=texts))
    case.number = both_numbers(case.number, NumberCase(Number(excluded=numbers)))


def _text(schema: Mapping[str, Any], claim: Claim, document: SchemaDocument) -> TextCase:
    tests = []
    for keyword, wanted in (("pattern", True), (NOT_PATTERN, False)):
        if keyword in schema:
            if not isinstance(schema[keyword], str):
                raise InvalidSchema("pattern is not a string", where=claim.where, keyword="pattern")
            tests.append(TextTest(schema[keyword], False, wanted))
    for keyword, wanted in (("format", True), (NOT_FORMAT, False)) if document.asserts_formats else ():
        name = schema.get(keyword)
        if isinstance(name, str) and name in REFUSED_FORMATS:
            raise UnsupportedSchema(f"format {name} is not supported", where=claim.where, keyword="format")
        if isinstance(name, str) and name in FORMATS:
            tests.append(TextTest(name, True, wanted))
    text = TextCase(_count(schema, "minLength", claim) or 0, tests=frozenset(tests))
    most = _count(schema, "maxLength", claim)
    return text if most is None else replace(text, most=most)


def _count(schema: Mapping[str, Any], keyword: str, claim: Claim) -> int | None:
    value = schema.get(keyword)
    if value is None and keyword not in schema:
        return None
    if not is_number(value) or value != int(value) or value < 0:
        raise InvalidSchema(f"{keyword} is not a whole number of at least 0", where=claim.where, keyword=keyword)
    return min(int(value), 2**31 - 2)


def _real(schema: Mapping[str, Any], keyword: str, claim: Claim) -> Fraction | None:
    value = schema.get(keyword)
    if value is None and keyword not in schema:
        return None
    if not is_number(value):
        raise InvalidSchema(f"{keyword} is not a number", where=claim.where, keyword=keyword)
    return exact(value)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a value of a schema is a number of JSON: no boolean, and finite."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and math.isfinite(value)  # of a whole number it is not asked: that may be too large
    )


def _number(schema: Mapping[str, Any], claim: Claim, document: SchemaDocument) -> Number:
    number = Number()
    for keyword, upper in (("minimum", False), ("maximum", True)):
        bound = _real(schema, keyword, claim)
        if bound is None:
            continue
        exclusive = schema.get("exclusiveMaximum" if upper else "exclusiveMinimum") is True
        side = Number(high=bound, high_open=exclusive) if upper else Number(low=bound, low_open=exclusive)
        number = number.both(side)
    for keyword, upper in (("exclusiveMinimum", False), ("exclusiveMaximum", True)):
        if isinstance(schema.get(keyword), bool):
            if document.draft > 4 and keyword in schema:
                raise InvalidSchema(f"{keyword} is not a number", where=claim.where, keyword=keyword)
            continue
        bound = _real(schema, keyword, claim)
        if bound is not None:
            number = number.both(Number(high=bound, high_open=True) if upper else Number(low=bound, low_open=True))
    for keyword in ("multipleOf", NOT_MULTIPLE):
        step = _real(schema, keyword, claim)
        if step is None:
            continue
        if step <= 0:
            raise InvalidSchema("multipleOf is not above 0", where=claim.where, keyword="multipleOf")
        steps = frozenset({step})
        number = number.both(Number(multiples=steps) if keyword == "multipleOf" else Number(avoided=steps))
    return number


def _take_array(document: SchemaDocument, claim: Claim, case: Case) -> None:
    schema = claim.schema
    array = case.array
    prefix: tuple[Claim, ...] = ()
    rest: Claim | None = None
    first = schema.get("prefixItems") if document.draft == 2020 else schema.get("items")
    if isinstance(first, list):
        name = "prefixItems" if document.draft == 2020 else "items"
        prefix = tuple(document.under(claim, each, f"{name}/{number}") for number, each in enumerate(first))
        after = "items" if document.draft == 2020 else "additionalItems"
        if after in schema:
            rest = document.under(claim, schema[after], after)
    elif "items" in schema:
        rest = document.under(claim, schema["items"], "items")
    fewest, most = _count(schema, "minItems", claim), _count(schema, "maxItems", claim)
    array = ArrayCase(
        (*array.parts, ArrayPart(prefix, rest)) if prefix or rest is not None else array.parts,
        array.fewest if fewest is None else max(array.fewest, fewest),
        most if array.most is None else array.most if most is None else min(array.most, most),
        array.contained,
        array.unique or schema.get("uniqueItems") is True,
    )
    if "contains" in schema and document.draft >= 6:
        least = _count(schema, "minContains", claim) if document.draft >= 2019 else None
        limit = _count(schema, "maxContains", claim) if document.draft >= 2019 else None
        contained = Contained(
            document.under(claim, schema["contains"], "contains"), 1 if least is None else least, limit
        )
        if contained.least or contained.most is not None:
            array = replace(array, contained=(*array.contained, contained))
    if SOME_ITEM in schema:
        array = replace(array, contained=(*array.contained, Contained(schema[SOME_ITEM], 1, None)))
    case.array = array


def _take_object(document: SchemaDocument, claim: Claim, case: Case) -> None:
    schema = claim.schema
    here = case.object
    parts, required = here.parts, here.required
    others = schema.get("additionalProperties")
    names, patterns = _members(document, claim, "properties"), _members(document, claim, "patternProperties")
    if names or patterns or "additionalProperties" in schema:
        rest = None if others is None else document.under(claim, others, "additionalProperties")
        parts = (*parts, ObjectPart(names, patterns, rest))
    listed = schema.get("required")
    if isinstance(listed, list):
        if not all(isinstance(name, str) for name in listed):
            raise InvalidSchema("required names are strings", where=claim.where, keyword="required")
        required |= frozenset(listed)
    here = ObjectCase(parts, required, here.fewest, here.most, here.keys, here.needs, here.some)
    if _RARE_IN_OBJECTS.isdisjoint(schema):
        case.object = here
        return
    fewest, most = _count(schema, "minProperties", claim), _count(schema, "maxProperties", claim)
    if fewest is not None:
        here = replace(here, fewest=max(here.fewest, fewest))
    if most is not None:
        here = replace(here, most=most if here.most is None else min(here.most, most))
    if "propertyNames" in schema and document.draft >= 6:
        here = replace(here, keys=(*here.keys, document.under(claim, schema["propertyNames"], "propertyNames")))
    if isinstance(schema.get(SOME_KEY), SomeKey):
        here = replace(here, some=(*here.some, schema[SOME_KEY]))
    for keyword in ("dependentRequired", "dependencies"):
        pairs = {
            (name, other)
            for name, others in _mapping(schema, keyword, claim).items()
            if isinstance(others, list)
            for other in others
        }
        if pairs and applies(document, keyword):
            here = replace(here, needs=here.needs | pairs)
    case.object = here


def applies(document: SchemaDocument, keyword: str) -> bool:
    """Whether the draft knows the keyword."""
    if keyword in ("dependentRequired", "dependentSchemas"):
        return document.draft >= 2019
    if keyword == "dependencies":
        return document.draft <= 7
    if keyword in ("if", "then", "else"):
        return document.draft >= 7
    return keyword != "const" or document.draft >= 6


def _members(document: SchemaDocument, claim: Claim, keyword: str) -> tuple[tuple[str, Claim], ...]:
    return document.members(claim, keyword) if _mapping(claim.schema, keyword, claim) else ()


def _mapping(schema: Mapping[str, Any], keyword: str, claim: Claim) -> Mapping[str, Any]:
    value = schema.get(keyword, {})
    if not isinstance(value, Mapping):
        raise InvalidSchema(f"{keyword} is not an object", where=claim.where, keyword=keyword)
    return value


__all__ = ["ARRAY", "OBJECT", "applies", "take_facts", "take_never", "take_only"]
