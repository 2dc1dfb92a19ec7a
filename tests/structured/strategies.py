"""Random schemas and documents that have something to do with each other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NAMES = ["a", "ab", "abc", "b", "é", 'q"', ""]
STRINGS = ["", "a", "b", "ab", "abc", "aa", "é", "日本", "😀", 'q"\\/', "\n"]
NUMBERS: list[Any] = [0, 1, -1, 2, 3, 5, 10, 12, 100, 0.5, 1.5, -2.25, 5.0, 1e-05, 1e16, 1.5e300]
PATTERNS = ["^a", "b$", "^[ab]*$", "^(a|é)+$", "a.b", "^$", "^..$"]

scalars = st.one_of(st.none(), st.booleans(), st.sampled_from(NUMBERS), st.sampled_from(STRINGS))


def documents(depth: int = 2) -> st.SearchStrategy[Any]:
    """JSON documents from few strings and numbers."""
    if depth == 0:
        return scalars
    inner = documents(depth - 1)
    return st.one_of(scalars, st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=4))


def _some(**options: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=options)


def schemas(depth: int = 2) -> st.SearchStrategy[Any]:
    """JSON Schemas of draft 2020-12."""
    texts = _some(
        minLength=st.integers(0, 2),
        maxLength=st.integers(0, 3),
        pattern=st.sampled_from(PATTERNS),
    ).map(lambda each: {"type": "string", **each})
    bounds = st.sampled_from([-1, 0, 1, 1.5, 5, 12])
    numbers = st.builds(
        lambda kind, each: {"type": kind, **each},
        st.sampled_from(["number", "integer"]),
        _some(minimum=bounds, exclusiveMaximum=bounds, maximum=bounds, multipleOf=st.sampled_from([1, 2, 5])),
    )
    plain = st.one_of(
        st.booleans(),
        texts,
        numbers,
        st.sampled_from([{}, {"type": "null"}, {"type": "boolean"}, {"type": ["string", "null"]}]),
        st.lists(documents(1), min_size=1, max_size=3).map(lambda values: {"enum": values}),
        documents(1).map(lambda value: {"const": value}),
    )
    if depth == 0:
        return plain
    inner = schemas(depth - 1)
    arrays = _some(
        items=inner,
        prefixItems=st.lists(inner, min_size=1, max_size=2),
        minItems=st.integers(0, 2),
        maxItems=st.integers(0, 3),
        contains=inner,
    )
    objects = _some(
        properties=st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
        required=st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
        additionalProperties=inner,
        patternProperties=st.dictionaries(st.sampled_from(PATTERNS), inner, max_size=1),
        minProperties=st.integers(0, 2),
        maxProperties=st.integers(0, 3),
        propertyNames=st.sampled_from([{"maxLength": 1}, {"pattern": "^a"}, {"enum": ["a", "b"]}]),
        dependentRequired=st.just({"a": ["b"]}),
    )
    few = st.one_of(
        st.sampled_from([{"type": "boolean"}, {"type": ["boolean", "null"]}, {"enum": [1, 1.0, "1", True, "é", None]}]),
        st.lists(scalars, min_size=1, max_size=4).map(lambda values: {"enum": values}),
        st.just({"type": "integer", "minimum": -1, "maximum": 1.5}),
    )
    different = _some(
        prefixItems=st.lists(few, min_size=1, max_size=2),
        minItems=st.integers(0, 3),
        maxItems=st.integers(0, 4),
        contains=inner,
    )
    unique = st.builds(
        lambda items, each: {"type": "array", "uniqueItems": True, "items": items, **each}, few, different
    )
    both = st.builds(lambda array, two: {**array, **two}, arrays, objects)
    mixed = st.one_of(
        arrays.map(lambda each: {"type": "array", **each}),
        objects.map(lambda each: {"type": "object", **each}),
        unique,
        both,
    )
    several = st.lists(inner, min_size=1, max_size=3)
    combined = st.one_of(
        several.map(lambda each: {"anyOf": each}),
        several.map(lambda each: {"oneOf": each}),
        several.map(lambda each: {"allOf": each}),
        inner.map(lambda each: {"not": each}),
        st.builds(lambda a, b, c: {"if": a, "then": b, "else": c}, inner, inner, inner),
        st.builds(lambda a, b: {**a, "anyOf": b}, mixed, several),
        inner.map(lambda each: {"dependentSchemas": {"a": each}}),
    )
    return st.one_of(plain, mixed, mixed, combined)


def schemas_of_the_rest(depth: int = 1) -> st.SearchStrategy[Any]:
    """Schemas with `unevaluatedProperties` or `unevaluatedItems` beside subschemas that evaluate."""
    values: st.SearchStrategy[Any] = st.sampled_from([True, False, {"type": "string"}, {"type": "integer"}, {}])
    evaluates = st.one_of(
        _some(
            properties=st.dictionaries(st.sampled_from(NAMES[:4]), values, max_size=2),
            patternProperties=st.dictionaries(st.sampled_from(["^a", "b$"]), values, max_size=1),
            required=st.lists(st.sampled_from(NAMES[:4]), max_size=1),
            additionalProperties=st.sampled_from([True, False, {"type": "integer"}]),
        ),
        _some(prefixItems=st.lists(values, min_size=1, max_size=2), contains=values, minItems=st.integers(0, 2)),
        _some(items=values, contains=st.just({"type": "integer"}), minContains=st.just(0)),
    )
    inner = evaluates if depth == 0 else st.one_of(evaluates, evaluates, schemas_of_the_rest(depth - 1))
    several = st.lists(inner, min_size=1, max_size=2)
    beside = _some(
        allOf=several,
        anyOf=several,
        oneOf=several,
        dependentSchemas=inner.map(lambda each: {"a": each}),
        **{"not": inner, "if": inner, "then": inner, "else": inner, "$ref": st.just("#/$defs/referred")},
    )
    rest = st.one_of(
        values.map(lambda value: {"unevaluatedProperties": value}),
        values.map(lambda value: {"unevaluatedItems": value}),
    )
    referred = {"$defs": {"referred": {"properties": {"abc": True}, "prefixItems": [True]}}}
    return st.builds(lambda own, near, last: {**referred, **own, **near, **last}, evaluates, beside, rest)
