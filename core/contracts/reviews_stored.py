"""Reviews in the store: append only, the newest for a subject counts."""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session
from ulid import ULID

from core.contracts.review import Decision, ReviewRecord
from core.store import Review


def history_of(session: Session, contract_id: str) -> list[ReviewRecord]:
    """All decisions about a contract, oldest first."""
    rows = session.scalars(select(Review).where(Review.contract_id == contract_id).order_by(Review.id))
    return [_record(row) for row in rows]


def newest_reviews(session: Session, contract_id: str) -> dict[str, ReviewRecord]:
    """The newest decision for each subject of a contract."""
    return {record.subject: record for record in history_of(session, contract_id)}


def add_review(session: Session, contract_id: str, record: ReviewRecord) -> None:
    """Append a decision."""
    session.add(
        Review(
            id=str(ULID()),
            contract_id=contract_id,
            subject=record.subject,
            decision=record.decision,
            value=record.value,
            machine_value=record.machine_value,
            note=record.note,
            reviewer=record.reviewer,
            created_at=record.created_at,
        )
    )
    session.flush()


def _record(row: Review) -> ReviewRecord:
    return ReviewRecord(
        subject=row.subject,
        decision=cast(Decision, row.decision),
        value=cast(dict[str, Any] | None, row.value),
        machine_value=cast(dict[str, Any] | None, row.machine_value),
        note=row.note,
        reviewer=row.reviewer,
        created_at=row.created_at,
    )
