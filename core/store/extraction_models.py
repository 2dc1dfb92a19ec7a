"""Tables of the Extraction lab's runs.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Boolean, Float, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class ExtractionRunRow(Base):
    """A run of a task's strategies over its cases. `material_sha256` is the blob with the whole task as it was.

    `settings` are engine, strategies with their knobs, and cases; `parent_id` is the run that it was made to better.
    """

    __tablename__ = "extraction_runs"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    task: Mapped[str] = mapped_column(String(64), index=True)
    material_sha256: Mapped[str] = mapped_column(ForeignKey("blobs.sha256"))
    settings: Mapped[dict[str, object]] = mapped_column(JSON)
    parent_id: Mapped[str | None] = mapped_column(String(26))
    batch_id: Mapped[str] = mapped_column(ForeignKey("batches.id"))
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ExtractionResultRow(Base):
    """One case read with one strategy: its score, and in `body` outputs, fields and failures."""

    __tablename__ = "extraction_results"
    run_id: Mapped[str] = mapped_column(ForeignKey("extraction_runs.id", ondelete="CASCADE"), primary_key=True)
    strategy: Mapped[str] = mapped_column(String(64), primary_key=True)
    case_id: Mapped[str] = mapped_column(String(80), primary_key=True)
    total: Mapped[float] = mapped_column(Float)
    as_labelled: Mapped[bool] = mapped_column(Boolean)
    body: Mapped[dict[str, object]] = mapped_column(JSON)
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
