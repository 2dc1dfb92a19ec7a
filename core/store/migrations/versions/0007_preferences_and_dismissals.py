"""What a person chose about the interface, and failures that somebody has seen and put away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table and the column; failures of before are shown."""
    op.create_table(
        "preferences",
        sa.Column("person", sa.String(length=120), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("person", "name", name=op.f("pk_preferences")),
    )
    op.add_column("units", sa.Column("dismissed", sa.Boolean(), server_default=sa.false(), nullable=False))
