"""The fast strict parse says the same as the readable one."""

from __future__ import annotations

import json
import random

import pytest

from core.guardrail.fast import parsed_fast
from core.guardrail.parse import MAX_DEPTH, NotStrict, parsed
from oracles.turns import dumped, turn


def both(text: str) -> tuple[object, object]:
    found = []
    for reader in (parsed, parsed_fast):
        try:
            found.append(reader(text))
        except NotStrict:
            found.append(NotStrict)
    return found[0], found[1]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a": ":", "a": "::"}',
        '{"a": "\\u003a", "a": 2}',
        '{"a": "\\u003A"}',
        '{"a:b": {"c": ":"}, "d": [":", {":": 1}]}',
        '{"b": {"x": 1, "x": 1}}',
        "[NaN]",
        "[1e999]",
        "[18446744073709551616]",
        "[123456789012345678901234567890]",
        "[1e5, 1.5e300, 0.1]",
        '["1e5"]',
        '["\\ud800"]',
        '{"a": 1}}',
        "[" * MAX_DEPTH + "]" * MAX_DEPTH,
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "[" * 300 + "]" * 300,
        "[" * 5000 + "]" * 5000,
        json.dumps([{}] * 200),
        "\ud800",
        "",
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_the_two_agree(text):
    fast, other = both(text)
    assert fast == other
    assert type(fast) is type(other)


def test_they_agree_on_turns():
    for number in range(50):
        chance = random.Random(f"fast/{number}")
        text = dumped(turn(chance), chance)
        fast, other = both(text)
        assert fast == other != NotStrict
