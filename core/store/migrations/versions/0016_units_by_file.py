"""Units are found by their file: whoever adds one asks whether it is on its way already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "ix_units_blob_sha256",
        "units",
        ["blob_sha256"],
        postgresql_where=sa.text("blob_sha256 IS NOT NULL"),
        sqlite_where=sa.text("blob_sha256 IS NOT NULL"),
    )
