"""The dispatcher's side of the ledger: every change of a unit's state that running it brings about.

    from                event                                       to
    queued              leased: attempts + 1, new token             leased
    leased              completed: result in the same transaction   done
    leased              error, retryable and attempts left          queued, not before a jittered pause
    leased              error otherwise                             failed
    leased              its process died: crashes + 1               queued; at K crashes quarantined
    leased              engine or host gone                         queued, attempt not charged
    leased              lease ran out                               queued; quarantined when attempts are used up
    queued, leased      cancelled                                   cancelled
    quarantined         released by a person                        queued
    failed              tried again by a person                     queued

Each function works in a write transaction of the caller's, and each change of a running unit is bound to its token,
so that whoever lost a lease changes nothing: a unit may run twice, its result is written once.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, case, insert, null, or_, select, tuple_, update
from sqlalchemy.orm import Session
from ulid import ULID

from core.jobs.buckets import empty_buckets, take
from core.jobs.clock import database_now
from core.jobs.owner import is_dead
from core.jobs.tables import LEASED, QUEUED, RESULTS, UNITS, changed, unheld, unit_view
from core.jobs.views import Fault, State, UnitView

BACKOFF_BASE_S = 1.0
BACKOFF_MOST_S = 60.0
_LATEST = 1.2
"""How much later than asked a unit may come back."""


@dataclass(frozen=True)
class Lease:
    """A unit that is ours until its lease runs out."""

    unit: UnitView
    token: str


@dataclass(frozen=True)
class LeaseTerms:
    """Who leases which kinds, for how long, and how long a unit may run."""

    owner: str
    kinds: tuple[str, ...]
    lease_s: float
    deadline_s: float


def work_waits(session: Session, kinds: Collection[str], batch: str | None) -> bool:
    """Whether a unit could be leased now, rate limits aside. Needs no write transaction."""
    due = select(UNITS.c.id).where(*_due(kinds, batch), UNITS.c.not_before <= database_now(session)).limit(1)
    return session.scalar(due) is not None


def lease(session: Session, terms: LeaseTerms, room: int, batch: str | None) -> list[Lease]:
    """Lease up to `room` units, in the order of submission.

    Args:
        session: in a write transaction.
        terms: of this dispatcher.
        room: what the engine still takes.
        batch: only units of this batch; None for all.
    """
    now = database_now(session)
    due = [*_due(terms.kinds, batch), UNITS.c.not_before <= now]
    blocked = empty_buckets(session, now)
    if blocked:
        due.append(or_(UNITS.c.endpoint.is_(None), UNITS.c.endpoint.not_in(blocked)))
    first = select(UNITS).where(*due).order_by(UNITS.c.not_before, UNITS.c.id).limit(room)
    rows = session.execute(first.with_for_update(skip_locked=True)).all()
    granted = take(session, [row.endpoint for row in rows if row.endpoint is not None], now)
    leases: list[Lease] = []
    for row in rows:
        if row.endpoint in granted:
            if granted[row.endpoint] == 0:
                continue
            granted[row.endpoint] -= 1
        leases.append(Lease(unit_view(row), str(ULID())))
    if leases:
        session.execute(
            update(UNITS)
            .where(UNITS.c.id.in_([held.unit.id for held in leases]))
            .values(
                state="leased",
                attempts=UNITS.c.attempts + 1,
                token=case({held.unit.id: held.token for held in leases}, value=UNITS.c.id),
                owner=terms.owner,
                lease_until=now + terms.lease_s,
                deadline=now + terms.deadline_s,
                stage=null(),
                error=null(),
                updated_at=datetime.now(UTC),
            )
        )
    return leases


def _due(kinds: Collection[str], batch: str | None) -> list[ColumnElement[bool]]:
    due: list[ColumnElement[bool]] = [QUEUED, UNITS.c.kind.in_(kinds)]
    if batch is not None:
        due.append(UNITS.c.batch == batch)
    return due


def still_held(session: Session, held: Collection[tuple[str, str]]) -> dict[str, UnitView]:
    """Units, by id, whose attempt (id and token) is still the valid one; locked until the transaction ends."""
    tokens = dict(held)
    mine = select(UNITS).where(UNITS.c.id.in_(tokens), LEASED).order_by(UNITS.c.id)
    rows = session.execute(mine.with_for_update()).all()
    return {row.id: unit_view(row) for row in rows if row.token == tokens[row.id]}


def complete(session: Session, results: dict[str, dict[str, Any]]) -> None:
    """Record results (by unit id) of units that `still_held` returned in this transaction."""
    if not results:
        return
    _move(session, list(results), "done", error=null())
    session.execute(insert(RESULTS), [{"unit_id": unit_id, "body": body} for unit_id, body in results.items()])


def fail(session: Session, unit: UnitView, fault: Fault, *, retryable: bool, wait_s: float | None = None) -> None:
    """Record that a held unit's function raised: queued again after a pause, or failed.

    Args:
        session: in a write transaction.
        unit: from `still_held`.
        fault: why.
        retryable: whether another attempt may help.
        wait_s: the least pause that the raiser asked for.
    """
    if not retryable or unit.attempts >= unit.max_attempts:
        _move(session, [unit.id], "failed", error=fault.as_json())
        return
    now = database_now(session)
    backoff = min(BACKOFF_MOST_S, BACKOFF_BASE_S * 2 ** (unit.attempts - 1))
    # Jitter upwards only where a wait was asked for: coming back early would be refused again.
    pause = max(wait_s * random.uniform(1.0, _LATEST), backoff) if wait_s else backoff * random.uniform(0.5, 1.0)
    _move(session, [unit.id], "queued", error=fault.as_json(), not_before=now + pause)
    if wait_s and unit.endpoint is not None:
        _hold_back(session, unit.endpoint, fault, now + wait_s)


def _hold_back(session: Session, endpoint: str, fault: Fault, until: float) -> None:
    """Let no other unit ask an endpoint that has said when it wants to be asked again."""
    others = (QUEUED, UNITS.c.endpoint == endpoint, UNITS.c.not_before < until)
    session.execute(update(UNITS).where(*others).values(not_before=until, error=fault.as_json()))


def crash(session: Session, unit: UnitView, fault: Fault, max_crashes: int) -> None:
    """Record that a held unit's process died: queued again, or quarantined when it did so too often."""
    crashes = unit.crashes + 1
    state: State = "quarantined" if crashes >= max_crashes else "queued"
    _move(session, [unit.id], state, error=fault.as_json(), crashes=crashes)


def give_back(session: Session, held: Collection[tuple[str, str]]) -> int:
    """Queue units again whose engine or host is gone; the attempt is not charged."""
    if not held:
        return 0
    mine = tuple_(UNITS.c.id, UNITS.c.token).in_(list(held))
    return _requeue_uncharged(session, mine)


def extend(session: Session, held: Collection[tuple[str, str]], lease_s: float) -> set[str]:
    """Extend the leases of all attempts (id and token) in one statement.

    Returns:
        Tokens that are still valid; the others were cancelled or lost.
    """
    if not held:
        return set()
    longer = (
        update(UNITS)
        .where(LEASED, UNITS.c.token.in_([token for _, token in held]))
        .values(lease_until=database_now(session) + lease_s)
        .returning(UNITS.c.token)
    )
    return {str(token) for token in session.scalars(longer)}


def valid_tokens(session: Session, held: Collection[tuple[str, str]]) -> set[str]:
    """Tokens of attempts that are still valid. Needs no write transaction."""
    if not held:
        return set()
    mine = select(UNITS.c.token).where(LEASED, UNITS.c.id.in_([unit_id for unit_id, _ in held]))
    return {str(token) for token in session.scalars(mine)} & {token for _, token in held}


def report_stages(session: Session, stages: dict[tuple[str, str], str]) -> None:
    """Store how far running attempts (id and token) are."""
    for (unit_id, token), stage in stages.items():
        held = (UNITS.c.id == unit_id, UNITS.c.token == token, LEASED)
        session.execute(update(UNITS).where(*held).values(stage=stage[:40], updated_at=datetime.now(UTC)))


def reap(session: Session, lease_s: float) -> int:
    """Take back leases that ran out and leases of dead processes of this host, and mend a clock that went back.

    Returns:
        Units that are free again.
    """
    now = database_now(session)
    gone = [
        owner for owner in session.scalars(select(UNITS.c.owner).where(LEASED).distinct()) if owner and is_dead(owner)
    ]
    freed = _requeue_uncharged(session, UNITS.c.owner.in_(gone)) if gone else 0
    late = (LEASED, UNITS.c.lease_until < now)
    fault = Fault("unit_lost", "Its lease ran out: nobody reported on it", {}).as_json()
    freed += changed(
        session,
        update(UNITS)
        .where(*late, UNITS.c.attempts >= UNITS.c.max_attempts)
        .values(state="quarantined", error=fault, **unheld()),
    )
    freed += changed(session, update(UNITS).where(*late).values(state="queued", error=fault, **unheld()))
    # No honest time lies further ahead than these: after a clock went back nobody would wait for them in vain.
    session.execute(
        update(UNITS).where(LEASED, UNITS.c.lease_until > now + 2 * lease_s).values(lease_until=now + lease_s)
    )
    far = session.execute(
        select(UNITS.c.id, UNITS.c.not_before, UNITS.c.error).where(
            QUEUED, UNITS.c.not_before > now + 2 * BACKOFF_MOST_S
        )
    )
    wrong = [row.id for row in far if row.not_before > now + _LATEST * _requested_wait_s(row.error)]
    session.execute(update(UNITS).where(UNITS.c.id.in_(wrong)).values(not_before=0.0))
    return freed


def _requested_wait_s(error: dict[str, Any] | None) -> float:
    """The wait that a unit's last fault asked for; zero for none."""
    wait_s = None if error is None else error["facts"].get("wait_s")
    return float(wait_s) if isinstance(wait_s, int | float) else 0.0


def _requeue_uncharged(session: Session, which: ColumnElement[bool]) -> int:
    back = update(UNITS).where(LEASED, which)
    return changed(session, back.values(state="queued", attempts=UNITS.c.attempts - 1, **unheld()))


def _move(session: Session, ids: Sequence[str], state: State, **values: Any) -> None:
    session.execute(update(UNITS).where(UNITS.c.id.in_(ids)).values(state=state, **values, **unheld()))
