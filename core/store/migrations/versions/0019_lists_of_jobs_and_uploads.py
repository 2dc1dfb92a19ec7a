"""Units of a job in one state have an index in the order of submission; what each person uploads is counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add an index and a table."""
    op.create_index("ix_units_batch_state_id", "units", ["batch", "state", "id"])
    op.create_table(
        "uploads",
        sa.Column("who", sa.String(length=80), primary_key=True),
        sa.Column("slot", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
    )
