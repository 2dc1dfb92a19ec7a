"""Tokens, cost and latency of model calls by day."""

from __future__ import annotations

import statistics
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select

from core.store import LlmCall, Store

_GOOD = frozenset({"ok", "closed"})


@dataclass(frozen=True, slots=True)
class DayCost:
    """One day of one model in one role. Latencies are of calls that went out, in milliseconds; None where none did."""

    day: date
    role: str
    model: str
    calls: int
    from_cache: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: float
    median_ms: float | None
    p95_ms: float | None


def days(store: Store, zone: ZoneInfo, *, since: datetime | None = None) -> list[DayCost]:
    """Sums by day in the reader's time zone, role and model, by day.

    Args:
        store: the product's database.
        zone: whose midnight parts the days.
        since: a time in UTC; None for all.
    """
    query = select(LlmCall).order_by(LlmCall.created_at)
    if since is not None:
        query = query.where(LlmCall.created_at >= since)
    grouped: dict[tuple[date, str, str], list[LlmCall]] = defaultdict(list)
    with store.read() as session:
        for call in session.scalars(query):
            grouped[call.created_at.astimezone(zone).date(), call.role, call.model].append(call)
        return [_day(*key, calls) for key, calls in sorted(grouped.items())]


def _day(day: date, role: str, model: str, calls: list[LlmCall]) -> DayCost:
    latencies = sorted(call.latency_ms for call in calls if not call.cached)
    return DayCost(
        day=day,
        role=role,
        model=model,
        calls=len(calls),
        from_cache=sum(call.cached for call in calls),
        failed=sum(call.outcome not in _GOOD for call in calls),
        input_tokens=sum(call.input_tokens for call in calls),
        output_tokens=sum(call.output_tokens for call in calls),
        cost=sum(call.cost for call in calls),
        median_ms=statistics.median(latencies) if latencies else None,
        p95_ms=percentile(latencies, 0.95),
    )


def percentile(ordered: list[float], share: float) -> float | None:
    """The value at a share of an ascending list (nearest rank); None of an empty one."""
    if not ordered:
        return None
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]
