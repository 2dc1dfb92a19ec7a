"""The ledger's tables as plain SQL tables, and the way from a row to what is shown of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import CursorResult, Row, Table, Update, literal_column, null
from sqlalchemy.orm import Session

from core.jobs.views import Fault, UnitView
from core.store import Batch, Blob, RateLimit, ResultRow, Unit

BATCHES = cast(Table, Batch.__table__)
BLOBS = cast(Table, Blob.__table__)
LIMITS = cast(Table, RateLimit.__table__)
RESULTS = cast(Table, ResultRow.__table__)
UNITS = cast(Table, Unit.__table__)
# Written out, not bound: a partial index serves only conditions that the planner can read.
QUEUED = UNITS.c.state == literal_column("'queued'")
LEASED = UNITS.c.state == literal_column("'leased'")
TROUBLED = UNITS.c.state.in_([literal_column("'failed'"), literal_column("'quarantined'")])


def changed(session: Session, statement: Update) -> int:
    """How many rows a change touched."""
    return cast("CursorResult[Any]", session.execute(statement)).rowcount


def unheld() -> dict[str, Any]:
    """Values of a unit that nobody runs, and the time of this change."""
    return {
        "lease_until": null(),
        "owner": null(),
        "token": null(),
        "deadline": null(),
        "stage": null(),
        "updated_at": datetime.now(UTC),
    }


def unit_view(row: Row[Any], result: dict[str, Any] | None = None) -> UnitView:
    """A row of `units` as people see it."""
    return UnitView(
        id=row.id,
        batch=row.batch,
        kind=row.kind,
        label=row.label,
        state=row.state,
        stage=row.stage,
        attempts=row.attempts,
        max_attempts=row.max_attempts,
        crashes=row.crashes,
        error=None if row.error is None else Fault.from_json(row.error),
        result=result,
        payload=row.payload,
        blob_sha256=row.blob_sha256,
        endpoint=row.endpoint,
        updated_at=row.updated_at,
    )
