"""Stores of both databases with contracts in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.settings import load_settings
from core.store import Store, open_store
from core.store.models import Blob, Contract, DocumentRow
from servers import fresh_database


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with the contracts c0 to c5 on each database in turn."""
    settings = load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")
    if request.param == "sqlite":
        opened = open_store(settings)
        _fill(opened)
        yield opened
        opened.close()
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        opened = open_store(settings.model_copy(update={"database_url": SecretStr(url)}))
        _fill(opened)
        yield opened
        opened.close()


def _fill(store: Store) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with store.write() as session:
        for number in range(6):
            text = f"AMENDMENT NO. {number} TO THE SUPPLY AGREEMENT"
            sha256 = hashlib.sha256(text.encode()).hexdigest()
            session.add(Blob(sha256=sha256, body=b"x", created_at=now))
            session.flush()
            session.add(DocumentRow(sha256=sha256, file_name="f", kind="text", language="en", text=text, pages=[]))
            session.flush()
            session.add(
                Contract(
                    number=number + 1,
                    contract_id=f"c{number}",
                    sha256=sha256,
                    engine="test",
                    extraction="{}",
                    extraction_key="k",
                    summary={},
                    revision=number + 1,
                    created_by="me",
                    created_at=now,
                    updated_at=now,
                )
            )
            session.flush()
