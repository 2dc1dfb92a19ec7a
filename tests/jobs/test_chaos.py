"""Thirty good units, one that kills its process and one that fails, while the dispatcher is killed again and again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import func, select

from core.jobs import Ledger, NewUnit
from core.jobs.tables import RESULTS
from core.settings import ROOT, Settings

DISPATCHER = """
import sys
sys.path[:0] = {path!r}
from pathlib import Path
from core.jobs import Dispatcher, Ledger, LocalPool, register
from core.settings import Settings
from core.store import open_store
register("misbehave", "job_functions:misbehave", version="1")
settings = Settings(_env_file=None).model_copy(
    update={{"data_dir": Path({folder!r}), "database_url": None, "log_level": "ERROR"}})
ledger = Ledger(open_store(settings), settings)
with LocalPool(2, settings) as pool:
    Dispatcher(ledger, pool, settings).run_until_done({batch!r})
"""


def test_chaos(sqlite_ledger: Ledger, settings: Settings) -> None:
    units = [NewUnit(f"good {number}", {"do": "sleep", "seconds": 0.1}, str(number)) for number in range(30)]
    units.insert(7, NewUnit("poison", {"do": "die"}, "poison"))
    units.insert(9, NewUnit("failing", {"do": "refuse"}, "failing"))
    batch = sqlite_ledger.submit("misbehave", "Chaos", units, created_by="tester")
    script = DISPATCHER.format(path=[str(ROOT), str(Path(__file__).parent)], folder=str(settings.data_dir), batch=batch)
    kills = 0
    while not sqlite_ledger.progress(batch).finished:
        before = sqlite_ledger.progress(batch).ended
        process = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL)
        # Twice in the midst of the work, then it may end.
        while process.poll() is None:
            if kills < 2 and sqlite_ledger.progress(batch).ended >= before + 5:
                os.kill(process.pid, signal.SIGKILL)
                kills += 1
                process.wait()
            time.sleep(0.02)
    progress = sqlite_ledger.progress(batch)
    assert {state: count for state, count in progress.counts.items() if count} == {
        "done": 30,
        "failed": 1,
        "quarantined": 1,
    }
    assert kills == 2
    with sqlite_ledger.store.read() as session:
        assert session.scalar(select(func.count()).select_from(RESULTS)) == 30
    by_label = {unit.label: unit for unit in sqlite_ledger.units(batch)}
    assert (by_label["poison"].state, by_label["failing"].state) == ("quarantined", "failed")
