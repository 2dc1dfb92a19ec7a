"""Tables of prompt versions and of the optimizer's runs.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class PromptVersion(Base):
    """A prompt as it was at one time, never changed: its file's text and its schema. `number` counts from 1."""

    __tablename__ = "prompt_versions"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    prompt: Mapped[str] = mapped_column(String(64))
    number: Mapped[int] = mapped_column(Integer)
    fingerprint: Mapped[str] = mapped_column(String(16))
    source: Mapped[str] = mapped_column(Text)
    form: Mapped[str] = mapped_column(String(4))
    schema: Mapped[dict[str, object] | None] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    run_id: Mapped[str | None] = mapped_column(String(26))
    author: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    __table_args__ = (
        UniqueConstraint("prompt", "number"),
        UniqueConstraint("prompt", "fingerprint", name="uq_prompt_versions_fingerprint"),
    )


class PromptUse(Base):
    """Which version of a prompt the pages use from a time on; the newest row of a prompt counts.

    Without a version it is the file that ships. `exploration` is the share of uses that try one of `arms`, settings of
    knobs, instead of the version's defaults.
    """

    __tablename__ = "prompt_uses"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    prompt: Mapped[str] = mapped_column(String(64), index=True)
    version_id: Mapped[str | None] = mapped_column(ForeignKey("prompt_versions.id"))
    exploration: Mapped[float] = mapped_column(Float)
    arms: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PromptTrial(Base):
    """One use of a prompt by a page. `reward` is 1 for a thumb up, 0 for a thumb down, None while nobody said."""

    __tablename__ = "prompt_trials"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    use_id: Mapped[str] = mapped_column(ForeignKey("prompt_uses.id", ondelete="CASCADE"), index=True)
    knobs: Mapped[dict[str, object]] = mapped_column(JSON)
    explored: Mapped[bool] = mapped_column(Boolean)
    reward: Mapped[float | None] = mapped_column(Float)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class OptimizerRun(Base):
    """A run of the optimizer. `material_sha256` is the blob with prompt, data set, judge prompt and rubric.

    `state` is running, paused, stopped or done; `reason` says why it is not running. `outcome` is what a run that has
    ended found.
    """

    __tablename__ = "optimizer_runs"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    prompt: Mapped[str] = mapped_column(String(64), index=True)
    dataset: Mapped[str] = mapped_column(String(120))
    material_sha256: Mapped[str] = mapped_column(ForeignKey("blobs.sha256"))
    settings: Mapped[dict[str, object]] = mapped_column(JSON)
    knobs: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str | None] = mapped_column(String(40))
    outcome: Mapped[dict[str, object] | None] = mapped_column(JSON)
    batch_id: Mapped[str] = mapped_column(ForeignKey("batches.id"))
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class OptimizerMatch(Base):
    """One match of a run: planned before it is played, completed with its verdict.

    Arms are indexes into the run's knobs. `state` is planned, decided, failed (no verdict) or dropped (the run was
    stopped first). `reserved` is what the budget holds back for it while it is planned; `spent` what it took.
    """

    __tablename__ = "optimizer_matches"
    run_id: Mapped[str] = mapped_column(ForeignKey("optimizer_runs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    a: Mapped[list[int]] = mapped_column(JSON)
    b: Mapped[list[int]] = mapped_column(JSON)
    example: Mapped[str] = mapped_column(String(80))
    a_first: Mapped[bool] = mapped_column(Boolean)
    repeat: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(8))
    outcome: Mapped[float | None] = mapped_column(Float)
    margin: Mapped[float | None] = mapped_column(Float)
    reserved: Mapped[dict[str, object]] = mapped_column(JSON)
    spent: Mapped[dict[str, object] | None] = mapped_column(JSON)
    body: Mapped[dict[str, object] | None] = mapped_column(JSON, deferred=True)
    best: Mapped[list[int] | None] = mapped_column(JSON)
    confidence: Mapped[float | None] = mapped_column(Float)
    planned_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class OptimizerGrowth(Base):
    """New values of a knob that a person admitted to a run after so many matches were planned.

    `evidence` holds who proposed them and the numbers of the matches that moved it.
    """

    __tablename__ = "optimizer_growths"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("optimizer_runs.id", ondelete="CASCADE"), index=True)
    after: Mapped[int] = mapped_column(Integer)
    knob: Mapped[str] = mapped_column(String(64))
    values: Mapped[list[object]] = mapped_column(JSON)
    evidence: Mapped[dict[str, object]] = mapped_column(JSON)
    admitted_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class OptimizerOverrule(Base):
    """A person's own verdict on a match; the newest counts. `outcome` None takes the judge's again."""

    __tablename__ = "optimizer_overrules"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("optimizer_runs.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    outcome: Mapped[float | None] = mapped_column(Float)
    note: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    __table_args__ = (Index("ix_optimizer_overrules_match", "run_id", "number"),)


class OptimizerCached(Base):
    """An answer or a verdict by the hash of everything that decides it, so that it is not paid twice."""

    __tablename__ = "optimizer_cache"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    body: Mapped[dict[str, object]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
