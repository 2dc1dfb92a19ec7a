"""`python -m core locate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli.main import main

TEXT = "The fee is due in May. Company shall not assign it.\n"


def _run(tmp_path: Path, lines: str, *more: str) -> int:
    (tmp_path / "contract.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "q.jsonl").write_text(lines, encoding="utf-8")
    paths = [str(tmp_path / "contract.txt"), "--quotes", str(tmp_path / "q.jsonl")]
    return main(["locate", *paths, "--data-dir", str(tmp_path / "data"), *more])


def test_one_object_a_quote(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    quotes = [{"id": "a", "quote": "The fee is due"}, {"id": 2, "quote": "Company shall assign it"}]
    assert _run(tmp_path, "\n".join(json.dumps(quote) for quote in quotes) + "\n\n", "--json") == 0
    written = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    there = {"page": 1, "start": 0, "end": 14, "shown": "The fee is due in May."}
    nothing = {"page": None, "start": None, "end": None, "shown": ""}
    assert written == [
        {"id": "a", "state": "verified", **there, "rule": "exact"},
        {"id": 2, "state": "unverified", **nothing, "rule": "veto_negation"},
    ]  # fmt: skip


@pytest.mark.parametrize("lines", ['{"id": 1}', "not json", '{"id": 1, "quote": "x"}\n[]'])
def test_wrong_quotes_file_is_wrong_usage(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], lines: str
) -> None:
    assert _run(tmp_path, lines, "--json") == 2
    assert json.loads(capfdbinary.readouterr().out)["error"] == "bad_arguments"
