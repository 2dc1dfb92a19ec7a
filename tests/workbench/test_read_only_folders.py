"""Reading works where nothing can be written; what writes, and tables that are not whole, are named in one line."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_lost_stores import add

from core.cli.main import main
from core.errors import ConfigError, StoreError, StoreFull
from core.settings import load_settings
from core.store import open_store
from core.workbench.workbench import open_workbench


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with open_workbench(load_settings(data_dir=folder, env_file=Path("no.env"))) as workbench:
        add(workbench, 10)
        workbench.graph()
    return folder


@pytest.fixture(params=["closed", "with a log"])
def read_only(request: pytest.FixtureRequest, filled: Path, tmp_path: Path) -> Iterator[Path]:
    """A folder that cannot be written, whoever asks: a mounted one for root, whom no rights stop."""
    if request.param == "with a log":
        _leave_a_log(filled / "shinsa.sqlite")
    if os.geteuid() != 0:
        for path in (*filled.iterdir(), filled):
            path.chmod(0o500 if path.is_dir() else 0o400)
        yield filled
        filled.chmod(0o700)
        return
    mounted = tmp_path / "mounted"
    mounted.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(mounted)], check=False).returncode:
        pytest.skip("root without the right to mount")
    try:
        shutil.copytree(filled, mounted, dirs_exist_ok=True)
        subprocess.run(["mount", "-o", "remount,ro", str(mounted)], check=True)
        yield mounted
    finally:
        subprocess.run(["umount", "-l", str(mounted)], check=False)


def _leave_a_log(file: Path) -> None:
    """As after a crash: what was committed last stands in the log alone."""
    copies = file.parent / "copies"
    copies.mkdir()
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("UPDATE contracts SET engine = 'in the log'")
    database.commit()
    for name in (file.name, file.name + "-wal"):
        shutil.copy(file.with_name(name), copies)
    database.close()
    for each in copies.iterdir():
        shutil.copy(each, file.parent)
    file.with_name(file.name + "-shm").unlink(missing_ok=True)
    shutil.rmtree(copies)


def run(folder: Path, *arguments: str) -> int:
    return main([*arguments, "--data-dir", str(folder)])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["doctor"], 0),
        (["ask", "How many contracts are there?"], 0),
        (["call", "count_contracts"], 0),
        (["cypher", "MATCH (a:Agreement) RETURN a.title AS title"], 0),
        (["rebuild-graph"], 1),
        (["ingest", __file__], 1),
        (["findings", "1"], 0),
        (["report", "1", "--out", "report.docx"], 0),
        (["knowledge", "list"], 0),
        (["knowledge", "export", "entries.jsonl"], 0),
        (["knowledge", "seeds"], 1),
        (["interview", "--message", "hello"], 1),
        (["samples"], 0),
    ],
)
def test_commands_read_and_say_when_they_cannot_write(
    read_only: Path,
    arguments: list[str],
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Seven of seven commands traced an OSError (issue 13, 5)."""
    monkeypatch.chdir(tmp_path)
    assert run(read_only, *arguments) == code
    out = capsys.readouterr().out
    assert "Traceback" not in out
    assert out.strip() or arguments in (["findings", "1"], ["knowledge", "list"])  # there are none
    if code:
        assert out.count("\n") == 1


def test_what_stands_in_the_log_alone_is_read(read_only: Path) -> None:
    settings = load_settings(data_dir=read_only, env_file=Path("no.env"))
    with open_workbench(settings) as workbench:
        logged = (read_only / "shinsa.sqlite-wal").exists()
        assert workbench.library.rows()[0].engine == ("in the log" if logged else "built-in")
    store = open_store(settings)
    assert store.read_only
    with pytest.raises(StoreFull), store.write():
        pass
    store.close()


def test_an_empty_read_only_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.store.writable", lambda file: False)
    with pytest.raises(StoreFull, match="full or read-only"):
        open_store(load_settings(data_dir=tmp_path / "nothing", env_file=Path("no.env")))


@pytest.mark.parametrize(
    ("damage", "error", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", ConfigError, "newer version"),
        ("INSERT INTO alembic_version VALUES ('0001')", StoreError, "several versions"),
        ("DELETE FROM alembic_version", StoreError, "not say of which version"),
        ("DROP TABLE alembic_version", StoreError, "not say of which version"),
        ("DROP TABLE reviews", StoreError, "no table reviews"),
        ("ALTER TABLE batches DROP COLUMN title", StoreError, "no column title"),
    ],
)
def test_tables_that_are_not_whole_are_named(
    filled: Path, damage: str, error: type[Exception], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(filled / "shinsa.sqlite")
    database.execute(damage)
    database.commit()
    database.close()
    with pytest.raises(error, match=words):
        open_store(load_settings(data_dir=filled, env_file=Path("no.env")))
    assert run(filled, "call", "count_contracts") in (1, 2)
    assert words in capsys.readouterr().out


def test_an_older_version_that_cannot_be_brought_up_is_named(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = sqlite3.connect(filled / "shinsa.sqlite")
    database.execute("UPDATE alembic_version SET version_num = '0004'")
    database.commit()
    database.close()
    monkeypatch.setattr("core.store.store.writable", lambda file: False)
    with pytest.raises(ConfigError, match="older version"):
        open_store(load_settings(data_dir=filled, env_file=Path("no.env")))
