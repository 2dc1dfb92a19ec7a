"""Tables of the store, the truth of the product, on SQLite and PostgreSQL alike.

Times are UTC with zone. Ids are content hashes where content is identity, ULIDs elsewhere.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Date,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC that keeps its zone on databases that have none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Time as it is stored, in UTC; a time without zone is a fault in the program."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Time with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base of all tables; names of constraints are fixed so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Counter(Base):
    """Named counters. `revision` grows with every change of a contract, in the order of commits; `number` is the
    last contract number that was given."""

    __tablename__ = "counters"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)


class HistoryRow(Base):
    """A token for each value of the counter `revision`: a database that was put back has other ones from there on."""

    __tablename__ = "history"
    revision: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    token: Mapped[str] = mapped_column(String(32))


class Blob(Base):
    """Bytes of a file as it came, by content hash."""

    __tablename__ = "blobs"
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DocumentRow(Base):
    """A document as read: `core.documents.Document` in columns. `boxes` is zlib-compressed float32."""

    __tablename__ = "documents"
    sha256: Mapped[str] = mapped_column(ForeignKey("blobs.sha256"), primary_key=True)
    file_name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(8))
    language: Mapped[str] = mapped_column(String(8))
    text: Mapped[str] = mapped_column(Text)
    pages: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    boxes: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)


class Contract(Base):
    """A contract: machine extraction and a summary of what is shown for it.

    `revision` is the value of the counter `revision` at the last change; the graph follows it. `engine_version` is that
    of the built-in engine that read it, empty where another engine did or where it was not noted yet.
    """

    __tablename__ = "contracts"
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    contract_id: Mapped[str] = mapped_column(String(16), unique=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("documents.sha256"), unique=True)
    engine: Mapped[str] = mapped_column(String(120))
    engine_version: Mapped[str] = mapped_column(String(16), server_default="")
    extraction: Mapped[str] = mapped_column(Text, deferred=True)
    extraction_key: Mapped[str] = mapped_column(String(64))
    summary: Mapped[dict[str, object]] = mapped_column(JSON)
    revision: Mapped[int] = mapped_column(BigInteger, index=True)
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Tombstone(Base):
    """A deleted contract, so that projections learn of it."""

    __tablename__ = "tombstones"
    contract_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    revision: Mapped[int] = mapped_column(BigInteger, index=True)


class DeletionRow(Base):
    """A deletion of a contract and how far it is (`core.deletion`); it says nothing of what the contract was."""

    __tablename__ = "deletions"
    contract_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    requested_by: Mapped[str] = mapped_column(String(120))
    requested_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    erased_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Review(Base):
    """One decision of a person on one subject of a contract; the newest for a subject counts, in a matter with two
    approvers the newest that two people made. `reviewer_id` is whose it is, None without a login.

    `subject` is `fact:NAME`, `party:N`, `presence:TYPE` or `excerpt:TYPE:START-END`.
    `decision` is approve, correct, reject or withdraw.
    """

    __tablename__ = "reviews"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    contract_id: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), index=True)
    subject: Mapped[str] = mapped_column(String(120))
    decision: Mapped[str] = mapped_column(String(10))
    value: Mapped[dict[str, object] | None] = mapped_column(JSON)
    machine_value: Mapped[dict[str, object] | None] = mapped_column(JSON)
    note: Mapped[str | None] = mapped_column(Text)
    reviewer: Mapped[str] = mapped_column(String(120))
    reviewer_id: Mapped[str | None] = mapped_column(String(26))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Assignment(Base):
    """Who is to review a contract, and until which day; `user_id` is whose id, None for a name alone."""

    __tablename__ = "assignments"
    contract_id: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(String(120))
    user_id: Mapped[str | None] = mapped_column(String(26))
    assigned_by: Mapped[str] = mapped_column(String(120))
    assigned_at: Mapped[datetime] = mapped_column(UtcDateTime)
    due: Mapped[date | None] = mapped_column(Date)


class ConversationRow(Base):
    """A saved conversation of questions and answers; `user_id` is whose it is, None without a login."""

    __tablename__ = "conversations"
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    scope: Mapped[dict[str, object] | None] = mapped_column(JSON)
    user_id: Mapped[str | None] = mapped_column(String(26))
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class MessageRow(Base):
    """One message; an assistant's carries its whole answer.

    `state` is done, partial, failed, or withdrawn: it rested on a contract that was deleted, and its words are gone.
    """

    __tablename__ = "messages"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"))
    position: Mapped[int] = mapped_column(Integer)
    role: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(Text)
    answer: Mapped[dict[str, object] | None] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    __table_args__ = (UniqueConstraint("conversation_id", "position"),)


class LlmCall(Base):
    """One call of a model endpoint: what it cost and how it ended."""

    __tablename__ = "llm_calls"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    role: Mapped[str] = mapped_column(String(12))
    model: Mapped[str] = mapped_column(String(120))
    prompt_version: Mapped[str | None] = mapped_column(String(80))
    session_id: Mapped[str | None] = mapped_column(String(40))
    request_id: Mapped[str | None] = mapped_column(String(120))
    outcome: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    cached: Mapped[bool] = mapped_column(Boolean)
    input_tokens: Mapped[int] = mapped_column(Integer)
    output_tokens: Mapped[int] = mapped_column(Integer)
    cost: Mapped[float] = mapped_column(Float)
    latency_ms: Mapped[float] = mapped_column(Float)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class CachedAnswer(Base):
    """An answer by the content of its request."""

    __tablename__ = "llm_cache"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PreferenceRow(Base):
    """What a person chose about the interface, such as the columns of a list; `person` is empty for the whole house."""

    __tablename__ = "preferences"
    person: Mapped[str] = mapped_column(String(120), primary_key=True)
    name: Mapped[str] = mapped_column(String(80), primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)


class EmbeddingRow(Base):
    """A text's vector (float32 bytes, unit length) by embedder and content hash."""

    __tablename__ = "embeddings"
    embedder: Mapped[str] = mapped_column(String(120), primary_key=True)
    text_sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    vector: Mapped[bytes] = mapped_column(LargeBinary)
