"""Settings and a store on each database, for the tests of jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from core.jobs import Engine, Ledger, LocalPool, leases, open_engine, register
from core.settings import Settings
from core.store import Store, open_store
from places_of_work import DaskCluster, worker
from servers import fresh_database

for _kind, _function in (("double", "double"), ("nothing", "nothing"), ("size", "size"), ("misbehave", "misbehave")):
    register(_kind, f"job_functions:{_function}", version="1")


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[Any]]:
    """What was logged, unrendered."""
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with an SQLite file, whatever the environment says, and short times."""
    return Settings(_env_file=None).model_copy(
        update={"data_dir": tmp_path / "data", "database_url": None, "lease_s": 5.0, "log_level": "ERROR"}
    )


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_settings(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Settings]:
    """Settings for each database in turn."""
    if request.param == "sqlite":
        yield settings
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        yield settings.model_copy(update={"database_url": SecretStr(url)})


@pytest.fixture
def store(any_settings: Settings) -> Iterator[Store]:
    """A store on each database in turn."""
    opened = open_store(any_settings)
    yield opened
    opened.close()


@pytest.fixture
def ledger(store: Store, any_settings: Settings) -> Ledger:
    """A ledger on each database in turn."""
    return Ledger(store, any_settings)


@pytest.fixture(scope="session")
def pool() -> Iterator[LocalPool]:
    """Two worker processes for all tests: a pool knows nothing of stores."""
    with LocalPool(2, Settings(_env_file=None).model_copy(update={"log_level": "ERROR"})) as started:
        yield started


@pytest.fixture(scope="session")
def dask_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A Dask cluster for all tests of one process."""
    cluster = DaskCluster(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.end()


Open = Callable[..., tuple[Ledger, Engine, Settings]]


@pytest.fixture(params=["local", pytest.param("workers", marks=pytest.mark.postgres), "dask"])
def open_place(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a ledger with each engine in turn; takes changes of the settings."""
    monkeypatch.setattr(leases, "BACKOFF_BASE_S", 0.01)
    with ExitStack() as opened:

        def start(**changes: Any) -> tuple[Ledger, Engine, Settings]:
            chosen = settings.model_copy(update={"jobs_engine": request.param, **changes})
            if request.param == "workers":
                url = opened.enter_context(fresh_database(request.getfixturevalue("postgres_url")))
                chosen = chosen.model_copy(update={"database_url": SecretStr(url)})
            if request.param == "dask":
                address = request.getfixturevalue("dask_cluster").address
                chosen = chosen.model_copy(update={"dask_scheduler": address})
            store = open_store(chosen)
            opened.callback(store.close)
            if request.param == "workers":
                opened.callback(worker(chosen).end)
            engine = open_engine(chosen, store)
            opened.callback(engine.close)
            return Ledger(store, chosen), engine, chosen

        yield start


@pytest.fixture
def sqlite_ledger(settings: Settings) -> Iterator[Ledger]:
    """A ledger on SQLite, where the database makes no difference."""
    opened = open_store(settings)
    yield Ledger(opened, settings)
    opened.close()
