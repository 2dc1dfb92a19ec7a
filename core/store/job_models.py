"""Tables of the ledger: jobs, their units of work, results and the rate limits of endpoints.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class Batch(Base):
    """Units submitted together: what a person calls a job; without a title when its first file was deleted."""

    __tablename__ = "batches"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(Text)
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Unit(Base):
    """One unit of work in the ledger. Times of the queue are seconds since 1970 by the database's clock.

    `contract_id` and `matter_id` are those that its payload names, where who may see the unit is asked.
    """

    __tablename__ = "units"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    batch: Mapped[str] = mapped_column(ForeignKey("batches.id", ondelete="CASCADE"))
    idem: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(40))
    label: Mapped[str] = mapped_column(Text)
    payload: Mapped[dict[str, object]] = mapped_column(JSON)
    blob_sha256: Mapped[str | None] = mapped_column(String(64))
    contract_id: Mapped[str | None] = mapped_column(String(16))
    matter_id: Mapped[str | None] = mapped_column(String(26))
    endpoint: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(12))
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    crashes: Mapped[int] = mapped_column(Integer, default=0)
    max_attempts: Mapped[int] = mapped_column(Integer)
    not_before: Mapped[float] = mapped_column(Float, default=0.0)
    lease_until: Mapped[float | None] = mapped_column(Float)
    owner: Mapped[str | None] = mapped_column(String(80))
    token: Mapped[str | None] = mapped_column(String(26))
    deadline: Mapped[float | None] = mapped_column(Float)
    cancel: Mapped[bool] = mapped_column(Boolean, default=False)
    stage: Mapped[str | None] = mapped_column(String(40))
    error: Mapped[dict[str, object] | None] = mapped_column(JSON)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    dismissed: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    __table_args__ = (
        UniqueConstraint("batch", "idem"),
        Index(
            "ix_units_queued",
            "not_before",
            "id",
            postgresql_where=text("state = 'queued'"),
            sqlite_where=text("state = 'queued'"),
        ),
        Index(
            "ix_units_leased",
            "lease_until",
            postgresql_where=text("state = 'leased'"),
            sqlite_where=text("state = 'leased'"),
        ),
        Index("ix_units_batch_state", "batch", "state"),
        Index("ix_units_batch_state_id", "batch", "state", "id"),
        Index(
            "ix_units_troubled",
            "id",
            postgresql_where=text("state IN ('failed', 'quarantined')"),
            sqlite_where=text("state IN ('failed', 'quarantined')"),
        ),
        Index(
            "ix_units_contract_id",
            "contract_id",
            postgresql_where=text("contract_id IS NOT NULL"),
            sqlite_where=text("contract_id IS NOT NULL"),
        ),
        Index(
            "ix_units_matter_id",
            "matter_id",
            postgresql_where=text("matter_id IS NOT NULL"),
            sqlite_where=text("matter_id IS NOT NULL"),
        ),
        Index(
            "ix_units_blob_sha256",
            "blob_sha256",
            postgresql_where=text("blob_sha256 IS NOT NULL"),
            sqlite_where=text("blob_sha256 IS NOT NULL"),
        ),
    )


class ResultRow(Base):
    """The one result of a unit."""

    __tablename__ = "results"
    unit_id: Mapped[str] = mapped_column(ForeignKey("units.id", ondelete="CASCADE"), primary_key=True)
    body: Mapped[dict[str, object]] = mapped_column(JSON)


class RateLimit(Base):
    """Token bucket of one endpoint, shared by all workers."""

    __tablename__ = "rate_limits"
    endpoint: Mapped[str] = mapped_column(String(200), primary_key=True)
    tokens: Mapped[float] = mapped_column(Float)
    capacity: Mapped[float] = mapped_column(Float)
    refill_per_s: Mapped[float] = mapped_column(Float)
    updated: Mapped[float] = mapped_column(Float)
