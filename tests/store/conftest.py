"""Settings for each database, for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.settings import Settings
from core.store import Store, open_store
from servers import fresh_database


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with an SQLite file, whatever the environment says."""
    return Settings(_env_file=None).model_copy(
        update={"data_dir": tmp_path / "data", "database_url": None, "store_busy_s": 5.0}
    )


@pytest.fixture
def postgres_settings(settings: Settings, postgres_url: str) -> Iterator[Settings]:
    """Settings with a fresh PostgreSQL database."""
    with fresh_database(postgres_url) as url:
        yield settings.model_copy(update={"database_url": SecretStr(url)})


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def any_settings(request: pytest.FixtureRequest) -> Settings:
    """Settings for each database in turn."""
    name = "settings" if request.param == "sqlite" else "postgres_settings"
    chosen: Settings = request.getfixturevalue(name)
    return chosen


@pytest.fixture
def store(any_settings: Settings) -> Iterator[Store]:
    """A store on each database in turn."""
    opened = open_store(any_settings)
    yield opened
    opened.close()
