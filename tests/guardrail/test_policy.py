"""Policies are data files; a wrong one is refused with its place."""

from __future__ import annotations

import pytest

from core.errors import ConfigError
from core.guardrail import load_policy, read_policy
from core.guardrail.policy import folded


def test_the_turns_policy_ships():
    policy = load_policy("turn")
    assert [default.path for default in policy.defaults] == ["/state/missing_info", "/knowledge_json"]
    assert policy.drop_unknown


@pytest.mark.parametrize("name", ["none", "../turn", "Turn", ""])
def test_unknown_policies_are_named(name):
    with pytest.raises(ConfigError, match=r"there is no guardrail policy .*; there are: .*turn"):
        load_policy(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("versions: [control]", "/versions: .*'control' is no JSON Pointer"),
        ("more: 1", "/more: Extra inputs"),
        ("defaults: [{value: 1}]", "/defaults/0/path: Field required"),
        ("words: {/mode: {a: [x], b: [X]}}", "/words: .*'X' stands for 'a' and for 'b'"),
        ("aliases: {a: [n_m], b: [nM]}", "/aliases: .*'nM' stands for 'a' and for 'b'"),
        ("a: [", "no YAML"),
        ("[]", "should be a valid dictionary"),
    ],
)
def test_a_wrong_policy_is_pointed_at(tmp_path, text, words):
    file = tmp_path / "p.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=f"p.yaml: .*{words}|p.yaml: {words}"):
        read_policy(file)


def test_a_missing_policy_file(tmp_path):
    with pytest.raises(ConfigError, match=r"gone.yaml: the policy cannot be read"):
        read_policy(tmp_path / "gone.yaml")


@pytest.mark.parametrize(
    ("first", "other", "equal"),
    [
        ("draft_knowledge", "DraftKnowledge", True),
        ("draft-knowledge", " Draft Knowledge ", True),
        ("ｃｌａｒｉｆｙ", "「clarify」", True),
        ("1.0", "10", False),
        ("-1", "1", False),
        ("a.b", "ab", True),
    ],
)
def test_words_are_compared_without_form(first, other, equal):
    assert (folded(first) == folded(other)) is equal
