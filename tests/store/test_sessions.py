"""Sessions: one writer at a time, stable snapshots, and the database's refusals by name."""

from __future__ import annotations

import os
import threading
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from core.errors import NotFound, StoreBusy, StoreError, StoreFull
from core.settings import Settings
from core.store import Store, next_revision, open_store
from core.store.models import Blob, Counter


def revision(store: Store) -> int:
    with store.write() as session:
        return next_revision(session)


def counted(store: Store) -> dict[str, int]:
    with store.read() as session:
        return {row.name: row.value for row in session.query(Counter)}


def test_revisions_of_many_threads_have_no_gap_and_no_double(store: Store) -> None:
    given: list[int] = []
    threads = [threading.Thread(target=lambda: given.extend([revision(store) for _ in range(10)])) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == list(range(1, 61))


def test_block_that_fails_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.write() as session:
            next_revision(session)
            raise NotFound("a fault of the caller")

    with pytest.raises(NotFound):
        fail()
    assert counted(store) == {}


def test_integrity_errors_stay_what_they_are(store: Store) -> None:
    revision(store)
    with pytest.raises(IntegrityError), store.write() as session:
        session.add(Counter(name="revision", value=5))
    assert counted(store) == {"revision": 1}


def test_reader_sees_one_snapshot_and_writes_nothing(store: Store) -> None:
    revision(store)
    with store.read() as session:
        first = session.execute(text("SELECT value FROM counters")).scalar_one()
        revision(store)
        assert session.execute(text("SELECT value FROM counters")).scalar_one() == first == 1
    with store.read() as session:
        session.add(Counter(name="dropped", value=1))
    assert counted(store) == {"revision": 2}


def test_waiting_too_long_for_the_lock(any_settings: Settings) -> None:
    hasty = open_store(any_settings.model_copy(update={"store_busy_s": 0.2}))
    revision(hasty)
    with hasty.write() as session:
        next_revision(session)
        with pytest.raises(StoreBusy):
            revision(hasty)
    assert counted(hasty) == {"revision": 2}
    hasty.close()


def test_waiting_long_enough_for_the_lock(store: Store) -> None:
    holding = threading.Event()

    def hold() -> None:
        with store.write() as session:
            next_revision(session)
            holding.set()
            time.sleep(0.3)

    thread = threading.Thread(target=hold)
    thread.start()
    assert holding.wait(30)
    assert revision(store) == 2
    thread.join()


def test_full_disk(settings: Settings) -> None:
    """A limit of pages makes SQLite say what a full disk makes it say."""
    store = open_store(settings)

    def fill() -> None:
        with store.write() as session:
            session.execute(text("PRAGMA max_page_count = 120"))
            next_revision(session)
            session.execute(text("INSERT INTO blobs VALUES ('a', zeroblob(9000000), '2026-01-01')"))

    with pytest.raises(StoreFull):
        fill()
    assert counted(store) == {}
    store.close()


def test_read_only_database(settings: Settings) -> None:
    store = open_store(settings)
    with store.read() as session:
        session.execute(text("PRAGMA query_only = ON"))  # of the one connection in the pool
    with pytest.raises(StoreFull):
        revision(store)
    store.close()


@pytest.mark.postgres
def test_server_that_ends_in_the_midst(postgres_settings: Settings) -> None:
    """The connection is lost once; the next session works on a new one."""
    store = open_store(postgres_settings)

    def outlive() -> None:
        with store.write() as session:
            mine = session.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with store.write() as killer:
                killer.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})
            session.execute(text("SELECT 1"))

    with pytest.raises(StoreError, match="does not answer"):
        outlive()
    assert revision(store) == 1
    store.close()


def test_bytes_and_times_come_back(store: Store) -> None:
    body = os.urandom(5000)
    tokyo = datetime(2026, 1, 2, 9, 30, 15, 123456, tzinfo=timezone(timedelta(hours=9)))
    with store.write() as session:
        session.add(Blob(sha256="a", body=body, created_at=tokyo))
    with store.read() as session:
        blob = session.get_one(Blob, "a")
    assert (blob.body, blob.created_at, blob.created_at.tzinfo) == (body, tokyo, UTC)


def test_two_stores_on_one_file(settings: Settings) -> None:
    first, second = open_store(settings), open_store(settings)
    assert [revision(first), revision(second), revision(first)] == [1, 2, 3]
    first.close()
    second.close()
