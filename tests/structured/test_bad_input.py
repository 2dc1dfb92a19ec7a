"""Hostile and wrong input ends in a typed error within its budget."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.structured import (
    Budget,
    InvalidSchema,
    Masks,
    Matcher,
    RegexError,
    StructuredError,
    TokenOutOfRange,
    TokenRefused,
    UnsatisfiableSchema,
    UnsupportedSchema,
    Vocabulary,
    VocabularyError,
    compile_json_schema,
    masks_of,
)

TOKENS = [*(bytes([byte]) for byte in range(256)), b""]
VOCABULARY = Vocabulary(TOKENS, ends=[256])


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"$ref": "#/$defs/missing"}, InvalidSchema),
        ({"$ref": "http://elsewhere.example/schema"}, UnsupportedSchema),
        ({"type": "strnig"}, InvalidSchema),
        ({"minLength": -1}, InvalidSchema),
        ({"multipleOf": 0}, InvalidSchema),
        ({"properties": []}, InvalidSchema),
        ([], InvalidSchema),
        ({"type": "string", "pattern": "("}, RegexError),
        (
            {
                "unevaluatedProperties": False,
                "allOf": [{"$ref": "#/$defs/a"}],
                "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, True]}},
            },
            UnsupportedSchema,
        ),
        (
            {"unevaluatedProperties": False, "anyOf": [{"properties": {f"k{n}": True}} for n in range(12)]},
            UnsupportedSchema,
        ),
        ({"$schema": "https://dialects.example/ours", "type": "string"}, UnsupportedSchema),
        ({"$dynamicRef": "#missing"}, InvalidSchema),
        ({"not": {"minLength": "x"}}, InvalidSchema),
        ({"not": {"properties": []}}, InvalidSchema),
        ({"not": {"anyOf": 5}}, InvalidSchema),
        ({"not": {"type": 5}}, InvalidSchema),
        ({"not": {"format": []}}, InvalidSchema),
        ({"type": "string", "format": "idn-email"}, UnsupportedSchema),
        ({"type": "string", "not": {"format": "idn-email"}}, UnsupportedSchema),
        ({"type": "array", "uniqueItems": True}, UnsupportedSchema),
        ({"type": "array", "uniqueItems": True, "items": {"type": "integer", "minimum": 3}}, UnsupportedSchema),
        ({"type": "array", "uniqueItems": True, "items": {"$ref": "#"}}, UnsupportedSchema),
        (
            {"type": "array", "uniqueItems": True, "items": {"enum": list(range(20))}, "minItems": 21},
            UnsatisfiableSchema,
        ),
        ({"type": "integer", "minimum": 3, "maximum": 2}, UnsatisfiableSchema),
        ({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}, UnsatisfiableSchema),
        (False, UnsatisfiableSchema),
    ],
)
def test_a_schema_that_cannot_be_compiled_says_so_in_time(schema: Any, error: type[StructuredError]) -> None:
    begin = time.process_time()
    with pytest.raises(error):
        first_mask(schema)
    assert time.process_time() - begin < 10  # a hang, not a figure


def first_mask(schema: Any) -> None:
    masks = Masks(compile_json_schema(schema, budget=Budget(seconds=2)), VOCABULARY)
    masks.mask_of(masks.start)


def test_a_choice_of_ten_thousand_is_no_explosion() -> None:
    grammar = compile_json_schema({"enum": [f"value-{number}" for number in range(10_000)]})
    matcher = Matcher(Masks(grammar, VOCABULARY))
    assert matcher.advance_bytes(b'"value-9999"') == 12
    assert matcher.complete()


def test_what_is_refused_is_named_with_its_place() -> None:
    with pytest.raises(UnsupportedSchema) as caught:
        compile_json_schema({"properties": {"tags": {"type": "array", "uniqueItems": True}}})
    assert (str(caught.value), caught.value.facts) == (
        "uniqueItems is decided for items from a list of few scalars only at #/properties/tags",
        {"where": "/properties/tags", "keyword": "uniqueItems"},
    )


def test_a_definition_that_nothing_refers_to_is_not_looked_at() -> None:
    compile_json_schema({"type": "string", "$defs": {"unused": {"type": "array", "uniqueItems": True}}})


@pytest.mark.parametrize(
    ("tokens", "ends", "message"),
    [
        ([b"a", b"b", b"a"], [], "tokens 0 and 2 have the same bytes"),
        ([b"", b""], [], "a vocabulary without tokens"),
        ([b"a"], [1], "the end token 1 is outside the vocabulary"),
        ([b"a", b"b"], [1], "the end token 1 also stands for bytes"),
    ],
)
def test_a_vocabulary_that_cannot_be_used(tokens: list[bytes], ends: list[int], message: str) -> None:
    with pytest.raises(VocabularyError) as caught:
        Vocabulary(tokens, ends=ends)
    assert str(caught.value) == message


def test_a_file_that_is_no_vocabulary(tmp_path: Path) -> None:
    (tmp_path / "v.npz").write_bytes(b"nonsense")
    with pytest.raises(VocabularyError):
        Vocabulary.load(tmp_path / "v.npz")


def test_a_vocabulary_without_an_end_is_refused_for_masks() -> None:
    with pytest.raises(StructuredError):
        masks_of(compile_json_schema(True), Vocabulary([b"a"]))


def test_tokens_that_cannot_be_taken_leave_the_matcher_where_it_was() -> None:
    matcher = Matcher(Masks(compile_json_schema({"type": "integer", "minimum": 5, "maximum": 7}), VOCABULARY))
    with pytest.raises(TokenOutOfRange):
        matcher.advance(1000)
    with pytest.raises(TokenRefused) as caught:
        matcher.advance(ord("8"))
    assert str(caught.value).startswith("token 56 cannot follow at byte 0; expected ")
    with pytest.raises(TokenRefused):
        matcher.advance(256)  # the end, before anything was said
    matcher.advance(ord("6"))
    matcher.advance(256)
    assert not matcher.mask().any()
    matcher.roll_back(1)
    assert matcher.complete()
    with pytest.raises(ValueError, match="2 advances to undo, 1 made"):
        matcher.roll_back(2)


def test_duplicates_share_their_bytes_where_they_are_allowed() -> None:
    vocabulary = Vocabulary([b"1", b"2", b"1", b""], ends=[3], duplicates=True)
    matcher = Matcher(Masks(compile_json_schema({"const": 1}), vocabulary))
    assert [matcher.allows(number) for number in range(4)] == [True, False, True, False]
    matcher.advance(2)
    assert [matcher.allows(number) for number in range(4)] == [False, False, False, True]


def test_a_copy_goes_its_own_way_and_what_is_forced_is_known() -> None:
    schema = {
        "type": "object",
        "properties": {"answer": {"const": "yes"}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    matcher = Matcher(Masks(compile_json_schema(schema), VOCABULARY))
    matcher.advance_bytes(b'{"a')
    other = matcher.copy()
    other.advance_bytes(b'nswer": "yes"')
    assert (matcher.complete(), other.complete(), other.advance_bytes(b"}"), other.complete()) == (
        False,
        False,
        1,
        True,
    )
    target = np.zeros(VOCABULARY.words, dtype=np.uint32)
    matcher.fill(target)
    assert (target == matcher.mask()).all()
    assert json.loads(b'{"answer": "yes"}') == {"answer": "yes"}
