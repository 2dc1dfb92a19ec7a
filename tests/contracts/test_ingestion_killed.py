"""Ingestion killed at random points: nothing that was stored is lost, and the graph ends equal to its projection."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from core.graph import temporary_graph
from core.settings import ROOT, load_settings
from core.taxonomy import taxonomy
from core.workbench.catch_up import rebuild
from core.workbench.workbench import open_workbench
from small_contracts import small_contract

ROUNDS = 20
FILES = 24


def _ingesting(folder: Path, data: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "core", "ingest", str(folder), "--data-dir", str(data), "--json"]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def test_killed_twenty_times_nothing_stored_is_lost(tmp_path: Path) -> None:
    folder, data = tmp_path / "in", tmp_path / "data"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:02}.txt").write_bytes(small_contract(number))
    settings = load_settings(data_dir=data, env_file=tmp_path / "none")
    chance = random.Random(20)
    stored: set[str] = set()
    for _ in range(ROUNDS):
        process = _ingesting(folder, data)
        time.sleep(chance.uniform(0.3, 2.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with open_workbench(settings) as opened:
            now = {row.contract_id for row in opened.library.rows()}
            for contract_id in now - stored:
                assert opened.library.document(contract_id).text.startswith("SUPPLY AGREEMENT")
                assert len(opened.library.detail(contract_id).machine.clauses) == len(taxonomy().categories)
        assert stored <= now
        stored = now
    process = _ingesting(folder, data)
    assert process.wait(timeout=120) == 0
    with open_workbench(settings) as opened:
        assert opened.library.count() == FILES
        graph = opened.graph().dump()
        with temporary_graph(settings) as fresh:
            rebuild(opened.library, fresh, today=date(2026, 11, 22))
            assert graph == fresh.dump()
