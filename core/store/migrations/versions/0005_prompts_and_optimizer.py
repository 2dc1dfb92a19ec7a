"""Versions of prompts, and the optimizer's runs with their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    _prompts()
    _runs()
    _beside_runs()


def _prompts() -> None:
    op.create_table(
        "prompt_versions",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("prompt", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=16), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("form", sa.String(length=4), nullable=False),
        sa.Column("schema", sa.JSON(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("run_id", sa.String(length=26), nullable=True),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompt_versions")),
        sa.UniqueConstraint("prompt", "number", name=op.f("uq_prompt_versions_prompt")),
        sa.UniqueConstraint("prompt", "fingerprint", name=op.f("uq_prompt_versions_fingerprint")),
    )
    op.create_table(
        "prompt_uses",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("prompt", sa.String(length=64), nullable=False),
        sa.Column("version_id", sa.String(length=26), nullable=True),
        sa.Column("exploration", sa.Float(), nullable=False),
        sa.Column("arms", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["prompt_versions.id"], name=op.f("fk_prompt_uses_version_id_prompt_versions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompt_uses")),
    )
    op.create_index("ix_prompt_uses_prompt", "prompt_uses", ["prompt"])
    op.create_table(
        "prompt_trials",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("use_id", sa.String(length=26), nullable=False),
        sa.Column("knobs", sa.JSON(), nullable=False),
        sa.Column("explored", sa.Boolean(), nullable=False),
        sa.Column("reward", sa.Float(), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["use_id"], ["prompt_uses.id"], name=op.f("fk_prompt_trials_use_id_prompt_uses"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompt_trials")),
    )
    op.create_index("ix_prompt_trials_use_id", "prompt_trials", ["use_id"])


def _runs() -> None:
    op.create_table(
        "optimizer_runs",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("prompt", sa.String(length=64), nullable=False),
        sa.Column("dataset", sa.String(length=120), nullable=False),
        sa.Column("material_sha256", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("knobs", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("batch_id", sa.String(length=26), nullable=False),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["material_sha256"], ["blobs.sha256"], name=op.f("fk_optimizer_runs_material_sha256_blobs")
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_optimizer_runs_batch_id_batches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_optimizer_runs")),
    )
    op.create_index("ix_optimizer_runs_prompt", "optimizer_runs", ["prompt"])
    op.create_table(
        "optimizer_matches",
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("a", sa.JSON(), nullable=False),
        sa.Column("b", sa.JSON(), nullable=False),
        sa.Column("example", sa.String(length=80), nullable=False),
        sa.Column("a_first", sa.Boolean(), nullable=False),
        sa.Column("repeat", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("outcome", sa.Float(), nullable=True),
        sa.Column("margin", sa.Float(), nullable=True),
        sa.Column("reserved", sa.JSON(), nullable=False),
        sa.Column("spent", sa.JSON(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=True),
        sa.Column("best", sa.JSON(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("planned_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        _run("optimizer_matches"),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_optimizer_matches")),
    )


def _beside_runs() -> None:
    op.create_table(
        "optimizer_growths",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("knob", sa.String(length=64), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("admitted_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        _run("optimizer_growths"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_optimizer_growths")),
    )
    op.create_index("ix_optimizer_growths_run_id", "optimizer_growths", ["run_id"])
    op.create_table(
        "optimizer_overrules",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Float(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        _run("optimizer_overrules"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_optimizer_overrules")),
    )
    op.create_index("ix_optimizer_overrules_match", "optimizer_overrules", ["run_id", "number"])
    op.create_table(
        "optimizer_cache",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_optimizer_cache")),
    )


def _run(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["run_id"], ["optimizer_runs.id"], name=op.f(f"fk_{table}_run_id_optimizer_runs"), ondelete="CASCADE"
    )
