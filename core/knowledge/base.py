"""The knowledge base in the store: entries, each revision kept for good, nobody's work overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorize, authorized, record
from core.errors import BadArguments, Conflict, NotAllowed, NotFound
from core.knowledge.agreement_types import applies_to_type
from core.knowledge.duplicates import Duplicate, similar_entries
from core.knowledge.entry import Entry, EntryDraft, Severity, Status
from core.knowledge.entry_writing import add_entry, entry_of, propose, refuse_own_approval, save_revision, taken_over
from core.knowledge.proposed_revisions import (
    Proposal,
    proposal_of,
    take_proposal,
    waiting_proposal,
    waiting_proposals,
)
from core.knowledge.search import EntryMatch, search_entries
from core.knowledge.second_approval import FirstApproval, approved_by_two, entry_needs_two, first_approval
from core.knowledge.stored import StoredEntry, stored_entry
from core.store import EntryRevision, EntryRow, MatterRow, Store

__all__ = ["WAYS", "EntryChanges", "KnowledgeBase", "Revision", "StoredEntry"]

WAYS: dict[Status, tuple[Status, ...]] = {
    "draft": ("in_review", "approved", "retired"),
    "in_review": ("approved", "draft", "retired"),
    "approved": ("retired", "in_review"),
    "retired": ("draft",),
}
"""Where each status may go, the usual step first."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of an entry: the whole entry, who made it, when and why."""

    revision: int
    status: Status
    entry: Entry
    author: str
    note: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class EntryChanges:
    """Entries that changed after a number of the counter, oldest change first, and that counter's newest value."""

    entries: tuple[StoredEntry, ...]
    newest: int


class KnowledgeBase:
    """Entries in the store. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(
        self, draft: EntryDraft, *, author: str, note: str | None = None, status: Status = "draft"
    ) -> StoredEntry:
        """Keep a new entry as its revision 1.

        Raises:
            BadArguments: nothing in it yet, or it is to be approved and lacks fields.
        """
        if not any(value for value in draft.model_dump().values()):
            raise BadArguments("an entry needs at least one field", reason="empty_entry")
        now = datetime.now(UTC)
        entry = entry_of(
            draft, id=str(ULID()), created_at=now, updated_at=now, status=status, revision=1, author=author
        )
        with self._store.write() as session:
            return add_entry(session, entry, note=note)

    def get(self, reference: str | int) -> StoredEntry:
        """The entry of an id or a number (12, "12", "K12").

        Raises:
            NotEntryMatch: there is none.
        """
        with self._store.read() as session:
            return stored_entry(_row(session, reference))

    def entries(
        self,
        *,
        status: Status | None = None,
        contract_type: str | None = None,
        clause_type: str | None = None,
        severity: Severity | None = None,
    ) -> list[StoredEntry]:
        """Entries by number, narrowed by what is given; `contract_type` is a type's code or any of its names."""
        query = select(EntryRow).order_by(EntryRow.number)
        if status is not None:
            query = query.where(EntryRow.status == status)
        with self._store.read() as session:
            found = [stored_entry(row) for row in session.scalars(query)]
        return [stored for stored in found if _fits(stored.entry, contract_type, clause_type, severity)]

    def approved(self) -> list[StoredEntry]:
        """What contracts are reviewed against, by number."""
        return self.entries(status="approved")

    def search(
        self,
        text: str,
        *,
        status: Status | None = None,
        contract_type: str | None = None,
        clause_type: str | None = None,
        severity: Severity | None = None,
        limit: int = 50,
    ) -> list[EntryMatch]:
        """Entries that have all words of a text, best first; where none has, those that have some of them.

        A blank text gives every entry. Japanese and English find each other where the glossary knows the term.
        """
        narrowed = self.entries(status=status, contract_type=contract_type, clause_type=clause_type, severity=severity)
        with self._store.read() as session:
            return search_entries(session, text, narrowed)[:limit]

    def edit(
        self,
        reference: str | int,
        draft: EntryDraft,
        *,
        base_revision: int,
        author: str,
        note: str | None = None,
        base_proposal: int = 0,
    ) -> StoredEntry:
        """Save new content as the next revision; of an approved entry as a proposal, while the entry stays in force.

        Args:
            reference: the entry.
            draft: the whole new content. The same content again changes nothing and makes no revision.
            base_revision: the revision that the author saw when beginning to edit.
            author: who edits.
            note: why.
            base_proposal: the version of the proposal that the author saw, 0 where there was none.

        Raises:
            NotEntryMatch: there is no such entry.
            Conflict: somebody saved another revision meanwhile; `facts` name who and which.
            NotAllowed: whoever acts may not.
            BadArguments: an approved entry may not lose a field that it needs.
        """
        with self._store.write() as session:
            row = _locked(session, reference, base_revision)
            before = stored_entry(row)
            if before.entry.content == draft and not base_proposal:
                return before
            if before.entry.status == "approved":
                propose(session, before.entry, draft, base_proposal, author, note)
                return before
            return save_revision(session, row, entry_of(draft, **taken_over(before.entry), author=author), note=note)

    def set_status(
        self, reference: str | int, status: Status, *, base_revision: int, author: str, note: str | None = None
    ) -> StoredEntry:
        """Move an entry to another status as the next revision.

        Where its matter asks for two approvers the first one's approval is kept (`first_approval`) and the entry stays
        as it is.

        Raises:
            NotEntryMatch: there is no such entry.
            Conflict: somebody saved another revision meanwhile.
            BadArguments: no way leads from its status there, or it lacks fields (`facts["missing"]`).
            NotAllowed: whoever acts may not, or wrote what they would approve.
        """
        with self._store.write() as session:
            row = _locked(session, reference, base_revision)
            before = stored_entry(row).entry
            if status not in WAYS[before.status]:
                raise BadArguments(
                    f"an entry that is {before.status} cannot become {status}", reason="no_such_way", status=status
                )
            if proposal_of(session, row.id) is not None:
                raise BadArguments("a proposed revision waits; decide about it first", reason="proposal_waits")
            by_two = False
            if status == "approved":
                refuse_own_approval(session, row.id)
                entry_of(before.content, **taken_over(before) | {"status": status}, author=author)
                actor = authorized("knowledge.approve", Resource("entry", row.id), session)
                by_two = approved_by_two(session, actor, row.id, row.revision)
                if not by_two:
                    return stored_entry(row)
            if before.status == "approved":
                authorized("knowledge.approve", Resource("entry", row.id), session)
            kept = taken_over(before) | {"status": status}
            return save_revision(
                session, row, entry_of(before.content, **kept, author=author), note=note, by_two=by_two
            )

    def first_approval(self, reference: str | int) -> FirstApproval | None:
        """Who has approved an entry, or the proposed revision that waits for it, as one of two.

        Raises:
            NotEntryMatch: there is no such entry.
        """
        with self._store.read() as session:
            row = _row(session, reference)
            proposed = proposal_of(session, row.id)
            return first_approval(session, row.id, row.revision, 0 if proposed is None else proposed.version)

    def approval_refused(self, reference: str | int) -> str | None:
        """Why whoever acts may not approve an entry as it stands, as the reason of `NotAllowed`; None where they may.

        Raises:
            NotEntryMatch: there is no such entry.
        """
        with self._store.read() as session:
            row = _row(session, reference)
            try:
                refuse_own_approval(session, row.id)
                actor = authorized("knowledge.approve", Resource("entry", row.id), session)
            except NotAllowed as error:
                return str(error.facts["reason"])
            first = first_approval(session, row.id, row.revision)
            needs_two = entry_needs_two(session, row.id)
        if not needs_two:
            return None
        if actor.user_id is None:
            return "second_approver"
        return "second_person" if first is not None and first.user_id == actor.user_id else None

    def matter_of(self, reference: str | int) -> str | None:
        """Id of the matter by whose rules an entry is approved.

        Raises:
            NotEntryMatch: there is no such entry.
        """
        with self._store.read() as session:
            return _row(session, reference).matter_id

    def put_into_matter(self, reference: str | int, matter_id: str | None) -> None:
        """Let an entry be approved by the rules of a matter, or by the house's.

        Raises:
            NotEntryMatch: there is no such entry.
            NotFound: there is no such matter.
            NotAllowed: whoever acts may not, is no member of the matter, or would take it out of one that asks for two
                approvers and does not manage people.
        """
        with self._store.write() as session:
            row = _row(session, reference)
            resource = Resource("entry", row.id)
            actor = authorized("knowledge.propose", resource, session)
            two = entry_needs_two(session, row.id)
            for matter in {row.matter_id, matter_id} - {None}:
                authorize(actor, "matter.manage", Resource("matter", str(matter)), session)
            if matter_id is not None and session.get(MatterRow, matter_id) is None:
                raise NotFound(f"no matter {matter_id}", kind="matter", id=matter_id)
            row.matter_id = matter_id
            session.flush()
            if two and not entry_needs_two(session, row.id):
                authorize(actor, "people.manage")
            record(session, actor, "knowledge.put", resource, other=matter_id or "everybody")

    def proposal(self, reference: str | int) -> Proposal | None:
        """The proposed revision that waits for an entry.

        Raises:
            NotEntryMatch: there is no such entry.
        """
        with self._store.read() as session:
            return proposal_of(session, _row(session, reference).id)

    def proposals(self) -> Mapping[str, Proposal]:
        """All proposed revisions that wait, by their entries' ids."""
        with self._store.read() as session:
            return waiting_proposals(session)

    def accept_proposal(self, reference: str | int, version: int, *, by: str) -> StoredEntry:
        """Put a proposed revision in force: it becomes the approved entry's next revision.

        Where the entry's matter asks for two approvers the first one's approval is kept, and the proposal waits on.

        Args:
            reference: the entry.
            version: the version of the proposal that was read.
            by: who approves; the revision's record names them, the entry its author.

        Raises:
            NotFound: there is no such entry, or none waits.
            Conflict: the proposal was written anew, or the entry changed after it was written.
            NotAllowed: whoever acts may not approve, or wrote it.
        """
        with self._store.write() as session:
            key = _row(session, reference).id
            proposed = waiting_proposal(session, key, version)
            row = _locked(session, key, proposed.base_revision)
            actor = authorized("knowledge.approve", Resource("entry", key), session)
            if not actor.is_trusted and actor.user_id == proposed.author_id:
                raise NotAllowed("an entry is approved by another person than its author", reason="proposer")
            kept = taken_over(stored_entry(row).entry)
            entry = entry_of(proposed.draft, **kept, author=proposed.author)
            if not approved_by_two(session, actor, key, row.revision, version):
                return stored_entry(row)
            take_proposal(session, key, version)
            return save_revision(session, row, entry, note=proposed.note, by=by, by_two=True)

    def put_proposal_aside(self, reference: str | int, version: int) -> None:
        """Drop a proposed revision; the entry stays as it is in force.

        Raises:
            NotFound: there is no such entry, or none waits.
            Conflict: the proposal was written anew meanwhile.
            NotAllowed: whoever acts neither wrote it nor may approve.
        """
        with self._store.write() as session:
            key = _row(session, reference).id
            proposed = take_proposal(session, key, version)
            resource = Resource("entry", key)
            actor = authorized("knowledge.propose", resource, session)
            if not actor.is_trusted and actor.user_id != proposed.author_id:
                authorize(actor, "knowledge.approve", resource, session)
            record(session, actor, "knowledge.put_aside", resource, revision=proposed.base_revision)

    def revisions(self, reference: str | int) -> list[Revision]:
        """All revisions of an entry, oldest first.

        Raises:
            NotEntryMatch: there is no such entry.
        """
        with self._store.read() as session:
            key = _row(session, reference).id
            rows = session.scalars(
                select(EntryRevision).where(EntryRevision.entry_id == key).order_by(EntryRevision.revision)
            )
            return [_revision(row) for row in rows]

    def similar_entries(self, draft: EntryDraft, *, exclude: str | None = None) -> list[Duplicate]:
        """Entries that say nearly the same, most alike first; retired ones are left out.

        Args:
            draft: what is about to be approved.
            exclude: id of the entry itself.
        """
        others = [
            stored for stored in self.entries() if stored.entry.status != "retired" and stored.entry.id != exclude
        ]
        return similar_entries(draft, others)

    def changes_since(self, change: int) -> EntryChanges:
        """Entries changed after a number of the counter; the graph follows them."""
        with self._store.read() as session:
            rows = session.scalars(select(EntryRow).where(EntryRow.change > change).order_by(EntryRow.change))
            found = tuple(stored_entry(row) for row in rows)
        return EntryChanges(found, found[-1].change if found else change)

    def newest_change(self) -> int:
        """The counter's value at the last change of any entry, 0 where there is none."""
        with self._store.read() as session:
            return session.scalar(select(EntryRow.change).order_by(EntryRow.change.desc()).limit(1)) or 0


def _row(session: Session, reference: str | int) -> EntryRow:
    text = str(reference).strip()
    number = text[1:] if text[:1] in "Kk" else text
    query = select(EntryRow)
    if number.isascii() and number.isdigit() and len(number) < 10:
        query = query.where(EntryRow.number == int(number))
    else:
        query = query.where(EntryRow.id == text)
    row = session.scalar(query)
    if row is None:
        raise NotFound(f"no knowledge entry {text[:80]}", reference=text[:80])
    return row


def _locked(session: Session, reference: str | int, base_revision: int) -> EntryRow:
    """The entry's row, held by this transaction, at the revision that the author has seen."""
    row = session.scalars(
        select(EntryRow)
        .where(EntryRow.id == _row(session, reference).id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    if row.revision != base_revision:
        author = stored_entry(row).entry.author
        raise Conflict(f"revision {row.revision} by {author} was saved meanwhile", revision=row.revision, author=author)
    return row


def _revision(row: EntryRevision) -> Revision:
    entry = Entry.model_validate(row.body)
    return Revision(row.revision, entry.status, entry, row.author, row.note, row.created_at)


def _fits(entry: Entry, contract_type: str | None, clause_type: str | None, severity: Severity | None) -> bool:
    if severity is not None and entry.severity != severity:
        return False
    if clause_type is not None and clause_type not in entry.clause_types:
        return False
    return contract_type is None or applies_to_type(entry, contract_type)
