"""Tables of people, what they may do, how they come in, and of the log of what they did.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class UserRow(Base):
    """A person, known by who vouches for them (`issuer`) and by which name of theirs (`subject`).

    Logins that were issued before `logins_end` count no more; a `disabled_at` person may do nothing.
    """

    __tablename__ = "users"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    issuer: Mapped[str] = mapped_column(String(255))
    subject: Mapped[str] = mapped_column(String(255))
    name: Mapped[str] = mapped_column(String(120))
    email: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    logins_end: Mapped[datetime | None] = mapped_column(UtcDateTime)
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    __table_args__ = (UniqueConstraint("issuer", "subject"),)


class RoleGrant(Base):
    """A role that a person has."""

    __tablename__ = "role_grants"
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(20), primary_key=True)
    granted_by: Mapped[str] = mapped_column(String(120))
    granted_at: Mapped[datetime] = mapped_column(UtcDateTime)


class LoginRow(Base):
    """One login: `id` is a hash of what its cookie says, `issued_at` the provider's time, `ended_at` when it was ended
    before its time."""

    __tablename__ = "logins"
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    issued_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ApiTokenRow(Base):
    """A token for programs: the SHA-256 of its secret, whose rights it has, and which of them (`scopes`)."""

    __tablename__ = "api_tokens"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    user_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    secret_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[list[str]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class UploadRow(Base):
    """Bytes that somebody uploaded in one stretch of time, for a limit that all apps share.

    `who` is the id of a person or of a token, empty for all together where nobody logs in.
    """

    __tablename__ = "uploads"
    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    slot: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    bytes: Mapped[int] = mapped_column(BigInteger)


class AuditRow(Base):
    """One entry of the audit log. The database refuses to change or remove it.

    `mac` is a keyed hash of the entry and of the `mac` before it; `key_id` tells which key. `facts` never hold words of
    a contract.
    """

    __tablename__ = "audit_log"
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor_kind: Mapped[str] = mapped_column(String(10))
    actor_id: Mapped[str | None] = mapped_column(String(40))
    actor: Mapped[str] = mapped_column(String(120))
    action: Mapped[str] = mapped_column(String(40))
    resource_kind: Mapped[str | None] = mapped_column(String(20))
    resource_id: Mapped[str | None] = mapped_column(String(80))
    facts: Mapped[dict[str, object]] = mapped_column(JSON)
    key_id: Mapped[str] = mapped_column(String(16))
    mac: Mapped[str] = mapped_column(String(64))
    __table_args__ = (
        Index("ix_audit_log_at", "at"),
        Index("ix_audit_log_actor_id", "actor_id"),
        Index("ix_audit_log_resource", "resource_kind", "resource_id"),
    )


class AuditHead(Base):
    """Where the audit log ends: its one row is locked by whoever appends, and may only move one entry on.

    `head_mac` is a keyed hash of `seq` and `mac`, so that an end that was cut off cannot be given another head.
    """

    __tablename__ = "audit_head"
    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    key_id: Mapped[str] = mapped_column(String(16))
    mac: Mapped[str] = mapped_column(String(64))
    head_mac: Mapped[str] = mapped_column(String(64))
