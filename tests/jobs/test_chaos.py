"""Good units, one that kills its process and one that fails, while whatever does them is killed again and again."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import func, select

from core.errors import StoreError
from core.jobs import Ledger, NewUnit
from core.jobs.tables import RESULTS
from core.settings import Settings
from core.store import Store, open_store
from places_of_work import DaskCluster, Program, environment_of, worker
from servers import NoServer, missing, restart_killed_postgres, start_postgres

DISPATCHER = """
import sys
from core.jobs import Dispatcher, Ledger, open_engine, register
from core.settings import Settings
from core.store import open_store
register("misbehave", "job_functions:misbehave", version="1")
settings = Settings(_env_file=None)
store = open_store(settings)
engine = open_engine(settings, store)
Dispatcher(Ledger(store, settings), engine, settings).run_until_done(sys.argv[1])
engine.close()
"""
GOOD = 30
Kills = deque[tuple[int, Callable[[], None]]]
"""After how many units have ended what is killed, and started again."""


def submitted(ledger: Ledger, seconds: float) -> str:
    units = [NewUnit(f"good {number}", {"do": "sleep", "seconds": seconds}, str(number)) for number in range(GOOD)]
    units.insert(7, NewUnit("poison", {"do": "die"}, "poison"))
    units.insert(9, NewUnit("failing", {"do": "refuse"}, "failing"))
    return ledger.submit("misbehave", "Chaos", units, created_by="tester")


def suffer(ledger: Ledger, batch: str, kills: Kills) -> None:
    """Kill while the batch is worked on; then all of it must have been done once, and the poison put aside."""
    deadline = time.monotonic() + 240
    while True:
        assert time.monotonic() < deadline, "it does not end"
        time.sleep(0.02)
        try:
            progress = ledger.progress(batch)
        except StoreError:
            continue
        if kills and progress.ended >= kills[0][0]:
            kills.popleft()[1]()
        elif progress.finished:
            break
    assert not kills, "it was over too soon"
    ended = {state: count for state, count in progress.counts.items() if count}
    assert ended == {"done": GOOD, "failed": 1, "quarantined": 1}
    with ledger.store.read() as session:
        assert session.scalar(select(func.count()).select_from(RESULTS)) == GOOD
    by_label = {unit.label: unit for unit in ledger.units(batch)}
    assert (by_label["poison"].state, by_label["failing"].state) == ("quarantined", "failed")


def dispatcher(settings: Settings, batch: str) -> Program:
    return Program([sys.executable, "-c", DISPATCHER, batch], environment_of(settings))


def test_dispatcher_killed(sqlite_ledger: Ledger, settings: Settings) -> None:
    batch = submitted(sqlite_ledger, 0.1)
    with dispatcher(settings, batch) as program:
        suffer(sqlite_ledger, batch, deque([(5, program.restart), (12, program.restart)]))


def test_dask_worker_scheduler_and_dispatcher_killed(sqlite_ledger: Ledger, settings: Settings, tmp_path: Path) -> None:
    cluster = DaskCluster(tmp_path)
    chosen = settings.model_copy(update={"jobs_engine": "dask", "dask_scheduler": cluster.address})
    batch = submitted(sqlite_ledger, 0.2)

    def scheduler_killed() -> None:
        cluster.scheduler.restart()
        cluster.worker.restart()

    with ExitStack() as ended:
        ended.callback(cluster.end)
        program = ended.enter_context(dispatcher(chosen, batch))
        kills: Kills = deque([(4, cluster.worker.restart), (12, scheduler_killed), (20, program.restart)])
        suffer(sqlite_ledger, batch, kills)


@pytest.fixture
def own_postgres(settings: Settings) -> Iterator[tuple[Settings, Path]]:
    """A PostgreSQL that a test may kill; `TEST_DATABASE_URL` is nobody's to kill."""
    folder = Path(tempfile.mkdtemp(prefix="shinsa-postgres-"))
    given = os.environ.pop("TEST_DATABASE_URL", None)
    try:
        url, stop = start_postgres(folder)
    except NoServer as error:
        shutil.rmtree(folder)
        missing(str(error))
        return
    finally:
        if given is not None:
            os.environ["TEST_DATABASE_URL"] = given
    yield settings.model_copy(update={"jobs_engine": "workers", "database_url": SecretStr(url)}), folder
    stop()
    shutil.rmtree(folder)


@pytest.mark.postgres
def test_workers_and_database_killed(own_postgres: tuple[Settings, Path]) -> None:
    settings, folder = own_postgres
    store: Store = open_store(settings)
    ledger = Ledger(store, settings)
    batch = submitted(ledger, 0.3)
    with ExitStack() as ended:
        ended.callback(store.close)
        first, second = (ended.enter_context(worker(settings)) for _ in range(2))
        database_killed = partial(restart_killed_postgres, folder)
        suffer(ledger, batch, deque([(4, first.restart), (10, database_killed), (20, second.restart)]))
