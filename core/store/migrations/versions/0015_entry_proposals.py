"""Proposed revisions of approved knowledge entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make the table; nothing is proposed yet."""
    op.create_table(
        "entry_proposals",
        sa.Column("entry_id", sa.String(length=26), nullable=False),
        sa.Column("base_revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("author_id", sa.String(length=26), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["entries.id"],
            name=op.f("fk_entry_proposals_entry_id_entries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_entry_proposals")),
    )
