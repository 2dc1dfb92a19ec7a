"""`cypher-guard` and `cypher` on the command line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from core.cli.main import main

LINES = '{"id": 1, "query": "MATCH (u:User) RETURN u"}\n\n{"id": "b", "query": "CREATE (n)", "more": 0}\n'


def test_verdicts_line_by_line_without_a_store(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    source = tmp_path / "q.jsonl"
    source.write_text(LINES, "utf-8")
    data = tmp_path / "data"
    code = main(["cypher-guard", "--backend", "neo4j", "--in", str(source), "--json", "--data-dir", str(data)])
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert code == 0
    assert lines == [
        {"id": 1, "verdict": "refused", "rule": "label", "query": "MATCH (u:User) RETURN u"},
        {"id": "b", "verdict": "refused", "rule": "write", "query": "CREATE (n)"},
    ]
    assert not data.exists()


def test_packed_lines_of_any_schema(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    source = tmp_path / "q.jsonl.gz"
    source.write_bytes(gzip.compress(LINES.encode()))
    code = main(["cypher-guard", "--backend", "neo4j", "--in", str(source), "--json", "--any-schema"])
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert (code, [line["verdict"] for line in lines]) == (0, ["allowed", "refused"])
    assert lines[0] == {
        "id": 1,
        "verdict": "allowed",
        "rule": None,
        "query": "MATCH (u:User) RETURN u\nLIMIT 1000",
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"id": 1, "query": "RETURN 1"}\n{"id": 2}\n', "q.jsonl, line 2: /query: Field required"),
        (b'{"id": 1, "query": 5}\n', "q.jsonl, line 1: /query: Input should be a valid string"),
        (b"\n[1]\n", "q.jsonl, line 2: /: Input should be a valid dictionary"),
        (b"not json\n", "q.jsonl, line 1: Expecting value: line 1 column 1 (char 0)"),
        (b'{"id": 1, "query": "\xff"}\n', "q.jsonl, line 1: 'utf-8' codec can't decode byte 0xff in position 20"),
        (b"\x1f\x8bbroken", "q.jsonl cannot be read after line 0"),
    ],
)
def test_bad_input_names_the_line(
    content: bytes, said: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = tmp_path / "q.jsonl"
    source.write_bytes(content)
    code = main(["cypher-guard", "--backend", "embedded", "--in", str(source), "--json"])
    last = json.loads(capsysbinary.readouterr().out.splitlines()[-1])
    assert (code, last["error"]) == (2, "bad_arguments")
    assert last["message"].startswith(said)


def test_a_file_that_is_not_there(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    missing = tmp_path / "no.jsonl"
    code = main(["cypher-guard", "--backend", "embedded", "--in", str(missing), "--json"])
    assert code == 2
    assert b"No such file or directory" in capsysbinary.readouterr().out


def test_one_query_through_every_layer(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    query = "MATCH (t:ClauseType) WHERE t.code = 'insurance' RETURN t.name AS name"
    code = main(["cypher", query, "--json", "--data-dir", str(tmp_path)])
    found = json.loads(capsysbinary.readouterr().out)
    found.pop("ms")
    assert (code, found) == (
        0,
        {
            "verdict": "allowed",
            "rule": None,
            "query": "MATCH (t:ClauseType)\nWHERE t.code = 'insurance' RETURN t.name AS name\nLIMIT 1000",
            "note": "At most 1,000 rows are returned.",
            "columns": ["name"],
            "rows": [{"name": "Insurance"}],
            "truncated": False,
        },
    )
    code = main(["cypher", "MATCH (t:ClauseType) DELETE t", "--json", "--data-dir", str(tmp_path)])
    refused = json.loads(capsysbinary.readouterr().out)
    assert (code, refused["error"], refused["facts"]["rule"]) == (1, "cypher_refused", "write")


def test_nothing_but_the_answer_is_written(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The process that runs the query warned on standard error that its module was loaded twice."""
    code = main(["cypher", "MATCH (t:ClauseType) RETURN count(t) AS n", "--json", "--data-dir", str(tmp_path)])
    written = capfdbinary.readouterr()
    assert code == 0
    assert b"Warning" not in written.err
    assert len(written.out.splitlines()) == 1
