"""The ledger as people see it: submit a batch, watch it, cancel, release and retry. Any page or process may.

The table is the queue and the only truth; `core.jobs.leases` is the dispatcher's side of the same table.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, delete, exists, func, insert, null, select, text, union_all, update
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import BadArguments, NotFound
from core.jobs.news import announce
from core.jobs.registry import function_of
from core.jobs.tables import BATCHES, LEASED, LIMITS, QUEUED, RESULTS, TROUBLED, UNITS, changed, unheld, unit_view
from core.jobs.views import STATES, NewUnit, Progress, State, UnitView
from core.matters import hidden_batches, hidden_units
from core.settings import Settings
from core.store import Store

MAX_ATTEMPTS = 3
_CHUNK = 2_000

_BY_CONCERN: tuple[tuple[State, bool], ...] = (
    ("quarantined", False),
    ("failed", False),
    ("leased", False),
    ("done", True),
    ("queued", False),
    ("cancelled", False),
)
"""What a person looks for first in a large batch, and whether the newest come first."""

_signals: WeakKeyDictionary[Store, threading.Event] = WeakKeyDictionary()
_signals_lock = threading.Lock()


class Ledger:
    """Jobs of one store.

    Attributes:
        submitted: set when work may be waiting, so that a dispatcher in this process need not wait for its turn;
            the same for all ledgers of one store object.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        with _signals_lock:
            self.submitted = _signals.setdefault(store, threading.Event())

    def submit(self, kind: str, title: str, units: Iterable[NewUnit], *, created_by: str) -> str:
        """Put a batch in the queue.

        Args:
            kind: a registered kind.
            title: what a person calls the job.
            units: units with the same `idem` count once.
            created_by: who asked for it.

        Returns:
            The batch's id.

        Raises:
            BadArguments: no function is registered for the kind.
            StoreError: nothing was queued.
        """
        with self.store.write() as session:
            batch_id = self.submit_within(session, kind, title, units, created_by=created_by)
        self.submitted.set()
        return batch_id

    def submit_within(
        self, session: Session, kind: str, title: str, units: Iterable[NewUnit], *, created_by: str
    ) -> str:
        """Like `submit`, in a write transaction of the caller's; call `submitted.set()` after its commit."""
        function_of(kind)
        batch_id, now = str(ULID()), datetime.now(UTC)
        session.execute(
            insert(BATCHES).values(
                id=batch_id, kind=kind, title=_clean(title), created_by=_clean(created_by)[:120], created_at=now
            )
        )
        self.extend_within(session, batch_id, kind, units)
        return batch_id

    def extend_within(self, session: Session, batch_id: str, kind: str, units: Iterable[NewUnit]) -> None:
        """Put more units of its kind into a batch, in a write transaction of the caller's.

        For jobs whose next unit depends on the last one's result: what `on_result` names may call it, and the job goes
        on in the same transaction in which the last unit ended.
        """
        function, now = function_of(kind), datetime.now(UTC)
        seen: set[str] = set()
        rows: list[dict[str, Any]] = []
        for unit in units:
            key = hashlib.sha256(f"{kind}\n{function.version}\n{unit.idem}".encode()).hexdigest()
            if key in seen:
                continue
            seen.add(key)
            rows.append(
                {
                    "id": str(ULID()),
                    "batch": batch_id,
                    "idem": key,
                    "kind": kind,
                    "label": _clean(unit.label),
                    "payload": unit.payload,
                    "blob_sha256": unit.blob_sha256,
                    "contract_id": unit.payload.get("contract_id"),
                    "matter_id": unit.payload.get("matter"),
                    "endpoint": unit.endpoint,
                    "state": "queued",
                    "attempts": 0,
                    "crashes": 0,
                    "max_attempts": MAX_ATTEMPTS,
                    "not_before": 0.0,
                    "cancel": False,
                    "updated_at": now,
                }
            )
            if len(rows) == _CHUNK:
                session.execute(insert(UNITS), rows)
                rows = []
        if rows:
            session.execute(insert(UNITS), rows)
        if seen:
            announce(session)
        if len(seen) > _CHUNK and self.store.dialect == "postgresql":
            # Until its statistics catch up the planner sorts the whole queue for each lease.
            session.execute(text("ANALYZE units"))

    def progress(self, batch_id: str) -> Progress:
        """How far a batch is.

        Raises:
            NotFound: no such batch.
        """
        found = self._progress([batch_id])
        if not found:
            raise NotFound(f"No job {batch_id}", kind="job", id=batch_id)
        return found[0]

    def recent(self, limit: int = 20, *, unfinished: bool = False) -> list[Progress]:
        """The newest batches first.

        Args:
            limit: at most so many.
            unfinished: only those with units queued or running.
        """
        chosen = select(BATCHES.c.id).order_by(BATCHES.c.id.desc()).limit(limit)
        hidden = hidden_batches()
        if hidden is not None:
            chosen = chosen.where(~hidden)
        if unfinished:
            # Batch by batch, newest first: the queue itself may hold a million units.
            own = UNITS.c.batch == BATCHES.c.id
            chosen = chosen.where(exists().where(own, QUEUED) | exists().where(own, LEASED))
        with self.store.read() as session:
            ids = list(session.scalars(chosen))
        return self._progress(ids)

    def _progress(self, ids: Sequence[str]) -> list[Progress]:
        chosen = select(BATCHES).where(BATCHES.c.id.in_(ids)).order_by(BATCHES.c.id.desc())
        hidden = hidden_batches()
        if hidden is not None:
            chosen = chosen.where(~hidden)
        with self.store.read() as session:
            batches = session.execute(chosen).all()
            counted = session.execute(
                select(UNITS.c.batch, UNITS.c.state, func.count())
                .where(UNITS.c.batch.in_(ids))
                .group_by(UNITS.c.batch, UNITS.c.state)
            ).all()
        progress = []
        for batch in batches:
            own = [row for row in counted if row[0] == batch.id]
            counts: dict[State, int] = dict.fromkeys(STATES, 0)
            counts.update({row[1]: row[2] for row in own})
            progress.append(
                Progress(
                    batch_id=batch.id,
                    kind=batch.kind,
                    title=batch.title,
                    created_by=batch.created_by,
                    started_at=batch.created_at,
                    total=sum(counts.values()),
                    counts=counts,
                )
            )
        return progress

    def units(self, batch_id: str, *, states: Sequence[State] = STATES, limit: int | None = None) -> list[UnitView]:
        """Units of a batch in the order of submission, with their results.

        Args:
            batch_id: of the batch.
            states: only units in these.
            limit: at most so many.
        """
        return self._of_batch(batch_id, states, limit=limit)

    def listed(self, progress: Progress, limit: int) -> list[UnitView]:
        """What is shown of a batch: all of a small one in the order of submission; of a larger one what waits for a
        person, what runs, what ended last and what comes next, in this order.

        Args:
            progress: of the batch.
            limit: at most so many; a batch of no more is a small one.
        """
        if progress.total <= limit:
            return self.units(progress.batch_id)
        chosen: list[UnitView] = []
        for state, newest in _BY_CONCERN:
            room = limit - len(chosen)
            if room and progress.counts[state]:
                chosen += self._of_batch(progress.batch_id, (state,), limit=room, newest=newest)
        return chosen

    def stuck(self, batch_id: str, *, limit: int | None = None) -> list[UnitView]:
        """Units of a batch that wait for a person, in the order of submission; `limit` of them at most."""
        return self.units(batch_id, states=("failed", "quarantined"), limit=limit)

    def held_back(self, batch_id: str) -> UnitView | None:
        """A unit of a batch that is tried again by itself since it or its endpoint failed; None without one."""
        waiting = self._units(UNITS.c.batch == batch_id, QUEUED, UNITS.c.error.is_not(null()), limit=1)
        return waiting[0] if waiting else None

    def done_as(self, batch_id: str, state: str, limit: int) -> list[UnitView]:
        """Units of a batch whose result says `state`, in the order of submission.

        Args:
            batch_id: of the batch.
            state: of the result, such as `duplicate`.
            limit: at most so many.
        """
        own = (UNITS.c.batch == batch_id, UNITS.c.state == "done")
        return self._units(*own, RESULTS.c.body["state"].as_string() == state, limit=limit)

    def unit(self, unit_id: str) -> UnitView:
        """One unit.

        Raises:
            NotFound: no such unit.
        """
        found = self._units(UNITS.c.id == unit_id)
        if not found:
            raise NotFound(f"No unit {unit_id}", kind="unit", id=unit_id)
        return found[0]

    def quarantined(self, limit: int = 100) -> list[UnitView]:
        """Units of all batches that wait for a person, newest first."""
        return self._units(TROUBLED, UNITS.c.state == "quarantined", limit=limit, newest=True)

    def failures(self, kind: str, limit: int = 100) -> list[UnitView]:
        """Units of a kind that failed or wait for a person and that nobody has put away, newest first."""
        return self._units(UNITS.c.kind == kind, TROUBLED, UNITS.c.dismissed.is_(False), limit=limit, newest=True)

    def dismiss(self, unit_ids: Sequence[str]) -> None:
        """Put failures away: `failures` gives them no more, unless they are tried again and fail again.

        Raises:
            NotAllowed: whoever acts may not.
        """
        with self.store.write() as session:
            authorized("job.manage", None, session)
            session.execute(update(UNITS).where(UNITS.c.id.in_(unit_ids), *_seen()).values(dismissed=True))

    def _of_batch(
        self, batch_id: str, states: Sequence[State], *, limit: int | None, newest: bool = False
    ) -> list[UnitView]:
        if limit is None:
            return self._units(UNITS.c.batch == batch_id, UNITS.c.state.in_(states), newest=newest)
        # The first of each state stand next to each other in an index; of several at once the planner sorts the job,
        # or walks through all units from the oldest on.
        order = UNITS.c.id.desc() if newest else UNITS.c.id
        first = [
            select(UNITS.c.id)
            .where(UNITS.c.batch == batch_id, UNITS.c.state == state, *_seen())
            .order_by(order)
            .limit(limit)
            .subquery()
            for state in states
        ]
        ids = union_all(*(select(each.c.id) for each in first))
        return self._units(UNITS.c.id.in_(ids), limit=limit, newest=newest)

    def _units(self, *where: ColumnElement[bool], limit: int | None = None, newest: bool = False) -> list[UnitView]:
        query = (
            select(UNITS, RESULTS.c.body)
            .outerjoin(RESULTS, RESULTS.c.unit_id == UNITS.c.id)
            .where(*where)
            .order_by(UNITS.c.id.desc() if newest else UNITS.c.id)
            .limit(limit)
        )
        query = query.where(*_seen())
        with self.store.read() as session:
            return [unit_view(row, row.body) for row in session.execute(query)]

    def active(self) -> bool:
        """Whether anything is queued or running."""
        with self.store.read() as session:
            waiting = select(UNITS.c.id).where(QUEUED).limit(1)
            running = select(UNITS.c.id).where(LEASED).limit(1)
            return session.scalar(waiting) is not None or session.scalar(running) is not None

    def cancel(self, batch_id: str) -> int:
        """Cancel what is queued or running of a batch; a running unit's late result is refused.

        Returns:
            How many units were cancelled.

        Raises:
            NotAllowed: whoever acts may not.
        """
        return self._cancel(UNITS.c.batch == batch_id, Resource("job", batch_id))

    def cancel_unit(self, unit_id: str) -> bool:
        """Cancel one unit. False when it was neither queued nor running."""
        return self._cancel(UNITS.c.id == unit_id, Resource("unit", unit_id)) == 1

    def _cancel(self, which: ColumnElement[bool], resource: Resource) -> int:
        ended = update(UNITS).where(which, UNITS.c.state.in_(("queued", "leased")), *_seen())
        with self.store.write() as session:
            actor = authorized("job.manage", resource, session)
            cancelled = changed(session, ended.values(state="cancelled", cancel=True, **unheld()))
            if cancelled:
                record(session, actor, "job.cancel", resource, count=cancelled)
            return cancelled

    def release(self, unit_id: str) -> bool:
        """Put a quarantined unit back in the queue with a clean record. False when it was not quarantined."""
        return self._again(unit_id, "quarantined")

    def retry(self, unit_id: str) -> bool:
        """Put a failed unit back in the queue with a clean record. False when it had not failed."""
        return self._again(unit_id, "failed")

    def again_within(self, session: Session, batch_id: str) -> int:
        """Queue again whatever of a batch ended without a result, in a write transaction of the caller's.

        Returns:
            How many units were queued.
        """
        ended = UNITS.c.state.in_(("failed", "quarantined", "cancelled"))
        announce(session)
        return changed(session, update(UNITS).where(UNITS.c.batch == batch_id, ended).values(**_fresh()))

    def _again(self, unit_id: str, state: State) -> bool:
        fresh = update(UNITS).where(UNITS.c.id == unit_id, UNITS.c.state == state, *_seen())
        resource = Resource("unit", unit_id)
        with self.store.write() as session:
            actor = authorized("job.manage", resource, session)
            moved = changed(session, fresh.values(**_fresh()))
            if moved:
                record(session, actor, "job.again", resource, before=state)
            announce(session)
        self.submitted.set()
        return moved == 1

    def limit_all(self, endpoints: Collection[str]) -> None:
        """Let units of these endpoints start as often as the settings say; all other limits end."""
        per_minute = self.settings.endpoint_units_per_minute
        limited = set() if per_minute is None else set(endpoints)
        with self.store.write() as session:
            session.execute(delete(LIMITS).where(LIMITS.c.endpoint.not_in(limited)))
        for endpoint in sorted(limited):
            self.limit(endpoint, per_second=(per_minute or 0.0) / 60, burst=max(1.0, (per_minute or 0.0) / 60))

    def limit(self, endpoint: str, *, per_second: float, burst: float = 1.0) -> None:
        """Let units of an endpoint start at most so often, counted over all dispatchers.

        Args:
            endpoint: as in `NewUnit.endpoint`.
            per_second: units a second in the long run.
            burst: units at once after a pause; at least 1.

        Raises:
            BadArguments: a rate that would never let a unit start.
        """
        if per_second <= 0 or burst < 1:
            raise BadArguments(f"A rate limit needs a rate above 0 and a burst of at least 1: {per_second}, {burst}")
        with self.store.write() as session:
            known = update(LIMITS).where(LIMITS.c.endpoint == endpoint)
            if not changed(session, known.values(capacity=burst, refill_per_s=per_second)):
                session.execute(
                    insert(LIMITS).values(
                        endpoint=endpoint, tokens=burst, capacity=burst, refill_per_s=per_second, updated=0.0
                    )
                )


def _seen() -> tuple[ColumnElement[bool], ...]:
    """Condition of the units that whoever acts may see."""
    hidden = hidden_units()
    return () if hidden is None else (~hidden,)


def _fresh() -> dict[str, Any]:
    """Values of a unit that is queued with a clean record."""
    record = {"attempts": 0, "crashes": 0, "not_before": 0.0, "cancel": False, "error": null(), "dismissed": False}
    return {"state": "queued", **record, **unheld()}


def _clean(words: str) -> str:
    """Text that every database takes: file names may hold bytes that are no UTF-8, and NUL ends a string."""
    return words.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
