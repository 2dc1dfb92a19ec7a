"""Due days of assignments; comments on contracts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Make the table and the column: what was assigned before has no day."""
    op.drop_column("matters", "two_approvers")  # nothing has ever read it
    op.add_column("assignments", sa.Column("due", sa.Date(), nullable=True))
    op.create_table(
        "comments",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("contract_id", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_by", sa.String(length=120), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["contract_id"],
            ["contracts.contract_id"],
            name=op.f("fk_comments_contract_id_contracts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
    )
    op.create_index(op.f("ix_comments_contract_id"), "comments", ["contract_id"])
