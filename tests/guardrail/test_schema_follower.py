"""A stream is ended at the first byte that no valid answer can have, and only there."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.guardrail import SchemaFollower, schema_follower
from core.llm import Schema
from core.structured import BudgetExceeded, StreamGuard

SCHEMA = Schema(
    "note",
    {
        "type": "object",
        "properties": {
            "title": {"type": "string", "maxLength": 5},
            "kind": {"type": "string", "enum": ["law", "case"]},
            "year": {"type": "integer", "minimum": 1900, "maximum": 2100},
            "notes": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        },
        "required": ["title", "kind"],
        "additionalProperties": False,
    },
)
GOOD = {"title": "契約", "kind": "law", "year": None, "notes": ["a", "b"]}


def ended(text: str, *, mends: bool) -> tuple[int, str] | None:
    """Characters read before the end, and the place that was named."""
    follower = SchemaFollower(SCHEMA, mends=mends)
    for place, character in enumerate(text):
        found = follower.feed(character)
        if found is not None:
            assert (found.why, found.fault) == ("impossible", "schema_error")
            assert found.violation.message_en
            assert found.violation.message_ja
            return place, found.violation.path
    return None


@pytest.mark.parametrize("mends", [True, False])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_good_answer_is_read_to_its_end(indent: int | None, mends: bool) -> None:
    assert ended(json.dumps(GOOD, ensure_ascii=False, indent=indent), mends=mends) is None
    assert ended("```json\n" + json.dumps(GOOD) + "\n```", mends=mends) is None


@pytest.mark.parametrize(
    ("text", "where", "place"),
    [
        ('{"title": "abcdefgh", "kind": "law"}', 16, "/title"),
        ('{"title": "a", "kind": "war"}', 24, "/kind"),
        ('{"title": "a", "kind": "law", "year": 3000}', 38, "/year"),
        ('{"title": "a", "kind": "law", "notes": ["a", "b", "c"]}', 48, "/notes"),
        ('{"title": 7, "kind": "law"}', 10, "/title"),
        ('{"titel": "a"}', 5, ""),
    ],
)
def test_without_mending_the_first_impossible_byte_ends_it(text: str, where: int, place: str) -> None:
    found = ended(text, mends=False)
    assert found is not None
    assert found[0] == where
    assert found[1].startswith(place)


@pytest.mark.parametrize(
    "text",
    [
        "{'title': 'a', 'kind': 'law'}",
        '{"title": "a", "kind": "LAW"}',
        '{"title": "a", "kind": "law",}',
        '{"title": 7, "kind": "law"}',
        '{title: "a"}',
        '{"titel": "a"}',
        '{"title": "a" "kind": "law"}',
    ],
)
def test_what_may_be_mended_is_left_to_the_end(text: str) -> None:
    assert ended(text, mends=True) is None


def test_a_text_that_is_too_long_cannot_be_mended() -> None:
    assert ended('{"title": "abcdefgh", "kind": "law"}', mends=True) == (16, "/title")


def test_the_field_that_is_written_is_told_and_what_a_cut_lacks() -> None:
    told: list[str] = []
    follower = SchemaFollower(SCHEMA, mends=False, on_field=told.append)
    for character in '{"title": "a", "kind": "law", "notes": ["x"':
        assert follower.feed(character) is None
    assert [field for field in told if field] == ["/title", "/kind", "/notes", "/notes/0", "/notes"]
    assert follower.cut() == "closers"
    follower.feed(', "y')
    assert follower.cut() == "content"
    follower.feed('"]}')
    assert follower.cut() is None


def test_a_schema_that_cannot_be_followed_ends_nothing() -> None:
    follower = SchemaFollower(Schema("odd", {"type": "array", "uniqueItems": True}), mends=False)
    assert follower.feed("[1, 1") is None
    assert follower.cut() is None


def test_many_answers_may_grow_at_once() -> None:
    """The schema's table is shared: two threads that grew it at one time could spoil it for everybody."""
    schema = Schema("many", {"type": "object", "properties": {f"key_{n}": {"type": "string"} for n in range(60)}})
    texts = [f'{{"key_{n}": "{"x" * n}", "key_{59 - n}": "y"}}' for n in range(60)]

    def followed(text: str) -> object:
        follower = schema_follower(schema, mends=False)()
        return [follower.feed(text[start : start + 3]) for start in range(0, len(text), 3)]

    with ThreadPoolExecutor(8) as pool:
        for ends in pool.map(followed, texts * 4):
            assert set(ends) == {None}


def test_a_table_that_is_full_leaves_the_answer_to_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    follower = schema_follower(Schema("full", {"type": "object"}), mends=False)()

    def full(_self: StreamGuard, _chunk: str) -> None:
        raise BudgetExceeded("states", 1)

    monkeypatch.setattr(StreamGuard, "feed", full)
    assert follower.feed('{"a": 1') is None
    assert follower.feed("oops") is None
    assert follower.cut() is None
