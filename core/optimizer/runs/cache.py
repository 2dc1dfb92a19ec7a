"""The content-addressed cache of answers and verdicts, in the store."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

from core.store import OptimizerCached, Store


class MatchCache:
    """Bodies by key. The first that is put stays."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str) -> Mapping[str, Any] | None:
        """The body, None when there is none."""
        with self._store.read() as session:
            row = session.get(OptimizerCached, key)
            return None if row is None else row.body

    def put(self, key: str, kind: str, body: Mapping[str, Any]) -> None:
        """Keep a body."""
        row = {"key": key, "kind": kind, "body": dict(body), "created_at": datetime.now(UTC)}
        insert = postgresql.insert if self._store.dialect == "postgresql" else sqlite.insert
        with self._store.write() as session:
            session.execute(insert(OptimizerCached).values(row).on_conflict_do_nothing())
