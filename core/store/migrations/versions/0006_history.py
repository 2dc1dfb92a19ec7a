"""A token for every revision, by which a projection knows that it follows this very history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the table; revisions of before have no token."""
    op.create_table(
        "history",
        sa.Column("revision", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_history")),
    )
