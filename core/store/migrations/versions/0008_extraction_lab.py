"""Runs of the Extraction lab with their results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "extraction_runs",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("task", sa.String(length=64), nullable=False),
        sa.Column("material_sha256", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("parent_id", sa.String(length=26), nullable=True),
        sa.Column("batch_id", sa.String(length=26), nullable=False),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["material_sha256"], ["blobs.sha256"], name=op.f("fk_extraction_runs_material_sha256_blobs")
        ),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_extraction_runs_batch_id_batches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_extraction_runs")),
    )
    op.create_index(op.f("ix_extraction_runs_task"), "extraction_runs", ["task"])
    op.create_table(
        "extraction_results",
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("strategy", sa.String(length=64), nullable=False),
        sa.Column("case_id", sa.String(length=80), nullable=False),
        sa.Column("total", sa.Float(), nullable=False),
        sa.Column("as_labelled", sa.Boolean(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("finished_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["extraction_runs.id"],
            name=op.f("fk_extraction_results_run_id_extraction_runs"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run_id", "strategy", "case_id", name=op.f("pk_extraction_results")),
    )
