"""Who is to review a contract."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table; nothing is assigned yet."""
    op.create_table(
        "assignments",
        sa.Column("contract_id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=120), nullable=False),
        sa.Column("assigned_by", sa.String(length=120), nullable=False),
        sa.Column("assigned_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["contract_id"],
            ["contracts.contract_id"],
            name=op.f("fk_assignments_contract_id_contracts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("contract_id", name=op.f("pk_assignments")),
    )
