"""A contract notes which version of the built-in engine has read it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the column; what was read before has no version and counts as read by an earlier one."""
    op.add_column("contracts", sa.Column("engine_version", sa.String(length=16), nullable=False, server_default=""))
