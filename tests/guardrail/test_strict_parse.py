"""JSON that two readers could understand differently is refused; repairs touch form only."""

from __future__ import annotations

import json

import pytest

from core.guardrail import NotStrict, parsed
from core.guardrail.form import read_object
from core.guardrail.parse import MAX_BYTES, MAX_DEPTH


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, -2.5, 1e10, True, None, '日本語 " \\ \n 😀']},
        {"brackets": "[[[[{{{{" * 40},
        json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH),
        "",
    ],
)
def test_good_json(value):
    assert parsed(json.dumps(value)) == value
    assert parsed(json.dumps(value, ensure_ascii=False)) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"a": {"b": 1, "b": 1}}', "'b' stands twice"),
        ('{"a": 1, "\\u0061": 1}', "'a' stands twice"),
        ("[NaN]", "NaN is no JSON"),
        ("[-Infinity]", "-Infinity is no JSON"),
        ("[1e999]", "too large"),
        ("[" + "9" * 5000 + "]", "digits"),
        ('["\\ud800"]', "surrogate"),
        ('{"\\udc00": 1}', "surrogate"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "deeper"),
        ("[" * 100_000, "deeper"),
        ('"' + "x" * MAX_BYTES + '"', "longer"),
        ('"' + "あ" * (MAX_BYTES // 3) + '"', "longer"),
        ("", "line 1"),
        ("{'a': 1}", "line 1"),
        ('{"a": 1} {"a": 2}', "Extra data"),
        ('{"a": 1,}', "line 1"),
        ('{"a": "\n"}', "control character"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_refused(text, words):
    with pytest.raises(NotStrict, match=words):
        parsed(text)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ('{"a": "b"}', ()),
        (' \n{"a": "b"}\n\n', ()),
        ('\ufeff{"a": "b"}', ("bom",)),
        ('```json\n{"a": "b"}\n```', ("fence",)),
        ('```\r\n{"a": "b"}\r\n```\n', ("fence",)),
        ('<think>{"a": "c"} or so?</think>\n\n{"a": "b"}', ("think",)),
        ('\ufeff<think>x</think>```JSON\n{"a": "b"}```', ("bom", "think", "fence")),
    ],
)
def test_form_is_repaired(text, steps):
    assert read_object(text) == ({"a": "b"}, steps)


@pytest.mark.parametrize(
    "text",
    [
        'Here it is: {"a": "b"}',
        '{"a": "b"}\nHope this helps!',
        '{"a": "b"}{"a": "c"}',
        '```json\n{"a": "b"}\n```\n```json\n{"a": "c"}\n```',
        '<think>{"a": "b"}',
        '<think>one</think><think>two</think>{"a": "b"}',
        '{"a": "b"',
        '[{"a": "b"}]',
        '"text"',
        "null",
        "",
    ],
)
def test_whatever_is_not_certain_is_not_repaired(text):
    with pytest.raises(NotStrict):
        read_object(text)
