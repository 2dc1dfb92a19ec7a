"""Assignments, mentions and decisions name people by id; matters may ask for a second approver."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_USERS = sa.table("users", sa.column("id", sa.String), sa.column("name", sa.String))
_ASSIGNMENTS = sa.table(
    "assignments",
    sa.column("contract_id", sa.String),
    sa.column("person", sa.String),
    sa.column("user_id", sa.String),
)
_COMMENTS = sa.table("comments", sa.column("id", sa.String), sa.column("people", sa.JSON))


def upgrade() -> None:
    """Add the columns and the table; a name that exactly one known person has becomes that person."""
    op.add_column("assignments", sa.Column("user_id", sa.String(length=26), nullable=True))
    op.add_column("reviews", sa.Column("reviewer_id", sa.String(length=26), nullable=True))
    op.add_column("entries", sa.Column("matter_id", sa.String(length=26), nullable=True))
    op.add_column("matters", sa.Column("two_approvers", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "entry_approvals",
        sa.Column("entry_id", sa.String(length=26), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("proposal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_entry_approvals_entry_id_entries"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("entry_id", "revision", "proposal", "user_id", name=op.f("pk_entry_approvals")),
    )
    connection = op.get_bind()
    users = connection.execute(sa.select(_USERS.c.id, _USERS.c.name)).all()
    often = Counter(user.name.casefold() for user in users)
    ids = {user.name.casefold(): user.id for user in users if often[user.name.casefold()] == 1}
    for row in connection.execute(sa.select(_ASSIGNMENTS.c.contract_id, _ASSIGNMENTS.c.person)).all():
        if row.person.casefold() in ids:
            known = sa.update(_ASSIGNMENTS).where(_ASSIGNMENTS.c.contract_id == row.contract_id)
            connection.execute(known.values(user_id=ids[row.person.casefold()]))
    for row in connection.execute(sa.select(_COMMENTS.c.id, _COMMENTS.c.people)).all():
        people = [{"name": name, "user_id": ids.get(name.casefold())} for name in row.people]
        connection.execute(sa.update(_COMMENTS).where(_COMMENTS.c.id == row.id).values(people=people))
