"""Tables of interviews and of the knowledge that they lead to, with its revisions and approvals.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Integer,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class InterviewSession(Base):
    """One interview. `draft` is the entry as it stands now, with a person's edits of fields; `marked` names the fields
    that the last turn changed. `entry_id` is set when the draft went into the knowledge base."""

    __tablename__ = "interview_sessions"
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    draft: Mapped[dict[str, object] | None] = mapped_column(JSON)
    marked: Mapped[list[str]] = mapped_column(JSON)
    entry_id: Mapped[str | None] = mapped_column(String(26))
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Turn(Base):
    """One turn of an interview: what was typed, and the valid answer to it or why there is none.

    The row is written with the user's words before a model is asked (`state` pending) and completed with the outcome
    (done or failed). `token` makes a repeated submission the same turn. `superseded` marks a turn that was regenerated
    or edited: it stays readable but is not in the conversation; `replaces` is the turn that this one was made for.
    `number` counts from 1 over all turns of the session. `body` is the whole valid object; `attempts` are the raw
    outputs with their faults, steps, tokens and times. `draft_before` is the draft that the turn began with,
    `draft_after` the session's as the turn left it (while it is pending: as it found it). `owner` is the process that
    answers a pending turn, `lease_until` (database time) when another may take it for lost.
    """

    __tablename__ = "turns"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    session_id: Mapped[str] = mapped_column(ForeignKey("interview_sessions.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    token: Mapped[str] = mapped_column(String(64))
    user_message: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(10))
    superseded: Mapped[bool] = mapped_column(Boolean, default=False)
    replaces: Mapped[str | None] = mapped_column(String(26))
    draft_before: Mapped[dict[str, object] | None] = mapped_column(JSON)
    draft_after: Mapped[dict[str, object] | None] = mapped_column(JSON)
    owner: Mapped[str | None] = mapped_column(String(80))
    lease_until: Mapped[float | None] = mapped_column(Float)
    outcome: Mapped[str | None] = mapped_column(String(24))
    schema_version: Mapped[str | None] = mapped_column(String(8))
    body: Mapped[dict[str, object] | None] = mapped_column(JSON)
    steps: Mapped[list[str]] = mapped_column(JSON)
    attempts: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    warnings: Mapped[list[str]] = mapped_column(JSON)
    reference: Mapped[str | None] = mapped_column(String(26))
    model: Mapped[str | None] = mapped_column(String(120))
    prompt_version: Mapped[str | None] = mapped_column(String(80))
    input_tokens: Mapped[int] = mapped_column(Integer, default=0)
    output_tokens: Mapped[int] = mapped_column(Integer, default=0)
    cost: Mapped[float] = mapped_column(Float, default=0.0)
    latency_ms: Mapped[float] = mapped_column(Float, default=0.0)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    __table_args__ = (
        UniqueConstraint("session_id", "number"),
        UniqueConstraint("session_id", "token", name="uq_turns_token"),
    )


class EntryRow(Base):
    """A knowledge entry as it stands. `number` is what people call it by (K12); `body` is the whole document; `change`
    is the value of the counter `knowledge` at the last change, which search and graph follow. `matter_id` is the matter
    whose rules it is approved by, None for the house's."""

    __tablename__ = "entries"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, unique=True)
    status: Mapped[str] = mapped_column(String(12), index=True)
    revision: Mapped[int] = mapped_column(Integer)
    body: Mapped[dict[str, object]] = mapped_column(JSON)
    matter_id: Mapped[str | None] = mapped_column(String(26))
    change: Mapped[int] = mapped_column(BigInteger, index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class EntryProposal(Base):
    """What somebody would have an approved entry say: its whole content, until it is approved or put aside."""

    __tablename__ = "entry_proposals"
    entry_id: Mapped[str] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True)
    base_revision: Mapped[int] = mapped_column(Integer)
    version: Mapped[int] = mapped_column(Integer)
    body: Mapped[dict[str, object]] = mapped_column(JSON)
    author: Mapped[str] = mapped_column(String(120))
    author_id: Mapped[str | None] = mapped_column(String(26))
    note: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class EntryApproval(Base):
    """One person's approval of an entry that needs two: of what it says in a revision (`proposal` 0), or of a version
    of its proposed revision. Gone when the entry moves on."""

    __tablename__ = "entry_approvals"
    entry_id: Mapped[str] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    proposal: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    user_id: Mapped[str] = mapped_column(String(26), primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class EntryRevision(Base):
    """One revision of an entry, never changed: its whole document, who made it and when, and what for."""

    __tablename__ = "entry_revisions"
    entry_id: Mapped[str] = mapped_column(ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True)
    status: Mapped[str] = mapped_column(String(12))
    body: Mapped[dict[str, object]] = mapped_column(JSON)
    author: Mapped[str] = mapped_column(String(120))
    author_id: Mapped[str | None] = mapped_column(String(26))
    note: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
