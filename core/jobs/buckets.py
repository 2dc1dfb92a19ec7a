"""Rate limits: one token bucket for each endpoint, in the database, shared by all dispatchers."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from core.jobs.tables import LIMITS


def empty_buckets(session: Session, now: float) -> list[str]:
    """Endpoints whose next unit has to wait. Read without locks: `take` decides."""
    rows = session.execute(select(LIMITS)).all()
    return [row.endpoint for row in rows if _filled(row.tokens, row.capacity, row.refill_per_s, row.updated, now) < 1]


def take(session: Session, wanted: Collection[str], now: float) -> dict[str, int]:
    """Take tokens, as far as they go, for units of limited endpoints.

    Args:
        session: in the write transaction that leases the units.
        wanted: the endpoint of each unit that would start, with repetitions.
        now: by the database's clock.

    Returns:
        Units that may start, by endpoint; an endpoint without a limit is not in it.
    """
    if not wanted:
        return {}
    locked = select(LIMITS).where(LIMITS.c.endpoint.in_(set(wanted))).order_by(LIMITS.c.endpoint).with_for_update()
    granted: dict[str, int] = {}
    for row in session.execute(locked).all():
        tokens = _filled(row.tokens, row.capacity, row.refill_per_s, row.updated, now)
        count = sum(1 for endpoint in wanted if endpoint == row.endpoint)
        granted[row.endpoint] = min(count, int(tokens))
        session.execute(
            update(LIMITS)
            .where(LIMITS.c.endpoint == row.endpoint)
            .values(tokens=tokens - granted[row.endpoint], updated=now)
        )
    return granted


def _filled(tokens: float, capacity: float, refill_per_s: float, updated: float, now: float) -> float:
    # A clock that went back must not empty the bucket.
    return min(capacity, tokens + max(0.0, now - updated) * refill_per_s)
