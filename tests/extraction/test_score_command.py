"""`python -m core score`: outputs that are there, engines over cases, and what it says when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli.main import main


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(path: Path, *values: object) -> str:
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), "utf-8")
    return str(path)


def test_outputs_are_scored_against_a_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = written(
        tmp_path / "out.jsonl",
        {
            "id": "n02",
            "output": {"product_name": "かんたん請求Plus", "severity": "high", "contact_email": "invalid-email"},
        },
        {"id": "n01", "output": "ナビ勤怠です"},
        {"id": "h02", "output": "{}"},
    )
    assert main(["score", "--task", "customer_inquiry", "--in", source, "--json", "--data-dir", str(tmp_path)]) == 0
    found = lines(capsys)
    assert [line["score"] for line in found] == [20.0, 0.0, 100.0]
    assert found[0]["error"] == {
        "error": "JSON Schema validation failed.",
        "details": [
            {"path": "/contact_email", "message": "'invalid-email' is not a 'email'"},
            {"path": "/issue_type", "message": "'issue_type' is a required property"},
            {"path": "/severity", "message": "'high' is not one of ['低', '中', '高', '緊急']"},
            {"path": "/summary", "message": "'summary' is a required property"},
        ],
    }


def test_a_schema_and_cases_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = tmp_path / "s.json"
    schema.write_text(
        json.dumps({"type": "object", "properties": {"n": {"type": "integer"}, "p": {"format": "phone"}}}), "utf-8"
    )
    cases = written(tmp_path / "c.jsonl", {"id": "a", "text": "5個", "expected": {"n": 5}})
    source = written(tmp_path / "o.jsonl", {"id": "a", "output": {"n": 5}})
    run = ["score", "--schema", str(schema), "--cases", cases, "--in", source, "--json", "--data-dir", str(tmp_path)]
    assert main(run) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["score"] == 100.0
    assert "the format phone is not known and is not checked" in printed.err


def test_an_engine_over_the_cases_that_were_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["score", "--task", "contract_terms", "--engine", "builtin", "--part", "held_out", "--strategy", "zero_shot"]
    assert main([*run, "--json", "--data-dir", str(tmp_path)]) == 0
    *cases, summary = lines(capsys)
    assert (len(cases), summary["cases"]) == (20, 20)
    assert float(str(summary["mean"])) > 90


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--task", "none", "--engine", "builtin"], "There is no task none"),
        (["--task", "customer_inquiry"], "--in FILE"),
        ([], "either --task or --schema"),
        (["--schema", "missing.json"], "--schema needs --cases"),
        (["--task", "customer_inquiry", "--in", "missing.jsonl"], "missing.jsonl cannot be read"),
        (["--task", "customer_inquiry", "--engine", "builtin", "--strategy", "none"], "has no strategy none"),
        (["--task", "customer_inquiry", "--engine", "extraction"], "No model endpoint is configured"),
    ],
)
def test_wrong_usage_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["score", *arguments, "--data-dir", str(tmp_path)]) == 2
    assert words in capsys.readouterr().out


def test_a_line_that_is_broken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "out.jsonl"
    source.write_text('{"id": "n01", "output": "x"}\n{"id": \n', "utf-8")
    assert main(["score", "--task", "customer_inquiry", "--in", str(source), "--data-dir", str(tmp_path)]) == 2
    assert "line 2" in capsys.readouterr().out
