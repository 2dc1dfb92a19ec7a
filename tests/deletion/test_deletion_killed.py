"""A deletion killed −9 at each of its places, and at any time: it goes on, and no word of the contract is left."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from words_to_go import WORDS, bytes_with, filled_workbench, rows_with

from core.deletion import Deletions
from core.settings import ROOT, Settings, load_settings
from core.workbench import open_workbench
from servers import fresh_database

_DELETING = """
import importlib, os, signal, sys
from core.deletion import Deletions
from core.settings import load_settings
from core.workbench import open_workbench
place, when, contract_id = sys.argv[1:]
if place:
    module, _, path = place.partition(":")
    owner = importlib.import_module(module)
    *parents, name = path.split(".")
    for parent in parents:
        owner = getattr(owner, parent)
    real = getattr(owner, name)
    def killed(*arguments, **named):
        if when == "after":
            real(*arguments, **named)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(owner, name, killed)
chosen = load_settings()
with open_workbench(chosen) as opened:
    print("open", flush=True)
    work = Deletions(opened)
    work.delete([contract_id], user="Ito")
    work.finish()
"""
PLACES = (
    ("core.deletion.deletions:remove_traces", "before"),
    ("core.deletion.removal:_conversations", "before"),
    ("core.deletion.removal:_caches", "after"),
    ("core.contracts.library:Library.remove_within", "after"),
    ("core.deletion.deletions:Deletions.finish", "before"),
    ("core.workbench.workbench:Workbench.renew_graph", "before"),
    ("core.workbench.workbench:set_aside", "after"),
    ("core.workbench.workbench:drop_set_aside", "after"),
    ("core.workbench.workbench:Workbench.renew_graph", "after"),
    ("core.store.store:Store.scrub", "before"),
    ("core.store.store:Store.scrub", "after"),
)
"""Where the process is killed: asked for, within the transaction, after it, while files are cleared, before the end."""


@contextmanager
def _deleting(
    settings: Settings, contract_id: str, place: str = "", when: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that deletes a contract, up to a place."""
    environment = os.environ | {"DATA_DIR": str(settings.data_dir), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", _DELETING, place, when, contract_id]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        yield process


def _goes_on(settings: Settings, contract_id: str) -> None:
    """Open the workbench again, let it go on, and look for the words."""
    with open_workbench(settings) as opened:
        work = Deletions(opened)
        if not [record for record in work.records() if record.contract_id == contract_id]:
            assert opened.library.count() == 3, "what was not asked for is not begun"
            work.delete([contract_id], user="Ito")
        assert work.finish()
        assert work.pending() == []
        assert [row.number for row in opened.library.rows()] == [2, 3]
        assert bytes_with(settings.data_dir) == {}, "while the workbench is open"
        assert rows_with(opened) == set()
    assert bytes_with(settings.data_dir) == {}


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    """Settings of an empty folder."""
    return load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")


def _fill(settings: Settings) -> str:
    with open_workbench(settings) as opened:
        contract_id = filled_workbench(opened)
    assert settings.database_url or {word for words in bytes_with(settings.data_dir).values() for word in words} == {
        *WORDS
    }
    return contract_id


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with everything that holds the words, and the contract's id; tests take copies of it."""
    folder = tmp_path_factory.mktemp("filled") / "data"
    return folder, _fill(load_settings(data_dir=folder, env_file=folder / "none"))


@pytest.fixture
def contract_id(chosen: Settings, filled: tuple[Path, str]) -> str:
    """The contract's id, in a folder of the test's own."""
    folder, contract_id = filled
    shutil.copytree(folder, chosen.data_dir)
    return contract_id


@pytest.mark.parametrize(("place", "when"), PLACES)
def test_killed_at_a_place(chosen: Settings, contract_id: str, place: str, when: str) -> None:
    with _deleting(chosen, contract_id, place, when) as process:
        assert process.wait(120) == -signal.SIGKILL, "it came to this place"
    _goes_on(chosen, contract_id)


def test_killed_again_and_again(chosen: Settings, contract_id: str) -> None:
    chance = random.Random(7)
    for _ in range(6):
        with _deleting(chosen, contract_id) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.6))
            os.killpg(process.pid, signal.SIGKILL)
    _goes_on(chosen, contract_id)


@pytest.mark.postgres
@pytest.mark.parametrize(("place", "when"), [PLACES[1], PLACES[4], PLACES[-1]])
def test_killed_on_postgresql(
    chosen: Settings, place: str, when: str, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fresh_database(postgres_url) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        settings = load_settings(data_dir=chosen.data_dir, env_file=chosen.data_dir / "none")
        contract_id = _fill(settings)
        with _deleting(settings, contract_id, place, when) as process:
            assert process.wait(120) == -signal.SIGKILL
        _goes_on(settings, contract_id)
