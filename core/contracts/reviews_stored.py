"""Reviews in the store: append only. `core.contracts.effective_reviews` says which of them count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session
from ulid import ULID

from core.contracts.desk.review_values import ReviewValue, value_from_json, value_to_json
from core.contracts.effective_reviews import EffectiveReviews, effective_reviews
from core.contracts.review import Decision, ReviewRecord, apply_reviews
from core.contracts.row import summarise
from core.contracts.stored_document import document_from
from core.matters import needs_two_approvers
from core.record import from_json
from core.store import Contract, DocumentRow, Review


def history_of(session: Session, contract_id: str) -> list[ReviewRecord]:
    """All decisions about a contract, oldest first."""
    rows = session.scalars(select(Review).where(Review.contract_id == contract_id).order_by(Review.id))
    return [_record(row) for row in rows]


def reviews_in_effect(session: Session, contract_id: str) -> EffectiveReviews:
    """Which decisions about a contract count, and which wait for a second person."""
    return effective_reviews(history_of(session, contract_id), two=needs_two_approvers(session, contract_id))


def summarise_again(session: Session, contract: Contract) -> None:
    """Make the summary of a contract anew of what counts now, in a write transaction; lists and graph follow."""
    document = document_from(session.get_one(DocumentRow, contract.sha256), boxes=None)
    machine, effective = from_json(contract.extraction), reviews_in_effect(session, contract.contract_id)
    shown = apply_reviews(machine, effective.counting)
    contract.summary = summarise(document, machine, shown, effective.counting, waiting=effective.waiting)


def add_review(session: Session, contract_id: str, record: ReviewRecord) -> None:
    """Append a decision."""
    session.add(
        Review(
            id=str(ULID()),
            contract_id=contract_id,
            subject=record.subject,
            decision=record.decision,
            value=_to_json(record.value),
            machine_value=_to_json(record.machine_value),
            note=record.note,
            reviewer=record.reviewer,
            reviewer_id=record.reviewer_id,
            created_at=record.created_at,
        )
    )
    session.flush()


def _record(row: Review) -> ReviewRecord:
    return ReviewRecord(
        subject=row.subject,
        decision=cast(Decision, row.decision),
        value=_from_json(row.subject, row.value),
        machine_value=_from_json(row.subject, row.machine_value),
        note=row.note,
        reviewer=row.reviewer,
        created_at=row.created_at,
        reviewer_id=row.reviewer_id,
    )


def _to_json(value: ReviewValue | None) -> dict[str, object] | None:
    return None if value is None else {**value_to_json(value)}


def _from_json(subject: str, stored: Mapping[str, object] | None) -> ReviewValue | None:
    return None if stored is None else value_from_json(subject, stored)
