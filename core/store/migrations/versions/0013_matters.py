"""Matters, their members and contracts; whose a conversation is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables: every contract is everybody's, and conversations of before are nobody's."""
    op.create_table(
        "matters",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("two_approvers", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matters")),
    )
    op.create_table(
        "matter_members",
        sa.Column("matter_id", sa.String(length=26), nullable=False),
        sa.Column("user_id", sa.String(length=26), nullable=False),
        sa.Column("added_by", sa.String(length=120), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["matter_id"], ["matters.id"], name=op.f("fk_matter_members_matter_id_matters"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_matter_members_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("matter_id", "user_id", name=op.f("pk_matter_members")),
    )
    op.create_index(op.f("ix_matter_members_user_id"), "matter_members", ["user_id"])
    op.create_table(
        "matter_contracts",
        sa.Column("contract_id", sa.String(length=16), nullable=False),
        sa.Column("matter_id", sa.String(length=26), nullable=False),
        sa.Column("added_by", sa.String(length=120), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["contract_id"],
            ["contracts.contract_id"],
            name=op.f("fk_matter_contracts_contract_id_contracts"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["matter_id"], ["matters.id"], name=op.f("fk_matter_contracts_matter_id_matters")),
        sa.PrimaryKeyConstraint("contract_id", name=op.f("pk_matter_contracts")),
    )
    op.create_index(op.f("ix_matter_contracts_matter_id"), "matter_contracts", ["matter_id"])
    op.add_column("conversations", sa.Column("user_id", sa.String(length=26), nullable=True))
