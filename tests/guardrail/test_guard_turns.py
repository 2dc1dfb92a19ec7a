"""The turn's schema and policy: nothing wrong, nearly everything recovered, on stored and on generated answers."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter

import pytest
from typed_turns import DATA, POLICY, SCHEMA

from core.guardrail import guard
from core.guardrail.same import same
from oracles.broken_turns import broken_turns
from oracles.turns import RECOVER, dumped, turn

with gzip.open(DATA / "malformed_turns.jsonl.gz", "rt", encoding="utf-8") as _file:
    STORED = [json.loads(line) for line in _file]


@pytest.mark.parametrize("kind", sorted({row["cls"] for row in STORED}))
def test_stored_turns(kind):
    for row in (row for row in STORED if row["cls"] == kind):
        found = guard(row["raw"], SCHEMA, POLICY)
        if row["expect"] == "reask":
            assert (row["id"], found.outcome) == (row["id"], "reask")
        else:
            right = [row["intended"], *(row["accept"] or [])]
            assert any(same(found.value, value) for value in right), (row["id"], found.steps, found.errors)


def test_generated_turns():
    counts: Counter[str] = Counter()
    wrong = []
    for broken in broken_turns(seed=20_261, each=3):
        found = guard(broken.raw, SCHEMA, POLICY)
        if found.ok and (broken.intended is None or not same(found.value, broken.intended)):
            wrong.append((broken.id, found.steps))
        if broken.kind in RECOVER:
            counts[found.outcome] += 1
    assert wrong == []
    assert counts["ok"] / counts.total() >= 0.97


def test_a_cut_turn_is_good_only_when_nothing_but_closers_is_missing():
    for number in range(6):
        chance = random.Random(f"cut/{number}")
        value = turn(chance)
        text = dumped(value, chance)
        for cut in range(1, len(text), 7):
            found = guard(text[:cut], SCHEMA, POLICY)
            if found.ok:
                assert same(found.value, value)
                assert set(text[cut:]) <= set("}] \n")


def test_random_damage_never_changes_structure():
    """A damaged text may read as a text with that damage; it never loses or gains properties or items."""
    for number in range(40):
        chance = random.Random(f"damage/{number}")
        value = turn(chance, quotes=False)
        text = dumped(value, chance)
        for _ in range(20):
            at = chance.randrange(len(text) - 1)
            inserted = text[:at] + chance.choice("\"'{}[],:") + text[at:]
            broken = inserted if chance.random() < 0.5 else text[:at] + text[at + 1 :]
            found = guard(broken, SCHEMA, POLICY)
            if found.ok and found.steps != ("parse", "schema"):
                assert _shape(found.value) == _shape(value), (broken, found.steps)


def _shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: _shape(part) for key, part in sorted(value.items())}
    if isinstance(value, list):
        return [_shape(part) for part in value]
    return type(value).__name__


HOSTILE = [
    '"', "{", "[", "\\", "'", "“", "`", "{}", "[{", '{"a":', '{"a":"', '"a', '{"a" ', '["', "/*", "{/*", "<think>",
    "<think>a</think>", "```", "> {\n", "{a", "{a:", ",", " ", "&quot;", "{&quot;", "%7B%22", '{\\"', "...", "</x>",
    '" : ',
    '{"a":1}', "[●]円{甲}", '["a" ', "\n~~~",
]  # fmt: skip


@pytest.mark.parametrize("sign", HOSTILE)
def test_hostile_text_is_asked_again(sign):
    assert guard(sign * (60_000 // len(sign)), SCHEMA, POLICY).outcome == "reask"
    message = json.dumps(turn(random.Random(1), quotes=False)["assistant_message"])
    inside = json.dumps(turn(random.Random(1), quotes=False)).replace(message, f'"{sign * 2_000}"')
    assert guard(inside, SCHEMA, POLICY).outcome in ("ok", "reask")


@pytest.mark.parametrize("message", ["", " ", "\u3000", "\u200b", "\ufeff \n"])
def test_a_message_must_show_something(message):
    value = {**turn(random.Random(2), draft=False), "assistant_message": message}
    found = guard(json.dumps(value), SCHEMA, POLICY)
    assert (found.outcome, found.errors[0].path) == ("reask", "/assistant_message")


@pytest.mark.parametrize("version", ["2.0", "10", "1.1", 2, True, None, ""])
def test_another_version_is_not_taken_for_this_one(version):
    value = turn(random.Random(3))
    value["control"]["schema_version"] = version
    assert guard(json.dumps(value), SCHEMA, POLICY).outcome == "reask"


def test_a_property_that_may_be_meant_for_another_is_not_left_out():
    value = turn(random.Random(4), draft=False)
    del value["state"]["missing_info"]
    value["state"]["missing_things"] = ["準拠法"]
    assert guard(json.dumps(value), SCHEMA, POLICY).fault == "ambiguous"
