"""A full disk: what was stored is told, the refusal is named, and the panel's job says why it stands still.

Run on a small mounted file system where the tests may mount one (root); else on a database whose size SQLite limits.
"""

from __future__ import annotations

import os
import stat
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, func, select, update

from core.cli.main import main
from core.cli.output import whole_file, write_file
from core.errors import BadArguments, StoreFull
from core.settings import load_settings
from core.store import Blob
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import add, small_contract

FILLER = b"\nFiller words of the agreement. " * 2_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    mounted = tmp_path / "small"
    mounted.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", str(mounted)], check=False).returncode:
        pytest.skip("root without the right to mount")
    yield mounted
    subprocess.run(["umount", "-l", str(mounted)], check=False)


def test_ingestion_on_a_disk_that_fills_up(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended with "no such savepoint", and nothing was said of what was stored (issue 13, 6)."""
    monkeypatch.setattr("core.jobs.dispatcher._GIVE_UP_S", 1.0)
    files = tmp_path / "in"
    files.mkdir()
    for number in range(14):
        (files / f"c{number:02}.txt").write_bytes(small_contract(number) + FILLER)
    code = main(["ingest", str(files), "--data-dir", str(small_disk / "data")])
    said = capsys.readouterr()
    assert code == 1
    assert "savepoint" not in said.out + said.err
    assert "Traceback" not in said.out + said.err
    assert "full" in said.out + said.err


def test_a_savepoint_that_a_full_disk_took_away(tmp_path: Path) -> None:
    settings = load_settings(data_dir=tmp_path / "data", env_file=Path("no.env"))
    with open_workbench(settings) as workbench:
        add(workbench, 1)
        engine = workbench.store._engine
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1"))
        with pytest.raises(StoreFull):
            _store_much(workbench)


def _store_much(workbench: Workbench) -> None:
    with workbench.store.write() as session, session.begin_nested():
        session.add(Blob(sha256="f" * 64, body=b"x" * 5_000_000, created_at=datetime.now(UTC)))
        session.flush()


def test_a_job_that_stands_still_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings(data_dir=tmp_path / "data", env_file=Path("no.env"))
    with open_workbench(settings) as workbench:
        assert workbench.jobs_trouble is None
        workbench.start_jobs()
        dispatcher = workbench._background
        assert dispatcher is not None
        step = dispatcher._step

        def refuse(batch: str | None) -> None:
            raise StoreFull("full")

        monkeypatch.setattr(dispatcher, "_step", refuse)
        assert _until(lambda: workbench.jobs_trouble == "store_full")
        monkeypatch.setattr(dispatcher, "_step", step)
        assert _until(lambda: workbench.jobs_trouble is None)


def _until(done) -> bool:  # type: ignore[no-untyped-def]
    end = time.monotonic() + 20
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(done())


def test_uploads_that_nobody_submitted_are_swept_after_a_day(tmp_path: Path) -> None:
    """Bytes of uploads that were never acknowledged stayed for good (issue 13, 11)."""
    settings = load_settings(data_dir=tmp_path / "data", env_file=Path("no.env"))
    with open_workbench(settings) as workbench:
        stored = add(workbench, 1)
        new = workbench.library.receive(b"new", "new.txt")
        workbench.library.receive(b"old", "old.txt")
        waiting = workbench.library.receive(b"waiting", "waiting.txt")
        workbench.library.ingest([(waiting, "waiting.txt")], user="sato")
        with workbench.store.write() as session:
            session.execute(
                update(Blob).where(Blob.sha256 != new).values(created_at=datetime.now(UTC) - timedelta(days=2))
            )
        assert workbench.library.sweep() == 1
        with workbench.store.read() as session:
            assert session.scalar(select(func.count()).select_from(Blob)) == 3
        assert workbench.library.file(stored)


def test_an_export_on_a_full_disk_leaves_the_file_as_it_was(small_disk: Path, tmp_path: Path) -> None:
    """The first megabytes of a report stood there, under the name of the whole (issue 13, 6)."""
    data_dir, out = tmp_path / "data", small_disk / "audit.csv"
    out.write_bytes(b"the earlier export")
    (small_disk / "others").write_bytes(bytes(5_000_000))
    with pytest.raises(BadArguments, match=r"audit.csv cannot be written: No space left"):
        write_file(out, bytes(1_000_000))
    assert out.read_bytes() == b"the earlier export"
    assert sorted(file.name for file in small_disk.iterdir()) == ["audit.csv", "others"]
    (small_disk / "others").unlink()
    out.chmod(0o600)
    assert main(["audit", "export", "--out", str(out), "--data-dir", str(data_dir)]) == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    out = tmp_path / "linked.csv"
    out.symlink_to(tmp_path / "real.csv")
    with pytest.raises(RuntimeError):
        _write_half(out)
    assert [file.name for file in tmp_path.iterdir()] == ["linked.csv"]
    write_file(out, b"all of it")
    assert out.is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"all of it"
    with pytest.raises(BadArguments):
        write_file(tmp_path / "none" / "a.csv", b"")


def _write_half(out: Path) -> None:
    with whole_file(out) as writer:
        writer.write(b"half of it")
        assert not out.exists()
        raise RuntimeError("the command ends")
