"""Workers on PostgreSQL: how they end, how they are heard of, and what they share."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from distributed import KilledWorker
from pydantic import SecretStr

from core.errors import ConfigError
from core.jobs import Dispatcher, Fault, Ledger, NewUnit, open_engine
from core.jobs.dask_engine import DaskEngine, scheduler_address
from core.jobs.engine import Errored, Event, Lost, Work
from core.settings import ROOT, Settings
from core.store import RateLimit, open_store
from places_of_work import environment_of, wait_until, worker
from servers import free_port, fresh_database

LACKING = Fault("unit_lost", "The cluster could not do it: ModuleNotFoundError", {})


@pytest.fixture
def shared(settings: Settings, postgres_url: str) -> Iterator[Ledger]:
    """A ledger on PostgreSQL, for an app without workers of its own."""
    with fresh_database(postgres_url) as url:
        chosen = settings.model_copy(update={"jobs_engine": "workers", "database_url": SecretStr(url), "drain_s": 30.0})
        store = open_store(chosen)
        yield Ledger(store, chosen)
        store.close()


def sleeping(count: int, seconds: float, endpoint: str | None = None) -> list[NewUnit]:
    payload = {"do": "sleep", "seconds": seconds}
    return [NewUnit(str(number), payload, str(number), endpoint=endpoint) for number in range(count)]


@pytest.mark.postgres
def test_told_to_end_it_finishes_what_has_begun(shared: Ledger) -> None:
    """SIGTERM: what has begun is done and recorded, the rest is in the queue and not charged. A second one: at once."""
    batch = shared.submit("misbehave", "", sleeping(12, 1.0), created_by="tester")
    started = worker(shared.settings)
    wait_until(lambda: shared.progress(batch).counts["leased"] > 0)
    assert started.terminate() == 0
    counts = shared.progress(batch).counts
    assert counts["done"] >= 2
    assert (counts["leased"], counts["done"] + counts["queued"]) == (0, 12)
    assert {unit.attempts for unit in shared.units(batch, states=("queued",))} == {0}
    shared.cancel(batch)

    hanging = shared.submit("misbehave", "", sleeping(1, 600.0), created_by="tester")
    impatient = worker(shared.settings)
    wait_until(lambda: shared.progress(hanging).counts["leased"] == 1)
    impatient.process.terminate()
    time.sleep(0.5)
    assert impatient.process.poll() is None
    assert impatient.terminate() == 0
    unit = shared.units(hanging)[0]
    assert (unit.state, unit.attempts) == ("queued", 0)


@pytest.mark.postgres
def test_an_app_without_workers_says_so_and_workers_share_a_limit(shared: Ledger) -> None:
    engine = open_engine(shared.settings, shared.store)
    assert engine.trouble == "no_workers"
    app = Dispatcher(shared, engine, shared.settings)
    app.start()
    wait_until(lambda: app.trouble == "no_workers")
    with ExitStack() as ended:
        for _ in range(2):
            ended.enter_context(worker(shared.settings))
        wait_until(lambda: app.trouble is None)
        shared.limit("slow", per_second=4.0, burst=1.0)
        batch = shared.submit("misbehave", "", sleeping(7, 0.0, "slow"), created_by="tester")
        began = time.monotonic()
        wait_until(lambda: shared.progress(batch).finished)
        # Six of the seven wait for a token, whoever of the two takes them.
        assert time.monotonic() - began > 1.2
        assert shared.progress(batch).counts["done"] == 7
    app.stop()


def test_settings_limit_the_endpoints_that_are_configured(sqlite_ledger: Ledger, settings: Settings) -> None:
    def limits() -> list[tuple[str, float]]:
        with sqlite_ledger.store.read() as session:
            return [(row.endpoint, row.refill_per_s) for row in session.query(RateLimit)]

    limited = Ledger(sqlite_ledger.store, settings.model_copy(update={"endpoint_units_per_minute": 90.0}))
    limited.limit_all({"a", "b"})
    assert sorted(limits()) == [("a", 1.5), ("b", 1.5)]
    limited.limit_all({"b"})
    assert limits() == [("b", 1.5)]
    sqlite_ledger.limit_all({"b"})
    assert limits() == []


def test_sqlite_is_refused_with_a_way_out(sqlite_ledger: Ledger, settings: Settings) -> None:
    with pytest.raises(ConfigError, match="DATABASE_URL"):
        open_engine(settings.model_copy(update={"jobs_engine": "workers"}), sqlite_ledger.store)
    ran = subprocess.run(
        [sys.executable, "-m", "core", "worker"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", **environment_of(settings)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "SQLite" in ran.stdout, "DATABASE_URL" in ran.stdout) == (2, True, True)


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("tls://scheduler.example:8786", True),
        ("tcp://scheduler.example:8786", False),
        ("scheduler.example", False),
        ("tcp://127.0.0.1:x", False),
        (None, False),
    ],
)
def test_a_scheduler_elsewhere_is_reached_by_tls(settings: Settings, address: str | None, good: bool) -> None:
    chosen = settings.model_copy(update={"dask_scheduler": address})
    if good:
        assert scheduler_address(chosen) == address
    else:
        with pytest.raises(ConfigError, match="DASK_SCHEDULER"):
            scheduler_address(chosen)


def test_what_a_cluster_loses_is_not_charged_and_what_it_cannot_do_is(settings: Settings) -> None:
    """A cluster that can do nothing must not be sent the same unit for ever."""

    class Ended:
        def __init__(self, raised: BaseException) -> None:
            self._raised = raised

        def result(self, timeout: float) -> object:
            raise self._raised

    cases: list[tuple[str, BaseException, Event]] = [
        ("no package", ModuleNotFoundError("core"), Errored("u", "no package", LACKING, retryable=True)),
        ("scheduler ended", asyncio.CancelledError(), Lost("u", "scheduler ended")),
        ("worker killed", KilledWorker("task", None, 0), Lost("u", "worker killed")),
        ("connection broke", OSError("the worker is gone"), Lost("u", "connection broke")),
    ]
    engine = DaskEngine(settings.model_copy(update={"dask_scheduler": f"tcp://127.0.0.1:{free_port()}"}))
    assert (engine.capacity, engine.trouble) == (0, None)
    for token, raised, expected in cases:
        work = Work("u", token, "module:function", {}, None, 60.0)
        engine._running[token] = (work, None)
        engine._report(work, Ended(raised))
        engine._report(work, Ended(raised))
        assert engine.poll(0.0) == [expected]
    wait_until(lambda: engine.trouble == "cluster_away")
    engine.submit(Work("u", "t", "module:function", {}, None, 60.0))
    assert engine.poll(5.0) == [Lost("u", "t")]
    engine.close()
