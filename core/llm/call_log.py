"""Cache and call records in the store."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import delete
from sqlalchemy.dialects import postgresql, sqlite
from ulid import ULID

from core.llm.calls import CallRecord
from core.llm.client import Endpoint
from core.llm.roles import endpoint
from core.settings import Role, Settings
from core.store import CachedAnswer, LlmCall, Store


class StoredCache:
    """Answers by the content of their request, in `llm_cache`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, key: str) -> str | None:
        """The body, None when there is none."""
        with self._store.read() as session:
            row = session.get(CachedAnswer, key)
            return None if row is None else row.body

    def put(self, key: str, body: str) -> None:
        """Keep a body; one that is there already stays."""
        row = {"key": key, "body": body, "created_at": datetime.now(UTC)}
        insert = postgresql.insert if self._store.dialect == "postgresql" else sqlite.insert
        with self._store.write() as session:
            session.execute(insert(CachedAnswer).values(row).on_conflict_do_nothing())

    def drop(self, key: str) -> None:
        """Forget a body, if it is there."""
        with self._store.write() as session:
            session.execute(delete(CachedAnswer).where(CachedAnswer.key == key))


class StoredCalls:
    """Every call of an endpoint, in `llm_calls`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def record(self, call: CallRecord) -> None:
        """Keep one record."""
        with self._store.write() as session:
            session.add(
                LlmCall(
                    id=str(ULID()),
                    role=call.role,
                    model=call.model[:120],
                    prompt_version=call.prompt_version,
                    session_id=call.session_id,
                    request_id=None if call.request_id is None else call.request_id[:120],
                    outcome=call.outcome,
                    attempts=call.attempts,
                    cached=call.cached,
                    input_tokens=call.usage.input_tokens,
                    output_tokens=call.usage.output_tokens,
                    cost=call.usage.cost,
                    latency_ms=call.latency_ms,
                    created_at=call.at,
                )
            )


def stored_endpoint(
    role: Role, settings: Settings, store: Store, *, sleep: Callable[[float], None] = time.sleep
) -> Endpoint | None:
    """The endpoint of a role whose answers and calls are kept in the store; None for the built-in engine.

    Raises:
        ConfigError: the address is no web address.
    """
    return endpoint(role, settings, cache=StoredCache(store), calls=StoredCalls(store), sleep=sleep)
