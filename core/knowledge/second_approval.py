"""Approvals of entries that need two people: the first is kept until another person approves the very same words.

An entry belongs to a matter when its rules are to hold for it. The entry itself stays visible to the whole house; only
how it is approved follows the matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from core.access import Actor, Resource, record
from core.errors import NotAllowed
from core.store import EntryApproval, EntryRow, MatterRow


@dataclass(frozen=True, slots=True)
class FirstApproval:
    """That one of two people has approved an entry or its proposed revision as it stands."""

    user_id: str
    name: str
    approved_at: datetime


def entry_needs_two(session: Session, entry_id: str) -> bool:
    """Whether an entry's matter asks for two approvers."""
    query = (
        select(MatterRow.two_approvers)
        .join(EntryRow, EntryRow.matter_id == MatterRow.id)
        .where(EntryRow.id == entry_id)
    )
    return bool(session.scalar(query))


def first_approval(session: Session, entry_id: str, revision: int, proposal: int = 0) -> FirstApproval | None:
    """Who has approved what an entry says in a revision, or a version of its proposal, as one of two."""
    row = session.scalar(
        select(EntryApproval).where(
            EntryApproval.entry_id == entry_id,
            EntryApproval.revision == revision,
            EntryApproval.proposal == proposal,
        )
    )
    return None if row is None else FirstApproval(row.user_id, row.name, row.created_at)


def approved_by_two(session: Session, actor: Actor, entry_id: str, revision: int, proposal: int = 0) -> bool:
    """Whether with this approval an entry has as many as it needs; if not, it is kept as the first.

    Args:
        session: the write transaction.
        actor: who approves, and may.
        entry_id: the entry.
        revision: what it says now.
        proposal: the version of its proposed revision, 0 for the entry itself.

    Raises:
        NotAllowed: they approved it before, or cannot be told from another person.
    """
    if not entry_needs_two(session, entry_id):
        return True
    if actor.user_id is None:
        raise NotAllowed("two approvers are told apart by their login", reason="second_approver")
    first = first_approval(session, entry_id, revision, proposal)
    if first is not None:
        if first.user_id == actor.user_id:
            raise NotAllowed("a second approver is somebody else", reason="second_person")
        session.execute(delete(EntryApproval).where(EntryApproval.entry_id == entry_id))
        return True
    session.execute(delete(EntryApproval).where(EntryApproval.entry_id == entry_id))
    session.add(
        EntryApproval(
            entry_id=entry_id,
            revision=revision,
            proposal=proposal,
            user_id=actor.user_id,
            name=actor.name[:120],
            created_at=datetime.now(UTC),
        )
    )
    session.flush()
    record(session, actor, "knowledge.approve", Resource("entry", entry_id), revision=revision, after="one_of_two")
    return False
