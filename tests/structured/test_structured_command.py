"""`structured run`: one result for each line, in order; what cannot be used is an error with a name, in time."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.cli.main import main

WORDS = [b'{"', b'":', b'": ', b"true", b"ab", "é".encode(), b"\xe6\x97", b""]
TOKENS = [bytes([byte]) for byte in range(256)] + WORDS
PATTERN = r"""[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+"""
FIELDS = ["id", "state", "reason", "compile_ms", "instances"]
INSTANCE = ["accepted", "stopped_at", "mask_us_avg", "warm_us_p50"]


def vocabulary(path: Path, tokens: list[bytes] | None = None, **changes: Any) -> Path:
    """A vocabulary file; its last token ends a text."""
    tokens = TOKENS if tokens is None else tokens
    parts: dict[str, Any] = {
        "blob": np.frombuffer(b"".join(tokens), dtype=np.uint8),
        "off": np.array([0, *itertools.accumulate(map(len, tokens))], dtype=np.int64),
        "special": np.array([len(tokens) - 1]),
        "special_names": np.array(["<|endoftext|>"]),
        "pat_str": np.array(PATTERN),
    }
    np.savez(path, **{name: value for name, value in {**parts, **changes}.items() if value is not None})
    return path


def results(tmp_path: Path, lines: list[str], *options: str, packed: bool = False) -> list[dict[str, Any]]:
    vocabulary(tmp_path / "v.npz")
    source, out = tmp_path / "cases.jsonl", tmp_path / "out.jsonl"
    data = "\n".join([*lines, ""]).encode("utf-8", "surrogatepass")
    source.write_bytes(gzip.compress(data) if packed else data)
    files = ["--vocab", str(tmp_path / "v.npz"), "--in", str(source), "--out", str(out)]
    assert main(["structured", "run", *files, *options]) == 0
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def case(name: str, *texts: str, **parts: Any) -> str:
    return json.dumps({"id": name, **parts, "instances": [{"text": text, "valid": True} for text in texts]})


def verdicts(result: dict[str, Any]) -> list[tuple[bool, int | None]]:
    assert list(result) == FIELDS
    for instance in result["instances"]:
        assert list(instance) == INSTANCE
    return [(instance["accepted"], instance["stopped_at"]) for instance in result["instances"]]


@pytest.mark.parametrize("packed", [False, True])
def test_each_case_has_its_verdicts(tmp_path: Path, packed: bool) -> None:
    schema = {"type": "object", "properties": {"é": {"type": "boolean"}}, "required": ["é"]}
    unique = {"type": "array", "uniqueItems": True}
    lines = [
        case("a", '{"é": true}', '{"é": 1}', "", '{"é": true', schema=schema),
        "",
        case("b", "1", schema=False),
        case("c", "[]", schema=unique),
        case("d", '"\ud800"', '"日"', schema=True),
    ]
    good, never, refused, texts = results(tmp_path, lines, packed=packed)
    found = verdicts(good)
    assert [accepted for accepted, _ in found] == [True, False, False, False]
    assert [stopped is None for _, stopped in found] == [True, False, False, False]
    assert good["compile_ms"] > 0
    assert good["instances"][0]["mask_us_avg"] > 0
    assert good["instances"][0]["warm_us_p50"] > 0
    assert (never["state"], verdicts(never)) == ("compiled", [(False, 0)])
    assert (refused["state"], refused["instances"]) == ("refused", [])
    assert refused["reason"].startswith("UnsupportedSchema: uniqueItems")
    assert [accepted for accepted, _ in verdicts(texts)] == [False, True]


def test_a_line_that_is_no_case_has_a_result_and_those_behind_it_are_read(tmp_path: Path) -> None:
    lines = [
        "no JSON",
        "[1]",
        '{"id": "x", "instances": []}',
        '{"id": "y", "schema": true, "instances": {}}',
        '{"id": "z", "schema": true, "instances": [{"text": 5}]}',
        '{"schema": ' + '{"not": ' * 5_000 + "{}" + "}" * 5_000 + ', "instances": []}',
        case("list", "1", schema=[]),
        case("good", "1", schema=True),
    ]
    *bad, good = results(tmp_path, lines)
    assert [result["state"] for result in bad] == ["failed"] * 7
    assert [result["id"] for result in bad] == [None, None, "x", "y", "z", None, "list"]
    assert [result["reason"].split(":")[0] for result in bad[:-1]] == [f"line {n} is no case" for n in range(1, 7)]
    assert bad[-1]["reason"] == "InvalidSchema: a schema is an object, true or false"
    assert verdicts(good) == [(True, None)]


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"anyOf": [{"required": [f"{i}{j}"]} for j in range(9)]} for i in range(9)]},
        {"type": "string", "pattern": "((a{1,999}){1,999}){1,999}"},
        {"type": "string", "pattern": "(a|a)*$", "not": {"pattern": "(.*a){30}"}, "minLength": 9999},
    ],
)
def test_a_hostile_schema_is_refused_within_the_budget(tmp_path: Path, schema: Any) -> None:
    (result,) = results(tmp_path, [case("hostile", '"a"', schema=schema)], "--budget", "0.5")
    assert result["state"] == "refused"
    assert result["reason"].startswith("BudgetExceeded: over the budget of ")


def test_one_grammar_for_all_cases(tmp_path: Path) -> None:
    grammar = tmp_path / "g.lark"
    grammar.write_text('start: "ab"+ "!"\n', "utf-8")
    first, second = results(tmp_path, [case("a", "abab!"), case("b", "ab", "aab!")], "--grammar", str(grammar))
    assert (first["state"], verdicts(first)) == ("compiled", [(True, None)])
    assert [accepted for accepted, _ in verdicts(second)] == [False, False]
    grammar.write_text("start: missing\n", "utf-8")
    (result,) = results(tmp_path, [case("a", "x")], "--grammar", str(grammar))
    assert (result["state"], result["reason"].split(":")[0]) == ("refused", "GrammarError")


def test_an_ambiguous_grammar_is_refused_where_that_is_asked(tmp_path: Path) -> None:
    grammar = tmp_path / "g.lark"
    grammar.write_text('start: start start | "a"\n', "utf-8")
    (followed,) = results(tmp_path, [case("a", "aa")], "--grammar", str(grammar))
    (strict,) = results(tmp_path, [case("a", "aa")], "--grammar", str(grammar), "--strict")
    assert (followed["state"], verdicts(followed)) == ("compiled", [(True, None)])
    assert (strict["state"], strict["reason"].split(":")[0]) == ("refused", "GrammarConflict")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"off": np.array([0, 5, 3])}, "not a vocabulary file"),
        ({"off": np.array([0, 10**9])}, "not a vocabulary file"),
        ({"blob": None}, "not a vocabulary file"),
        ({"special": np.array([999_999])}, "a special token outside the vocabulary"),
        ({"special": None, "special_names": None}, "the vocabulary has no token that ends a text"),
        ({"pat_str": None}, "the vocabulary file has no pattern for its pieces"),
        ({"pat_str": np.array("(")}, "the pattern of the vocabulary's pieces cannot be read"),
    ],
)
def test_a_vocabulary_that_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], message: str
) -> None:
    path = vocabulary(tmp_path / "v.npz", **changes)
    (tmp_path / "cases.jsonl").write_text(case("a", "1", schema=True), "utf-8")
    files = ["--vocab", str(path), "--in", str(tmp_path / "cases.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["structured", "run", *files]) != 0
    shown = capsys.readouterr()
    assert message in shown.out + shown.err


def test_equal_and_empty_tokens_of_a_vocabulary_are_borne(tmp_path: Path) -> None:
    path = vocabulary(tmp_path / "v.npz", [*TOKENS[:-1], b"ab", b"", b""])
    (tmp_path / "cases.jsonl").write_text(case("a", '{"ab": 1}', schema={"type": "object"}), "utf-8")
    files = ["--vocab", str(path), "--in", str(tmp_path / "cases.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["structured", "run", *files]) == 0
    assert verdicts(json.loads((tmp_path / "out.jsonl").read_text("utf-8"))) == [(True, None)]


def test_a_grammar_that_is_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.lark").write_bytes(b'start: "\xff"\n')
    (tmp_path / "cases.jsonl").write_text(case("a", "1"), "utf-8")
    path = vocabulary(tmp_path / "v.npz")
    files = ["--vocab", str(path), "--in", str(tmp_path / "cases.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    assert main(["structured", "run", *files, "--grammar", str(tmp_path / "g.lark")]) != 0
    shown = capsys.readouterr()
    assert "g.lark is no text in UTF-8" in shown.out + shown.err
