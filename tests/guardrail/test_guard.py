"""One answer in, one outcome out: form is repaired, content never; what is not certain is asked again."""

from __future__ import annotations

import json

import pytest

from core.errors import ConfigError
from core.guardrail import Policy, guard, violations
from core.llm import Schema

BODY = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "note", "items"],
    "properties": {
        "kind": {"enum": ["short_term", "long_term"]},
        "note": {"type": "string", "minLength": 1},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
        "entry": {"anyOf": [{"$ref": "#/$defs/item"}, {"type": "null"}]},
    },
    "$defs": {
        "item": {
            "type": "object",
            "additionalProperties": False,
            "required": ["name", "count"],
            "properties": {
                "name": {"type": "string"},
                "count": {"type": "integer"},
                "sure": {"type": ["boolean", "null"]},
            },
        }
    },
}
SCHEMA = Schema("thing", BODY)
POLICY = Policy(
    aliases={"note": ("備考",)},
    words={"/kind": {"long_term": ("長期",), "short_term": ("短期",)}},
    null_words=("なし", ""),
    drop_unknown=True,
)
GOOD = {"kind": "long_term", "note": "甲の", "items": [{"name": "a", "count": 1}]}
PLAIN = json.dumps(GOOD, ensure_ascii=False)
WIDE = json.dumps(GOOD, ensure_ascii=False, indent=2)
BAD = "parse:failed"
FULL = json.dumps({**GOOD, "entry": {"name": "b", "count": 2, "sure": True}}, ensure_ascii=False)
YAML = "kind: long_term\nnote: 甲の\nitems:\n- name: a\n  count: 1\n"


def other(**changes: object) -> dict[str, object]:
    return {**GOOD, **changes}


@pytest.mark.parametrize(
    ("text", "value", "steps"),
    [
        (PLAIN, GOOD, ("parse", "schema")),
        (f"\ufeff{PLAIN}\u200b", GOOD, (BAD, "invisible", "schema")),
        (f"```json\n{WIDE}\n```", GOOD, (BAD, "fence", "schema")),
        (f"`{PLAIN}`", GOOD, (BAD, "fence", "schema")),
        (f"はい、こちらです [1]。\n{PLAIN}\n以上 {{甲}}", GOOD, (BAD, "prose", "schema")),
        (f'<think>{{"kind": 1}} か？</think>{PLAIN}', GOOD, (BAD, "think", "schema")),
        (f'まず {{"kind": 1}}\n</think>\n{PLAIN}', GOOD, (BAD, "think", "prose", "schema")),
        (f'引用:\n> {PLAIN.replace("甲", "乙")}\n\n{PLAIN}', GOOD, (BAD, "quotation", "prose", "schema")),
        (f"<answer>{PLAIN}</answer>", GOOD, (BAD, "prose", "schema")),
        (f"{PLAIN}\n{WIDE}", GOOD, (BAD, "repeated", "schema")),
        (PLAIN + "}", GOOD, (BAD, "extra_closers", "schema")),
        (WIDE.replace("\n  ]", ",\n  ]"), GOOD, (BAD, "commas", "schema")),
        (WIDE.replace(",\n", "\n"), GOOD, (BAD, "commas", "schema")),
        (repr(GOOD), GOOD, (BAD, "quotes", "schema")),
        (WIDE.replace('"note"', "note").replace('"kind"', "kind"), GOOD, (BAD, "bare_keys", "schema")),
        (WIDE.replace("甲の", "甲の\n"), other(note="甲の\n"), (BAD, "control_characters", "schema")),
        (PLAIN.replace("甲の", '甲の"丙"を'), other(note='甲の"丙"を'), (BAD, "inner_quotes", "schema")),
        (PLAIN.replace("甲の", "甲\\の"), other(note="甲\\の"), (BAD, "escapes", "schema")),
        (PLAIN.replace("甲の", "\\甲\\の"), other(note="\\甲\\の"), (BAD, "escapes", "schema")),
        (PLAIN.replace("甲の", "甲\\_の"), other(note="甲_の"), (BAD, "escapes", "schema")),
        (PLAIN.replace("甲の", '\\甲の \\"乙\\"'), other(note='\\甲の "乙"'), (BAD, "escapes", "schema")),
        (f"<think>{PLAIN}", GOOD, (BAD, "think", "schema")),
        (PLAIN.replace("甲の", "甲\x7f\x85の"), GOOD, ("parse", "control_characters", "schema")),
        (PLAIN.replace("甲の", "甲\\u007f\\u0085\\u0000の"), GOOD, ("parse", "control_characters", "schema")),
        (PLAIN.replace("甲の", "\x9f甲の").replace("1}", "1,}"), GOOD, (BAD, "control_characters", "commas", "schema")),
        (json.dumps(other(note="甲\t\n\f乙")), other(note="甲\t\n\f乙"), ("parse", "schema")),
        (WIDE.replace('"甲の",', '"甲の,'), GOOD, (BAD, "closing_quote", "schema")),
        (WIDE.replace('"name": "a",', '"name": "a,'), GOOD, (BAD, "closing_quote", "schema")),
        (f"答え:\n{WIDE}".replace('"long_term",', '"long_term,'), GOOD, (BAD, "prose", "closing_quote", "schema")),
        (FULL[1:-1], json.loads(FULL), (BAD, "braces", "closers", "schema")),
        (PLAIN[1:], GOOD, (BAD, "braces", "schema")),
        (YAML, GOOD, (BAD, "yaml", "schema")),
        (f"```yaml\n{YAML}```", GOOD, (BAD, "yaml", "schema")),
        (PLAIN.replace("甲の", "甲\\ud83d"), other(note="甲\ufffd"), (BAD, "surrogates", "schema")),
        (WIDE.replace('"kind":', '"kind":  /* 種類 */'), GOOD, (BAD, "comments", "schema")),
        (
            PLAIN.replace('"', "＂").replace(":", "：").replace(", ", "、"),
            GOOD,
            (BAD, "quotes", "full_width", "schema"),
        ),
        (PLAIN.replace('"long_term"', "long_term"), GOOD, (BAD, "bare_words", "enum:/kind", "schema")),
        (json.dumps(PLAIN), GOOD, ("parse", "schema:failed", "envelope", "schema")),
        (json.dumps([GOOD]), GOOD, ("parse", "schema:failed", "envelope", "schema")),
        (
            json.dumps({"name": "emit", "arguments": PLAIN}),
            GOOD,
            ("parse", "schema:failed", "envelope", "schema"),
        ),
        (json.dumps(other(kind="Long-Term")), GOOD, ("parse", "schema:failed", "enum:/kind", "schema")),
        (json.dumps(other(kind="長期")), GOOD, ("parse", "schema:failed", "enum:/kind", "schema")),
        (
            json.dumps(other(note=[{"type": "text", "text": "甲の"}])),
            GOOD,
            ("parse", "schema:failed", "parts:/note", "schema"),
        ),
        (json.dumps(other(items=GOOD["items"][0])), GOOD, ("parse", "schema:failed", "list:/items", "schema")),
        (
            json.dumps(other(items=[{"name": "a", "count": "1", "sure": "True"}])),
            other(items=[{"name": "a", "count": 1, "sure": True}]),
            ("parse", "schema:failed", "number:/items/0/count", "boolean:/items/0/sure", "schema"),
        ),
        (json.dumps(other(entry="なし")), other(entry=None), ("parse", "schema:failed", "null:/entry", "schema")),
        (json.dumps(other(thoughts="…")), GOOD, ("parse", "schema:failed", "dropped:/thoughts", "schema")),
        (
            json.dumps({"Kind": "long_term", "備考": "甲の", "items": GOOD["items"]}),
            GOOD,
            ("parse", "schema:failed", "key:/Kind", "key:/備考", "schema"),
        ),
    ],
)  # fmt: skip
def test_outcomes(text, value, steps):
    found = guard(text, SCHEMA, POLICY)
    assert (found.outcome, found.value, found.steps) == ("ok", value, steps)
    assert (found.errors, violations(SCHEMA, found.value)) == ((), [])


def test_nothing_but_closers_missing():
    full = other(entry={"name": "b", "count": 2, "sure": True})
    text = json.dumps(full)
    assert guard(text[:-2], SCHEMA, POLICY).value == full
    assert guard(text[:-1], SCHEMA, POLICY).steps == (BAD, "closers", "schema")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        (" \u200b\n", "empty"),
        ("申し訳ありません。", "parse_error"),
        ("{}", "schema_error"),
        ("null", "schema_error"),
        ('{"error": "overloaded"}', "schema_error"),
        (PLAIN[:-3], "truncated"),
        (PLAIN[: PLAIN.index("甲") + 1], "truncated"),
        (PLAIN[:-1], "truncated"),  # `entry` may have followed
        (json.dumps(other(entry={"name": "b", "count": 2}))[:-2], "truncated"),  # so may have `sure`, or another digit
        (f"<think>甲を見る。\n{PLAIN}", "truncated"),  # it may be a draft inside the thought
        (f"<think>{PLAIN} と考えた", "truncated"),
        (PLAIN[1:-1], "truncated"),  # `entry` may have followed
        (PLAIN.replace("甲の", "C:\\temp\\新規"), "ambiguous"),
        (PLAIN.replace("甲の", "\\\\srv\\共有"), "ambiguous"),
        (PLAIN.replace("甲の", "甲\\の\\_"), "ambiguous"),
        (WIDE.replace('"甲の",', '"甲の').replace('"long_term",', '"long_term'), "ambiguous"),
        (WIDE.replace('"甲の",', '"甲の}'), "ambiguous"),
        (json.dumps(other(note="\x7f\x80")), "schema_error"),
        (YAML.removesuffix("\n"), "parse_error"),  # it may have been cut
        (YAML + "more: 1\n", "parse_error"),
        (YAML + "note: 乙\n", "parse_error"),
        (YAML.replace("甲の", "甲の # 乙"), "parse_error"),
        (YAML.replace("甲の", "&a 甲の"), "parse_error"),
        (f"{PLAIN}\n{PLAIN.replace('甲', '乙')}", "ambiguous"),
        (json.dumps([GOOD, other(note="x")]), "ambiguous"),
        (json.dumps({"draft": GOOD, "final": other(note="x")}), "ambiguous"),
        (f"{PLAIN}\n修正:\n{PLAIN[:30]}", "truncated"),
        (PLAIN[:-1] + ', "note": "乙"}', "ambiguous"),
        (json.dumps(other(Note="乙")), "ambiguous"),
        (json.dumps(other(entri={"name": "b", "count": 1})), "ambiguous"),
        (json.dumps(other(kind="middle_term")), "schema_error"),
        (json.dumps(other(kind=None)), "schema_error"),
        (json.dumps({"kind": "long_term", "items": []}), "schema_error"),
        (json.dumps(other(note=["甲", "乙"])), "ambiguous"),
        (json.dumps(other(items=None)), "schema_error"),
        (PLAIN.replace("1}", "NaN}"), "schema_error"),
        (PLAIN.replace("甲の", '甲の"丙を'), "ambiguous"),
        (PLAIN.replace('"甲の"', ""), "parse_error"),
        (PLAIN.replace('"甲の"', "甲の"), "parse_error"),
        (PLAIN.replace("甲の", "\\u12"), "parse_error"),
        (PLAIN.replace('[{"name"', '[..., {"name"'), "truncated"),
        (WIDE.replace('  "note"', '  // "note": "乙",\n  "note"'), "ambiguous"),
        (json.dumps({"choices": [{"message": {"content": PLAIN}, "finish_reason": "length"}]}), "truncated"),
        ("[" * 100_000, "parse_error"),
        ('{"a":' * 100_000, "parse_error"),
    ],
)  # fmt: skip
def test_asked_again(text, fault):
    found = guard(text, SCHEMA, POLICY)
    assert (found.outcome, found.value, found.fault, found.steps[-1]) == ("reask", None, fault, f"reask:{fault}")
    assert found.errors
    assert all(error.message("en") and error.message("ja") for error in found.errors)


def test_all_violations_are_told():
    found = guard('{"kind": "x", "note": "", "more": 1}', SCHEMA)
    assert [(error.path, error.message("en")) for error in found.errors] == [
        ("", "The property items is missing."),
        ("", "Unknown properties: more."),
        ("/kind", "The value must be one of: short_term, long_term."),
        ("/note", "Shorter than 1 characters."),
    ]


def test_without_a_policy_nothing_is_left_out_or_translated():
    assert guard(json.dumps(other(thoughts="…")), SCHEMA).outcome == "reask"
    assert guard(json.dumps(other(kind="長期")), SCHEMA).outcome == "reask"
    assert guard(f"```\n{PLAIN}\n```", SCHEMA).value == GOOD


def test_a_default_stands_only_where_nothing_is_lost():
    body = {"type": "object", "additionalProperties": False, "required": ["a", "b"],
            "properties": {"a": {"enum": ["new", "done"]}, "b": {"type": ["object", "null"]}}}  # fmt: skip
    policy = Policy.model_validate({"defaults": [{"path": "/b", "value": None, "unless": {"/a": ["done"]}}]})
    schema = Schema("s", body)
    assert guard('{"a": "new"}', schema, policy).value == {"a": "new", "b": None}
    assert guard('{"a": "done"}', schema, policy).fault == "schema_error"
    assert guard('{"a": "new"', schema, policy).fault == "truncated"
    assert guard('{"a": "new",}', schema, policy).fault == "ambiguous"


@pytest.mark.parametrize("text", ["[1, 2, 3,]", "```json\n[1, 2, 3]\n```"])
def test_a_root_that_is_no_object(text):
    assert guard(text, Schema("list", {"type": "array", "items": {"type": "integer"}})).value == [1, 2, 3]


def test_a_broken_schema_is_named():
    with pytest.raises(ConfigError, match="no JSON Schema at /properties/a/type"):
        guard("{}", Schema("s", {"properties": {"a": {"type": "text"}}}))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (r"\alpha \beta", None),
        (r"\gamma and \nu", None),
        (r"\docs (\temp)", None),
        (r"\d+ \form", None),
        (r"one.\nSee \docs", "one.\nSee \\docs"),
        (r"\d+\s", "\\d+\\s"),
        (r"C:\build", None),
        (r"see \beta", None),
        (r"\beta \q", None),
        (r"the end\b", "the end"),
    ],
)
def test_backslashes_of_a_text_are_read_one_way(words: str, value: str | None) -> None:
    r"""`\alpha \beta` had become `\alpha eta`: its second word begins with an escape that is a control character."""
    schema = Schema("one", {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}})
    judged = guard(f'{{"text": "{words}"}}', schema)
    assert judged.outcome == ("reask" if value is None else "ok")
    assert all("character" in error.message("en") for error in judged.errors)
    if value is not None:
        assert judged.value == {"text": value}
