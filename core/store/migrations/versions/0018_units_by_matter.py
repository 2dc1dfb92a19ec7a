"""Units say which contract and matter they are for in columns; those that ended badly have an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_UNITS = sa.table(
    "units",
    sa.column("contract_id", sa.String),
    sa.column("matter_id", sa.String),
    sa.column("payload", sa.JSON),
)


def upgrade() -> None:
    """Add columns and indexes; what is there gets what its payload names."""
    op.add_column("units", sa.Column("contract_id", sa.String(length=16), nullable=True))
    op.add_column("units", sa.Column("matter_id", sa.String(length=26), nullable=True))
    for column, key in (("contract_id", "contract_id"), ("matter_id", "matter")):
        named = _UNITS.c.payload[key].as_string()
        op.execute(sa.update(_UNITS).where(named.is_not(None)).values({column: named}))
    for name, column, condition in (
        ("ix_units_troubled", "id", "state IN ('failed', 'quarantined')"),
        ("ix_units_contract_id", "contract_id", "contract_id IS NOT NULL"),
        ("ix_units_matter_id", "matter_id", "matter_id IS NOT NULL"),
    ):
        where = sa.text(condition)
        op.create_index(name, "units", [column], postgresql_where=where, sqlite_where=where)
