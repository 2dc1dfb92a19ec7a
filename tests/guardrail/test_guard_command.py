"""`python -m core guard`: lines in, outcomes out, errors that point."""

from __future__ import annotations

import gzip
import json

import pytest

from core.cli.main import main

SCHEMA = {"type": "object", "required": ["mode"], "properties": {"mode": {"enum": ["a"]}}}


@pytest.fixture
def schema(tmp_path):
    file = tmp_path / "s.json"
    file.write_text(json.dumps(SCHEMA), encoding="utf-8")
    return file


@pytest.mark.parametrize("packed", [False, True])
def test_each_line_has_its_outcome(tmp_path, schema, packed, capsysbinary):
    lines = [
        {"id": "x1", "raw": '{"mode": "a"}', "kind": "more keys"},
        {"id": 2, "raw": "```\n{'mode': 'a',}\n```"},
        {"id": 3, "raw": '{"mode": "b\ud800'},
    ]
    text = "\n\n".join(json.dumps(line) for line in lines).encode()
    source = tmp_path / "in.jsonl"
    source.write_bytes(gzip.compress(text) if packed else text)
    target = tmp_path / "out.jsonl"
    arguments = ["guard", "--schema", str(schema), "--in", str(source), "--lang", "ja"]
    assert main([*arguments, "--out", str(target), "--json"]) == 0
    assert json.loads(capsysbinary.readouterr().out) == {"ok": 2, "reask": 1, "out": str(target)}
    found = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [line.pop("ms") >= 0 for line in found] == [True] * 3
    assert found == [
        {"id": "x1", "outcome": "ok", "turn": {"mode": "a"}, "steps": ["parse", "schema"], "errors": []},
        {
            "id": 2,
            "outcome": "ok",
            "turn": {"mode": "a"},
            "steps": ["parse:failed", "fence", "quotes", "commas", "schema"],
            "errors": [],
        },
        {
            "id": 3,
            "outcome": "reask",
            "turn": None,
            "steps": ["parse:failed", "reask:truncated"],
            "errors": [{"path": "", "message": "回答が内容の途中で切れています。"}],
        },
    ]
    assert main(arguments) == 0
    assert len(capsysbinary.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    ("schema_text", "policy", "lines", "words"),
    [
        ('{"type": "text"}', None, "", "s.json: no JSON Schema at /type"),
        ("{", None, "", "s.json: no JSON at line 1 column"),
        ("[]", None, "", "s.json: a schema is an object"),
        (None, "none", "", "there is no guardrail policy 'none'"),
        (None, "p.yaml", "", "p.yaml: the policy cannot be read"),
        (None, "turn", '{"id": 1}', "in.jsonl, line 1: /raw: Field required"),
        (None, "turn", '{"id": 1, "raw": ""}\n{', "in.jsonl, line 2: Expecting"),
        (None, "turn", b"\xff", "in.jsonl, line 1: 'utf-8' codec"),
        (None, "turn", b"\x1f\x8b\x00", "in.jsonl cannot be read after line 0"),
    ],
)
def test_what_is_wrong_is_pointed_at(tmp_path, schema, schema_text, policy, lines, words, capsys):
    if schema_text is not None:
        schema.write_text(schema_text, encoding="utf-8")
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines if isinstance(lines, bytes) else lines.encode())
    arguments = ["guard", "--schema", str(schema), "--in", str(source), "--out", str(tmp_path / "out.jsonl")]
    if policy is not None:
        arguments += ["--policy", str(tmp_path / policy) if policy.endswith(".yaml") else policy]
    assert main(arguments) == 2
    assert words in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--schema", "--in", "--out"])
def test_files_that_are_not_there(tmp_path, schema, option, capsys):
    source = tmp_path / "in.jsonl"
    source.write_text("", encoding="utf-8")
    chosen = {"--schema": schema, "--in": source, "--out": tmp_path / "out.jsonl"}
    chosen[option] = tmp_path / "gone" / "file"
    assert main(["guard", *(str(part) for pair in chosen.items() for part in pair)]) == 2
    assert "file" in capsys.readouterr().out
