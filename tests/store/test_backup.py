"""Backup and restore: what comes back answers; what is damaged, foreign or in the way changes nothing."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import zipfile
from datetime import date
from pathlib import Path

import pytest

from core.cli.main import main
from core.contracts.ingestion import ingest_file, store_contract
from core.qa.builtin import answer_builtin
from core.settings import Settings, load_settings
from core.store import back_up, open_store
from core.workbench.workbench import Workbench, open_workbench
from servers import fresh_database
from small_contracts import small_contract


def add(workbench: Workbench, number: int) -> str:
    data, name = small_contract(number), f"supply-{number}.txt"
    batch = workbench.library.ingest([(workbench.library.receive(data, name), name)], user="sato")
    unit = workbench.ledger.units(batch)[0]
    with workbench.store.write() as session:
        outcome = store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
    workbench.ledger.cancel(batch)
    return str(outcome["contract_id"])


def asked(workbench: Workbench) -> str:
    words = "Which contracts are governed by the law of Nevada?"
    return answer_builtin(words, workbench, memory=None, language="en", today=date(2026, 1, 1)).text


def run(folder: Path, *arguments: object) -> int:
    return main([*map(str, arguments), "--data-dir", str(folder)])


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder `data` with two contracts and a file, and `b.zip`, its backup, made while another writes."""
    folder = tmp_path_factory.mktemp("backed-up")
    with open_workbench(load_settings(data_dir=folder / "data", env_file=folder / "none")) as workbench:
        add(workbench, 1)
        add(workbench, 2)
        workbench.graph()
        (folder / "data" / "mlflow").mkdir()
        (folder / "data" / "mlflow" / "run.txt").write_text("a run")
        with workbench.store.write():
            assert run(folder / "data", "backup", "--to", folder / "b.zip") == 0
    return folder


@pytest.fixture
def archive(backed_up: Path, tmp_path: Path) -> Path:
    shutil.copytree(backed_up / "data", tmp_path / "data")
    return Path(shutil.copy(backed_up / "b.zip", tmp_path))


@pytest.fixture
def settings(archive: Path) -> Settings:
    return load_settings(data_dir=archive.parent / "data", env_file=archive.parent / "none")


def test_a_backup_of_a_running_workbench_answers_in_an_empty_folder(
    archive: Path, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(archive) as packed:
        # The audit log goes on with its key, which therefore comes along.
        files = ["files/audit.key", "files/mlflow/run.txt", "shinsa-backup.json", "store.sqlite"]
        assert sorted(packed.namelist()) == files
    assert archive.stat().st_mode & 0o077 == 0
    empty = tmp_path / "empty"
    assert run(empty, "restore", "--from", archive) == 0
    assert "2 contracts" in capsys.readouterr().out
    assert (empty / "mlflow" / "run.txt").read_text() == "a run"
    with open_workbench(settings) as before, open_workbench(load_settings(data_dir=empty)) as after:
        assert [row.contract_id for row in after.library.rows()] == [row.contract_id for row in before.library.rows()]
        contract = after.library.find(1)
        assert after.library.file(contract) == before.library.file(contract) == small_contract(1)
        assert "Northfield Widgets 1" in asked(after)
        assert asked(after) == asked(before)
    assert not [file for file in empty.iterdir() if file.name.startswith(".shinsa-")]


def test_nothing_is_overwritten_unless_told(
    archive: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_workbench(settings) as workbench:
        add(workbench, 3)
    before = archive.read_bytes()
    assert run(settings.data_dir, "backup", "--to", archive) == 2
    assert archive.read_bytes() == before
    assert run(settings.data_dir, "restore", "--from", archive) == 2
    said = capsys.readouterr().out.splitlines()
    assert all("--force" in line for line in said[1:])
    with open_workbench(settings) as workbench:
        assert workbench.library.count() == 3
    assert run(settings.data_dir, "restore", "--from", archive, "--force") == 0
    with open_workbench(settings) as workbench:
        assert workbench.library.count() == 2
        assert len(workbench.graph().rows("MATCH (a:Agreement) RETURN a.contract_id AS id")) == 2


def test_a_running_workbench_is_not_restored_over(
    archive: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_workbench(settings) as workbench:
        add(workbench, 3)
        workbench.graph()
        assert run(settings.data_dir, "restore", "--from", archive, "--force") == 1
        assert workbench.library.count() == 3
    assert "open" in capsys.readouterr().out.splitlines()[-1]


def test_a_damaged_store_is_replaced(archive: Path, settings: Settings) -> None:
    for file in settings.data_dir.glob("shinsa.sqlite*"):
        file.write_bytes(b"not a database" * 1000)
    assert run(settings.data_dir, "restore", "--from", archive, "--force") == 0
    with open_workbench(settings) as workbench:
        assert workbench.library.count() == 2


def rewritten(archive: Path, target: Path, changes: dict[str, bytes | None], **listed: object) -> Path:
    """The archive with members changed, added or left out; `listed` changes its list."""
    with zipfile.ZipFile(archive) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    contents = json.loads(members["shinsa-backup.json"]) | listed
    members["shinsa-backup.json"] = json.dumps(contents).encode()
    with zipfile.ZipFile(target, "w") as packed:
        for name, data in (members | changes).items():
            if data is not None:
                packed.writestr(name, data)
    return target


def refused(folder: Path, archive: Path, capsys: pytest.CaptureFixture[str], words: str) -> None:
    capsys.readouterr()
    assert run(folder, "restore", "--from", archive) in (1, 2)
    said = capsys.readouterr().out
    assert words in said
    assert said.count("\n") == 1
    assert not folder.exists() or not list(folder.iterdir())


def test_a_wrong_archive_is_refused_and_nothing_is_written(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, other = tmp_path / "empty", tmp_path / "other.zip"
    whole = archive.read_bytes()
    refused(empty, tmp_path / "none.zip", capsys, "no file")
    for bad in (b"", b"hello", whole[:-2000], whole[: len(whole) // 2], whole[:3000] + b"\0" * 500 + whole[3500:]):
        other.write_bytes(bad)
        refused(empty, other, capsys, "damaged")
    refused(empty, rewritten(archive, other, {"shinsa-backup.json": None}), capsys, "no backup")
    refused(empty, rewritten(archive, other, {"store.sqlite": None}), capsys, "damaged")
    refused(empty, rewritten(archive, other, {"files/mlflow/run.txt": b"b run"}), capsys, "damaged")
    refused(empty, rewritten(archive, other, {"files/mlflow/run.txt": b"a run and more"}), capsys, "damaged")
    refused(empty, rewritten(archive, other, {"files/more.txt": b"not in the list"}), capsys, "damaged")
    refused(empty, rewritten(archive, other, {}, format=2), capsys, "newer version")
    refused(empty, rewritten(archive, other, {}, schema_version="ffff"), capsys, "newer version")
    refused(empty, rewritten(archive, other, {}, store="oracle"), capsys, "damaged")


@pytest.mark.parametrize(
    "name",
    [
        "../outside.txt",
        "files/../../outside.txt",
        "files/./x",
        "files//x",
        "/outside.txt",
        "files/..\\outside.txt",
        "files/C:/outside.txt",
        "other/x",
        "files/shinsa.sqlite",
        "files/shinsa.sqlite-wal",
        "files/graph.lbug",
        "files/graph.lbug.lock",
        "files/search.sqlite",
    ],
)
def test_no_member_leaves_the_folder_or_takes_the_stores_place(
    name: str, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b"evil"
    with zipfile.ZipFile(archive) as packed:
        listed = json.loads(packed.read("shinsa-backup.json"))["members"]
    listed[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    bad = rewritten(archive, tmp_path / "bad.zip", {name: data}, members=listed)
    refused(tmp_path / "deep" / "empty", bad, capsys, "does not belong")
    assert not list(tmp_path.rglob("outside.txt"))


def test_a_link_in_the_data_folder_leads_no_file_out(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, outside = tmp_path / "linked", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    (folder / "mlflow").symlink_to(outside)
    assert run(folder, "restore", "--from", archive, "--force") == 1
    assert "does not belong" in capsys.readouterr().out.splitlines()[-1]
    assert not list(outside.iterdir())


def test_a_database_of_other_tables_is_refused(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(tmp_path / "x.sqlite") as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    data = (tmp_path / "x.sqlite").read_bytes()
    with zipfile.ZipFile(archive) as packed:
        listed = json.loads(packed.read("shinsa-backup.json"))["members"]
    listed["store.sqlite"] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    bad = rewritten(archive, tmp_path / "bad.zip", {"store.sqlite": data}, members=listed)
    refused(tmp_path / "empty", bad, capsys, "damaged")


def test_nothing_to_back_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "data", "backup", "--to", tmp_path / "b.zip") == 2
    assert "no store" in capsys.readouterr().out
    assert not (tmp_path / "b.zip").exists()
    assert not (tmp_path / "data").exists()


def test_postgresql_there_and_back(
    archive: Path,
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with fresh_database(postgres_url) as first, fresh_database(postgres_url) as second:
        monkeypatch.setenv("DATABASE_URL", first)
        refused(tmp_path / "empty", archive, capsys, "DATABASE_URL")
        with open_workbench(load_settings(data_dir=tmp_path / "one")) as workbench:
            add(workbench, 1)
            add(workbench, 2)
            back_up(workbench.settings, tmp_path / "p.zip")
        monkeypatch.setenv("DATABASE_URL", second)
        assert run(tmp_path / "two", "restore", "--from", tmp_path / "p.zip") == 0
        assert run(tmp_path / "two", "restore", "--from", tmp_path / "p.zip") == 2
        with open_workbench(load_settings(data_dir=tmp_path / "two")) as workbench:
            assert "Northfield Widgets 1" in asked(workbench)
            add(workbench, 3)
        assert run(tmp_path / "two", "restore", "--from", tmp_path / "p.zip", "--force") == 0
        with open_workbench(load_settings(data_dir=tmp_path / "two")) as workbench:
            assert workbench.library.count() == 2
        monkeypatch.setenv("PATH", str(tmp_path))
        capsys.readouterr()
        assert run(tmp_path / "two", "backup", "--to", tmp_path / "q.zip") == 2
        assert "pg_dump is not installed" in capsys.readouterr().out
        monkeypatch.setenv("DATABASE_URL", first.replace("@", "x@", 1))
        with pytest.raises(Exception, match="does not answer") as error:
            open_store(load_settings(data_dir=tmp_path / "three"))
        assert first.split("@")[0].rpartition(":")[2] not in str(error.value)
