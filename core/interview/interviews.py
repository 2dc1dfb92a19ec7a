"""Interviews in the store: opened, listed, renamed, edited by hand, approved into the knowledge base, removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, current_actor, record
from core.errors import BadArguments, NotFound
from core.interview.drafts import changed_fields, with_fields
from core.interview.moving import is_under_any
from core.interview.stored_turn import stored_turn
from core.interview.turn import Phase
from core.interview.turn_log import locked
from core.interview.versions import empty_draft
from core.knowledge import Entry, EntryDraft, KnowledgeBase, StoredEntry, add_entry, missing_fields
from core.store import InterviewSession, Store, Turn

_TITLE_LENGTH = 80
_ID_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Interview:
    """One interview.

    `draft` is the entry as it stands, a person's edits included; `marked` names the fields that the last turn changed.
    `phase` and `missing_info` are those of the last answer; before it `answered` is False. `entry_id` names the entry
    that the draft became. `unsorted` are words that the built-in interviewer put aside and that stand nowhere in the
    draft, each with its likeliest fields.
    """

    id: str
    title: str
    draft: EntryDraft | None
    marked: tuple[str, ...]
    phase: Phase
    missing_info: tuple[str, ...]
    answered: bool
    finalized: bool
    entry_id: str | None
    created_by: str
    created_at: datetime
    updated_at: datetime
    turns: int
    unsorted: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Interviews:
    """Interviews in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(self, *, user: str, session_id: str | None = None, title: str = "") -> str:
        """Id of the interview of that id, made now when there is none.

        Raises:
            BadArguments: the id is longer than 40 characters or empty.
        """
        key = session_id if session_id is not None else str(ULID())
        if not 0 < len(key) <= _ID_LENGTH:
            raise BadArguments("an interview's id has 1 to 40 characters", id=key[:_ID_LENGTH])
        now = datetime.now(UTC)
        actor = authorized("knowledge.propose")
        with self._store.write() as session:
            if session.get(InterviewSession, key) is None:
                record(session, actor, "interview.open", Resource("interview", key))
                session.add(
                    InterviewSession(
                        id=key,
                        title=title.strip()[:_TITLE_LENGTH],
                        draft=None,
                        marked=[],
                        entry_id=None,
                        created_by=user,
                        created_at=now,
                        updated_at=now,
                    )
                )
        return key

    def recent(self, *, limit: int = 50) -> list[Interview]:
        """Interviews, the one used last first."""
        with self._store.read() as session:
            rows = session.scalars(
                select(InterviewSession)
                .order_by(InterviewSession.updated_at.desc(), InterviewSession.id.desc())
                .limit(limit)
            )
            return [_interview(session, row) for row in rows]

    def get(self, session_id: str) -> Interview:
        """One interview.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.read() as session:
            row = session.get(InterviewSession, session_id)
            if row is None:
                raise NotFound(f"no interview {session_id}", reference=session_id)
            return _interview(session, row)

    def rename(self, session_id: str, title: str) -> None:
        """Give an interview another title.

        Raises:
            NotFound: there is none of that id.
            BadArguments: the title is empty.
        """
        if not title.strip():
            raise BadArguments("a title needs at least one character")
        with self._store.write() as session:
            locked(session, session_id).title = title.strip()[:_TITLE_LENGTH]

    def edit(self, session_id: str, draft: EntryDraft, fields: tuple[str, ...]) -> EntryDraft:
        """Keep fields of the draft as a person wrote them; gives the draft as it stands then.

        Args:
            session_id: the interview.
            draft: holds the new values.
            fields: names of the fields that were edited; the others are left as they are.

        Raises:
            NotFound: there is no such interview.
            BadArguments: the draft has become an entry, which is edited in the knowledge base.
        """
        with self._store.write() as session:
            row = locked(session, session_id)
            if row.entry_id is not None:
                raise BadArguments("the draft is in the knowledge base; edit the entry there", reason="approved")
            now = _draft(row) or empty_draft()
            edited = with_fields(now, draft, fields)
            changed = changed_fields(now, edited)
            row.draft = edited.model_dump(mode="json")
            row.marked = [name for name in row.marked if name not in changed]
            row.updated_at = datetime.now(UTC)
            return edited

    def approve(self, session_id: str, *, author: str) -> StoredEntry:
        """Put the draft into the knowledge base; a second time gives the same entry.

        It is approved there where the workbench has one user; with several it waits for another person's approval.

        Raises:
            NotFound: there is no such interview.
            BadArguments: fields that an entry needs are missing.
        """
        base = KnowledgeBase(self._store)
        with self._store.read() as session:
            row = session.get(InterviewSession, session_id)
            known = None if row is None else row.entry_id
        if known is not None:
            return base.get(known)
        with self._store.write() as session:
            row = locked(session, session_id)
            if row.entry_id is None:
                draft = _draft(row) or empty_draft()
                lacking = missing_fields(draft)
                if lacking:
                    words = f"an approved entry needs {', '.join(lacking)}"
                    raise BadArguments(words, reason="lacking", fields=", ".join(lacking))
                row.entry_id = _enter(session, draft, author=author)
                row.updated_at = datetime.now(UTC)
            entry_id = row.entry_id
        return base.get(entry_id)

    def delete(self, session_id: str) -> None:
        """Remove an interview with its turns; the entry that it led to stays.

        Raises:
            NotFound: there is none of that id.
        """
        actor = authorized("knowledge.propose")
        with self._store.write() as session:
            locked(session, session_id)
            session.execute(delete(Turn).where(Turn.session_id == session_id))
            session.execute(delete(InterviewSession).where(InterviewSession.id == session_id))
            record(session, actor, "interview.delete", Resource("interview", session_id))


def _draft(row: InterviewSession) -> EntryDraft | None:
    return None if row.draft is None else EntryDraft.model_validate(row.draft)


def _interview(session: Session, row: InterviewSession) -> Interview:
    live = (Turn.session_id == row.id, ~Turn.superseded)
    last = session.scalar(select(Turn).where(*live, Turn.state == "done").order_by(Turn.number.desc()).limit(1))
    turn = None if last is None else stored_turn(last)
    content = None if turn is None else turn.content
    draft = _draft(row)
    aside = () if turn is None else turn.unsorted
    return Interview(
        id=row.id,
        title=row.title,
        draft=draft,
        marked=tuple(row.marked),
        phase="collect_case" if content is None else content.phase,
        missing_info=() if content is None else content.missing_info,
        answered=content is not None,
        finalized=content is not None and content.mode == "finalize",
        entry_id=row.entry_id,
        created_by=row.created_by,
        created_at=row.created_at,
        updated_at=row.updated_at,
        turns=session.scalar(select(func.count()).where(*live)) or 0,
        unsorted=tuple((words, fields) for words, fields in aside if not is_under_any(draft, words)),
    )


def _enter(session: Session, draft: EntryDraft, *, author: str) -> str:
    """Keep the draft as an entry in this transaction, so that it cannot be entered twice; gives its id."""
    now = datetime.now(UTC)
    status = "approved" if current_actor().is_trusted else "in_review"
    kept = {"id": str(ULID()), "created_at": now, "updated_at": now, "status": status, "author": author}
    return add_entry(session, Entry.model_validate({**draft.model_dump(), **kept}), note=None).entry.id
