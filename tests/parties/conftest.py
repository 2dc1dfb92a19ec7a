"""The book of parties on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.parties import PartyBook
from core.settings import load_settings
from core.store import open_store
from servers import fresh_database


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PartyBook]:
    """An empty book on each database in turn."""
    settings = load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")
    if request.param == "sqlite":
        store = open_store(settings)
        yield PartyBook(store)
        store.close()
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        store = open_store(settings.model_copy(update={"database_url": SecretStr(url)}))
        yield PartyBook(store)
        store.close()
