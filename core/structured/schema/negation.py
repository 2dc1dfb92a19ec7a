"""What it takes for a schema not to hold: a list of schemas of which at least one must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.structured.errors import InvalidSchema, UnsupportedSchema
from core.structured.schema.case import SomeKey
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.facts import (
    NEVER,
    NOT_FORMAT,
    NOT_MULTIPLE,
    NOT_PATTERN,
    SOME_ITEM,
    SOME_KEY,
    applies,
    is_number,
)
from core.structured.schema.formats import FORMATS, REFUSED_FORMATS

Branch = list[Claim]
_COUNTS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"})
_FORMS: dict[str, type | tuple[type, ...]] = {
    "type": (str, list),
    "format": str,
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), list),
    **dict.fromkeys(
        ("properties", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies"), Mapping
    ),
}
_ALL_TYPES = ("null", "boolean", "number", "string", "array", "object")


def branches_of_not(document: SchemaDocument, claim: Claim) -> list[Branch]:
    """Conjunctions of which one must hold where `claim` (a positive one) must not."""
    schema = claim.schema
    if isinstance(schema, bool):
        return [] if schema else [[]]
    if "$ref" in schema:
        branches: list[Branch] = [[document.negated(document.target(claim, schema["$ref"]))]]
        if document.draft <= 7:
            return branches
    else:
        branches = []
    for keyword, value in schema.items():
        if applies(document, keyword):
            _check_form(claim, keyword, value)
            branches.extend(_not_keyword(document, claim, keyword, value))
    return branches


def _check_form(claim: Claim, keyword: str, value: Any) -> None:
    expected = _FORMS.get(keyword)
    if (expected is None or isinstance(value, expected)) and (keyword not in _COUNTS or is_number(value)):
        return
    raise InvalidSchema(f"{keyword} cannot be {type(value).__name__}", where=claim.where, keyword=keyword)


def _not_keyword(document: SchemaDocument, claim: Claim, keyword: str, value: Any) -> Iterator[Branch]:
    schema = claim.schema

    def made(**words: Any) -> Branch:
        return [document.made(words, claim)]

    def child(subschema: Any, step: str) -> Claim:
        return document.under(claim, subschema, step)

    def negated(subschema: Any, step: str) -> Claim:
        return document.negated(child(subschema, step))

    match keyword:
        case "type":
            yield from _not_types(document, claim, value)
        case "enum" | "const":
            values = value if keyword == "enum" and isinstance(value, list) else [value]
            plain = [each for each in values if not isinstance(each, list | dict)]
            whole: Branch = [document.made({NEVER: plain}, claim)]
            whole += [
                document.negated(document.made({"enum": [each]}, claim))
                for each in values
                if isinstance(each, list | dict)
            ]
            if len(values) == 1 and not plain:
                yield from _not_composite(document, claim, values[0])
            else:
                yield whole
        case "allOf":
            yield from ([negated(each, f"allOf/{number}")] for number, each in enumerate(value))
        case "anyOf":
            yield [negated(each, f"anyOf/{number}") for number, each in enumerate(value)]
        case "oneOf":
            claims = [child(each, f"oneOf/{number}") for number, each in enumerate(value)]
            yield [document.negated(each) for each in claims]
            for number, first in enumerate(claims):
                yield from ([first, second] for second in claims[number + 1 :])
        case "not":
            yield [child(value, "not")]
        case "if":
            condition = child(value, "if")
            if "then" in schema:
                yield [condition, negated(schema["then"], "then")]
            if "else" in schema:
                yield [document.negated(condition), negated(schema["else"], "else")]
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            yield from _not_bound(document, claim, keyword, value)
        case "multipleOf":
            yield made(type="number", **{NOT_MULTIPLE: value})
        case "minLength" if value > 0:
            yield made(type="string", maxLength=value - 1)
        case "maxLength":
            yield made(type="string", minLength=value + 1)
        case "pattern":
            yield made(type="string", **{NOT_PATTERN: value})
        case "format" if document.asserts_formats and (value in FORMATS or value in REFUSED_FORMATS):
            yield made(type="string", **{NOT_FORMAT: value})
        case "minItems" if value > 0:
            yield made(type="array", maxItems=value - 1)
        case "maxItems":
            yield made(type="array", minItems=value + 1)
        case "minProperties" if value > 0:
            yield made(type="object", maxProperties=value - 1)
        case "maxProperties":
            yield made(type="object", minProperties=value + 1)
        case "required" if isinstance(value, list):
            yield from (made(type="object", properties={name: False}) for name in value)
        case "items" | "prefixItems" | "additionalItems":
            yield from _not_items(document, claim, keyword, value)
        case "contains" if document.draft >= 6:
            least, most = schema.get("minContains", 1), schema.get("maxContains")
            if document.draft < 2019:
                least, most = 1, None
            inner = child(value, "contains")
            if least > 0:
                yield [document.made({"type": "array", **_at_most(document, inner, least - 1)}, claim)]
            if most is not None:
                yield made(type="array", contains=inner, minContains=most + 1)
        case "uniqueItems" if value is True:
            raise UnsupportedSchema("not uniqueItems is not supported", where=claim.where, keyword="uniqueItems")
        case "properties":
            for name, each in value.items():
                wrong = negated(each, f"properties/{name}")
                yield made(type="object", required=[name], properties={name: wrong})
        case "patternProperties":
            for pattern, each in value.items():
                some = SomeKey(frozenset(), (), pattern, negated(each, f"patternProperties/{pattern}"), None)
                yield made(type="object", **{SOME_KEY: some})
        case "additionalProperties":
            yield from _not_additional(document, claim, value)
        case "propertyNames" if document.draft >= 6:
            some = SomeKey(frozenset(), (), None, None, negated(value, "propertyNames"))
            yield made(type="object", **{SOME_KEY: some})
        case "dependentRequired" | "dependencies" | "dependentSchemas":
            for name, each in value.items():
                if isinstance(each, list):
                    yield from (made(type="object", required=[name], properties={other: False}) for other in each)
                else:
                    yield [*made(type="object", required=[name]), negated(each, f"{keyword}/{name}")]


def _at_most(document: SchemaDocument, claim: Claim, most: int) -> Mapping[str, Any]:
    if most == 0:
        return {"items": document.negated(claim)}
    return {"contains": claim, "minContains": 0, "maxContains": most}


def _not_types(document: SchemaDocument, claim: Claim, value: Any) -> Iterator[Branch]:
    names = [value] if isinstance(value, str) else list(value)
    others = [name for name in _ALL_TYPES if name not in names and not (name == "number" and "integer" in names)]
    if others:
        yield [document.made({"type": others}, claim)]
    if "integer" in names and "number" not in names:
        yield [document.made({"type": "number", NOT_MULTIPLE: 1}, claim)]


def _not_composite(document: SchemaDocument, claim: Claim, value: Any) -> Iterator[Branch]:
    """A value other than one array or object."""

    def other(each: Any) -> Claim:
        return document.negated(document.made({"enum": [each]}, claim))

    if isinstance(value, list):
        yield [document.made({"type": [name for name in _ALL_TYPES if name != "array"]}, claim)]
        if value:
            yield [document.made({"type": "array", "maxItems": len(value) - 1}, claim)]
        yield [document.made({"type": "array", "minItems": len(value) + 1}, claim)]
        name = "prefixItems" if document.draft == 2020 else "items"
        for number, each in enumerate(value):
            prefix: list[Any] = [True] * number + [other(each)]
            yield [document.made({"type": "array", "minItems": number + 1, name: prefix}, claim)]
        return
    yield [document.made({"type": [name for name in _ALL_TYPES if name != "object"]}, claim)]
    yield [document.made({"type": "object", "minProperties": len(value) + 1}, claim)]
    for key, each in value.items():
        yield [document.made({"type": "object", "properties": {key: False}}, claim)]
        yield [document.made({"type": "object", "required": [key], "properties": {key: other(each)}}, claim)]


def _not_bound(document: SchemaDocument, claim: Claim, keyword: str, value: Any) -> Iterator[Branch]:
    if isinstance(value, bool):
        return
    schema = claim.schema
    lower = keyword in ("minimum", "exclusiveMinimum")
    is_open = keyword.startswith("exclusive") or schema.get("exclusiveMinimum" if lower else "exclusiveMaximum") is True
    name = "maximum" if lower else "minimum"
    if is_open:
        yield [document.made({"type": "number", name: value}, claim)]
    elif document.draft == 4:
        exclusive = "exclusiveMaximum" if lower else "exclusiveMinimum"
        yield [document.made({"type": "number", name: value, exclusive: True}, claim)]
    else:
        exclusive = "exclusiveMaximum" if lower else "exclusiveMinimum"
        yield [document.made({"type": "number", exclusive: value}, claim)]


def _not_items(document: SchemaDocument, claim: Claim, keyword: str, value: Any) -> Iterator[Branch]:
    schema = claim.schema
    first = "prefixItems" if document.draft == 2020 else "items"
    if keyword == first and isinstance(value, list):
        for number, each in enumerate(value):
            wrong = document.negated(document.under(claim, each, f"{keyword}/{number}"))
            prefix: list[Any] = [True] * number + [wrong]
            yield [document.made({"type": "array", "minItems": number + 1, first: prefix}, claim)]
        return
    before = schema.get(first)
    if keyword == "additionalItems" and not isinstance(before, list):
        return
    wrong = document.negated(document.under(claim, value, keyword))
    if not isinstance(before, list) or not before:
        yield [document.made({"type": "array", SOME_ITEM: wrong}, claim)]
    elif value is False:
        yield [document.made({"type": "array", "minItems": len(before) + 1}, claim)]
    elif value is not True:
        raise UnsupportedSchema("not items behind a prefix is not supported", where=claim.where, keyword="items")


def _not_additional(document: SchemaDocument, claim: Claim, value: Any) -> Iterator[Branch]:
    if value is True:
        return
    schema = claim.schema
    wrong = document.negated(document.under(claim, value, "additionalProperties"))
    some = SomeKey(
        frozenset(schema.get("properties", ())), tuple(schema.get("patternProperties", ())), None, wrong, None
    )
    yield [document.made({"type": "object", SOME_KEY: some}, claim)]
