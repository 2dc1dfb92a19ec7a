"""Proposed revisions of approved entries: what somebody would have an entry say, which is in force only once approved.

An approved entry is what contracts are held against. Its words change by approval and by nothing else, so whoever edits
it writes a proposal beside it. There is one proposal an entry; whoever edits on edits the proposal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from core.errors import Conflict, NotFound
from core.knowledge.entry import EntryDraft
from core.store import EntryProposal


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed of an entry.

    Attributes:
        entry_id: the approved entry.
        base_revision: its revision that was in force when this was written.
        version: counts the times that the proposal was written, from 1.
        draft: the whole content that is proposed.
        author: who wrote it last.
        author_id: that person in the store; None without a login.
        note: why.
        created_at: when it was written last.
    """

    entry_id: str
    base_revision: int
    version: int
    draft: EntryDraft
    author: str
    author_id: str | None
    note: str | None
    created_at: datetime


def waiting_proposals(session: Session) -> Mapping[str, Proposal]:
    """All proposals that wait for a decision, by their entries' ids."""
    return {row.entry_id: _proposal(row) for row in session.scalars(select(EntryProposal))}


def proposal_of(session: Session, entry_id: str) -> Proposal | None:
    """The proposal that waits for an entry."""
    row = session.get(EntryProposal, entry_id)
    return None if row is None else _proposal(row)


def write_proposal(
    session: Session,
    entry_id: str,
    draft: EntryDraft,
    *,
    base_revision: int,
    version: int,
    author: str,
    author_id: str | None,
    note: str | None,
) -> Proposal:
    """Write the proposal of an entry within a write transaction that holds the entry.

    Args:
        session: the transaction.
        entry_id: the entry.
        draft: the whole content.
        base_revision: the entry's revision in force.
        version: the proposal that the author saw, 0 where there was none.
        author: who writes.
        author_id: that person in the store.
        note: why.

    Raises:
        Conflict: somebody wrote or decided the proposal meanwhile.
    """
    row = session.get(EntryProposal, entry_id)
    _check_version(row, version)
    if row is None:
        row = EntryProposal(entry_id=entry_id)
        session.add(row)
    row.base_revision, row.version = base_revision, version + 1
    row.body = draft.model_dump(mode="json", by_alias=True)
    row.author, row.author_id, row.note, row.created_at = author, author_id, note, datetime.now(UTC)
    session.flush()
    return _proposal(row)


def waiting_proposal(session: Session, entry_id: str, version: int) -> Proposal:
    """The proposal of an entry that is to be decided about.

    Raises:
        NotFound: none waits.
        Conflict: somebody wrote it anew meanwhile.
    """
    row = session.get(EntryProposal, entry_id)
    if row is None:
        raise NotFound("no proposed revision waits for this entry", reference=entry_id)
    _check_version(row, version)
    return _proposal(row)


def take_proposal(session: Session, entry_id: str, version: int) -> Proposal:
    """Take the proposal of an entry away, to be approved or put aside, within a write transaction.

    Raises:
        NotFound, Conflict: as `waiting_proposal` says.
    """
    found = waiting_proposal(session, entry_id, version)
    session.execute(delete(EntryProposal).where(EntryProposal.entry_id == entry_id))
    return found


def _check_version(row: EntryProposal | None, version: int) -> None:
    newest = 0 if row is None else row.version
    if newest != version:
        words = "the proposed revision was decided or written anew meanwhile"
        raise Conflict(words, reason="proposal_changed", author="" if row is None else row.author, revision=newest)


def _proposal(row: EntryProposal) -> Proposal:
    return Proposal(
        row.entry_id,
        row.base_revision,
        row.version,
        EntryDraft.model_validate(row.body),
        row.author,
        row.author_id,
        row.note,
        row.created_at,
    )
