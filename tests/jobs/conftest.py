"""Settings and a store on each database, for the tests of jobs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from core.jobs import Ledger, LocalPool, register
from core.settings import Settings
from core.store import Store, open_store
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


@pytest.fixture
def sqlite_ledger(settings: Settings) -> Iterator[Ledger]:
    """A ledger on SQLite, where the database makes no difference."""
    opened = open_store(settings)
    yield Ledger(opened, settings)
    opened.close()
