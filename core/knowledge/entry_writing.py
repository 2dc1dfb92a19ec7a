"""Entries written within a transaction: added, revised, proposed; who may and what an approved one needs."""

from __future__ import annotations

from datetime import UTC, datetime

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.access import Resource, authorize, authorized, current_actor, record
from core.errors import BadArguments, NotAllowed
from core.knowledge.entry import Entry, EntryDraft, missing_fields
from core.knowledge.proposed_revisions import take_proposal, write_proposal
from core.knowledge.search import index_entry
from core.knowledge.second_approval import entry_needs_two
from core.knowledge.stored import StoredEntry, stored_entry
from core.store import EntryRevision, EntryRow, advance_counter

_CHANGE, _NUMBER = "knowledge", "entry"


def add_entry(session: Session, entry: Entry, *, note: str | None, by: str | None = None) -> StoredEntry:
    """Put a new entry into the store within a write transaction; `by` brought it where its author did not."""
    row = EntryRow(
        id=entry.id,
        number=advance_counter(session, _NUMBER),
        status=entry.status,
        revision=entry.revision,
        body=entry.to_document(),
        change=advance_counter(session, _CHANGE),
        created_at=entry.created_at,
        updated_at=entry.updated_at,
    )
    session.add(row)
    session.flush()
    _keep(session, entry, note, by)
    return stored_entry(row)


def save_revision(
    session: Session, row: EntryRow, entry: Entry, *, note: str | None, by: str | None = None, by_two: bool = False
) -> StoredEntry:
    """Make an entry the next revision of a row that this write transaction holds.

    Args:
        session: the transaction.
        row: the entry's.
        entry: what it is to be.
        note: why.
        by: who saves it, where its author did not.
        by_two: whether as many as its matter asks for have approved it.

    Raises:
        NotAllowed: whoever acts may not, or it would be approved without a second approver.
    """
    if entry.status == "approved" and not by_two and entry_needs_two(session, row.id):
        raise NotAllowed("the entry's matter asks for two approvers", reason="second_approver")
    row.status, row.revision, row.body = entry.status, entry.revision, entry.to_document()
    row.updated_at, row.change = entry.updated_at, advance_counter(session, _CHANGE)
    _keep(session, entry, note, by)
    return stored_entry(row)


def _keep(session: Session, entry: Entry, note: str | None, by: str | None = None) -> None:
    resource = Resource("entry", entry.id)
    actor = authorized("knowledge.propose", resource, session)
    if entry.status == "approved":
        authorize(actor, "knowledge.approve", resource, session)
        if entry.revision == 1 and not actor.is_trusted:
            raise NotAllowed("an entry is approved by another person than its author", reason="proposer")
    session.add(
        EntryRevision(
            entry_id=entry.id,
            revision=entry.revision,
            status=entry.status,
            body=entry.to_document(),
            author=by or entry.author,
            author_id=actor.user_id,
            note=note,
            created_at=entry.updated_at,
        )
    )
    session.flush()
    index_entry(session, entry)
    record(session, actor, "knowledge.save", resource, revision=entry.revision, after=entry.status)


def refuse_own_approval(session: Session, entry_id: str) -> None:
    """Pass when whoever acts wrote nothing of what an entry has said since it was last approved.

    Raises:
        NotAllowed: they did.
    """
    actor = current_actor()
    if actor.is_trusted:
        return
    authors: set[str | None] = set()
    before: EntryDraft | None = None
    rows = select(EntryRevision).where(EntryRevision.entry_id == entry_id).order_by(EntryRevision.revision)
    for row in session.scalars(rows):
        content = Entry.model_validate(row.body).content
        if row.status == "approved":
            authors.clear()
        elif content != before:
            authors.add(row.author_id)
        before = content
    if actor.user_id in authors:
        raise NotAllowed("an entry is approved by another person than its author", reason="proposer")


def propose(session: Session, entry: Entry, draft: EntryDraft, version: int, author: str, note: str | None) -> None:
    """Write what somebody would have an approved entry say; the words in force again take the proposal away."""
    resource = Resource("entry", entry.id)
    actor = authorized("knowledge.propose", resource, session)
    if draft == entry.content:
        take_proposal(session, entry.id, version)
        record(session, actor, "knowledge.put_aside", resource, revision=entry.revision)
        return
    entry_of(draft, **taken_over(entry), author=author)  # what could not be approved is not proposed
    write_proposal(
        session,
        entry.id,
        draft,
        base_revision=entry.revision,
        version=version,
        author=author,
        author_id=actor.user_id,
        note=note,
    )
    record(session, actor, "knowledge.propose", resource, revision=entry.revision)


def taken_over(entry: Entry) -> dict[str, object]:
    """What the next revision takes over. Time never runs backwards within an entry, whatever the clock says."""
    return {
        "id": entry.id,
        "created_at": entry.created_at,
        "updated_at": max(datetime.now(UTC), entry.updated_at),
        "status": entry.status,
        "revision": entry.revision + 1,
    }


def entry_of(draft: EntryDraft, **stored: object) -> Entry:
    if stored["status"] == "approved" and (lacking := missing_fields(draft)):
        raise BadArguments(
            f"an approved entry needs {', '.join(lacking)}", reason="fields_missing", missing=list(lacking)
        )
    try:
        return Entry.model_validate({**draft.model_dump(), **stored})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise BadArguments(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", reason="entry_invalid") from None
