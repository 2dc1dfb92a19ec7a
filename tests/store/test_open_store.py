"""Opening a store: what is made, how it is set, and what is said when it cannot be opened."""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from core.errors import ConfigError, StoreError, StoreFull
from core.settings import ROOT, Settings
from core.store import Store, open_store
from core.store.database import PSYCOPG
from core.store.models import Counter


def at(settings: Settings, address: str) -> Settings:
    return settings.model_copy(update={"database_url": SecretStr(address)})


def test_fresh_folder(settings: Settings) -> None:
    store = open_store(settings)
    with store.read() as session:
        set_to = {
            name: session.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    store.close()
    assert set_to == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert settings.data_dir.stat().st_mode & 0o777 == 0o700


def test_what_was_written_is_there_again(any_settings: Settings) -> None:
    for value in (1, 2):
        store = open_store(any_settings)
        with store.write() as session:
            session.merge(Counter(name="opened", value=value))
        store.close()
    store = open_store(any_settings)
    with store.read() as session:
        assert [(row.name, row.value) for row in session.query(Counter)] == [("opened", 2)]
    store.close()


OPEN = """
import sys
from pathlib import Path
from core.settings import Settings
from core.store import open_store, next_revision
settings = Settings(_env_file=None).model_copy(update={"data_dir": Path(sys.argv[1]), "database_url": None})
print("ready", flush=True)
sys.stdin.readline()
store = open_store(settings)
with store.write() as session:
    print(next_revision(session))
store.close()
"""


def test_two_processes_open_a_fresh_folder_at_once(settings: Settings) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, str(settings.data_dir)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    outputs = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        outputs.append(process.communicate()[0].strip())
        assert process.returncode == 0
    assert sorted(outputs) == ["1", "2"]


@pytest.mark.parametrize(
    "address",
    ["mysql://u:geheim@h/d", "no address geheim", "sqlite://", "sqlite:///:memory:", "postgresql://u:geheim@h:x/d"],
)
def test_addresses_that_are_none(settings: Settings, address: str) -> None:
    with pytest.raises(ConfigError, match="DATABASE_URL") as caught:
        open_store(at(settings, address))
    assert "geheim" not in str(caught.value)


def test_server_that_is_not_there(settings: Settings) -> None:
    with pytest.raises(StoreError, match=r"PostgreSQL at 127\.0\.0\.1:1 .*Start the server") as caught:
        open_store(at(settings, "postgresql://u:geheim@127.0.0.1:1/d"))
    assert "geheim" not in str(caught.value) + str(caught.value.facts)


@pytest.mark.postgres
def test_wrong_password(settings: Settings, postgres_url: str) -> None:
    user, rest = postgres_url.split("://")[1].split(":", 1)
    with pytest.raises(StoreError, match="correct DATABASE_URL") as caught:
        open_store(at(settings, f"postgresql://{user}:geheim@{rest.split('@')[1]}"))
    assert "geheim" not in str(caught.value) + str(caught.value.facts)


def test_missing_driver_names_the_command(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def without_psycopg(name: str, *arguments: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ImportError("No module named 'psycopg'")
        return usual(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    with pytest.raises(ConfigError) as caught:
        open_store(at(settings, "postgresql://u:p@h/d"))
    assert PSYCOPG in str(caught.value)
    assert caught.value.facts == {"name": "DATABASE_URL", "command": PSYCOPG}


def test_folder_that_cannot_be_made(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFull, match="Cannot make the data folder"):
        open_store(settings.model_copy(update={"data_dir": tmp_path / "file" / "data"}))


def test_file_that_is_no_database(settings: Settings) -> None:
    settings.data_dir.mkdir()
    (settings.data_dir / "shinsa.sqlite").write_bytes(b"%PDF-1.7 not a database at all" * 40)
    with pytest.raises(StoreError, match="damaged or not an SQLite database"):
        open_store(settings)


def test_newer_schema_is_refused_and_kept(any_settings: Settings) -> None:
    store = open_store(any_settings)
    with store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(ConfigError, match="newer version of the workbench") as caught:
        open_store(any_settings)
    assert caught.value.facts == {"schema": "9999"}


def test_dialect(store: Store, any_settings: Settings) -> None:
    assert store.dialect == ("sqlite" if any_settings.database_url is None else "postgresql")
