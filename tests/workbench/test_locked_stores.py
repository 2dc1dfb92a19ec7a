"""A database that another process holds: every command says so in one line and ends, whatever lock it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.main import main
from core.settings import load_settings
from core.workbench.workbench import open_workbench
from servers import fresh_database
from small_contracts import add

HERE = str(Path(__file__))


@pytest.fixture(params=["a writer", "nobody else"])
def locked(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A filled folder whose database another connection holds, as a writer or all alone."""
    folder = tmp_path / "data"
    with open_workbench(load_settings(data_dir=folder, env_file=Path("no.env"))) as workbench:
        add(workbench, 10)
        workbench.graph()
    monkeypatch.setenv("SHINSA_STORE_BUSY_S", "0.2")
    holder = sqlite3.connect(folder / "shinsa.sqlite", isolation_level=None)
    if request.param == "nobody else":
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    yield folder
    holder.execute("ROLLBACK")
    holder.close()


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", "How many contracts are there?"],
        ["call", "count_contracts"],
        ["cypher", "MATCH (a:Agreement) RETURN a.title AS title"],
        ["rebuild-graph"],
        ["ingest", HERE],
        ["findings", "1"],
        ["report", "1", "--out", "report.docx"],
        ["knowledge", "list"],
        ["knowledge", "export", "entries.jsonl"],
        ["interview", "--message", "hello"],
        ["samples"],
    ],
    ids=lambda arguments: " ".join(arguments[:2])[:20],
)  # fmt: skip
def test_commands_say_that_the_database_is_locked(
    locked: Path, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(locked.parent)
    code = main([*arguments, "--data-dir", str(locked)])
    out = capsys.readouterr().out
    assert "Traceback" not in out
    assert (code, out.count("\n")) == (1, 1), out
    assert "locked by another process" in out


def test_the_doctor_names_the_lock(locked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data-dir", str(locked)]) == 1
    out = capsys.readouterr().out
    assert "Traceback" not in out
    assert "locked" in out


@pytest.mark.postgres
def test_a_locked_postgresql_is_named_in_one_line(
    postgres_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    psycopg = pytest.importorskip("psycopg")
    folder = str(tmp_path / "data")
    monkeypatch.setenv("SHINSA_STORE_BUSY_S", "0.2")
    with fresh_database(postgres_url) as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["knowledge", "list", "--data-dir", folder]) == 0
        with psycopg.connect(address.replace("+psycopg", "")) as holder:
            tables = [row[0] for row in holder.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
            holder.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
            for arguments in (["ask", "How many contracts are there?"], ["knowledge", "list"], ["ingest", HERE]):
                capsys.readouterr()
                code = main([*arguments, "--data-dir", folder])
                out = capsys.readouterr().out
                assert (code, out.count("\n")) == (1, 1), out
                assert "locked by another process" in out
            assert main(["doctor", "--data-dir", folder]) == 1
            out = capsys.readouterr().out
            assert "locked" in out
            assert "Traceback" not in out
            holder.rollback()
