"""A store on each database in turn: fixtures that folders of tests take over by name."""

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
    """Settings with a data folder of one test, whatever the environment says."""
    return Settings(_env_file=None).model_copy(update={"data_dir": tmp_path / "data", "database_url": None})


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Store]:
    """A store on SQLite, then one on PostgreSQL."""
    if request.param == "sqlite":
        opened = open_store(settings)
        yield opened
        opened.close()
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        opened = open_store(settings.model_copy(update={"database_url": SecretStr(url)}))
        yield opened
        opened.close()
