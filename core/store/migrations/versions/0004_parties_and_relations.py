"""Parties as groups of organizations, relations between agreements, and the decisions on both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    _parties()
    _relations()
    op.create_table(
        "contract_statements",
        sa.Column("contract_id", sa.String(length=16), nullable=False),
        sa.Column("version", sa.String(length=20), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        _contract("contract_statements", "contract_id"),
        sa.PrimaryKeyConstraint("contract_id", name=op.f("pk_contract_statements")),
    )


def _parties() -> None:
    op.create_table(
        "party_groups",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_party_groups")),
    )
    op.create_table(
        "party_members",
        sa.Column("organization_id", sa.String(length=25), nullable=False),
        sa.Column("group_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("approved_by", sa.String(length=120), nullable=False),
        sa.Column("approved_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["party_groups.id"], name=op.f("fk_party_members_group_id_party_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("organization_id", name=op.f("pk_party_members")),
    )
    op.create_index("ix_party_members_group_id", "party_members", ["group_id"])
    op.create_table(
        "party_rejections",
        sa.Column("first_id", sa.String(length=25), nullable=False),
        sa.Column("second_id", sa.String(length=25), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("rejected_by", sa.String(length=120), nullable=False),
        sa.Column("rejected_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("first_id", "second_id", name=op.f("pk_party_rejections")),
    )
    op.create_table(
        "party_decisions",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("decision", sa.String(length=12), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("method", sa.String(length=20), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("decided_by", sa.String(length=120), nullable=False),
        sa.Column("decided_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_party_decisions")),
    )


def _relations() -> None:
    op.create_table(
        "agreement_relations",
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("method", sa.String(length=10), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=True),
        sa.Column("decided_by", sa.String(length=120), nullable=False),
        sa.Column("decided_at", TIME, nullable=False),
        _contract("agreement_relations", "source"),
        _contract("agreement_relations", "target"),
        sa.PrimaryKeyConstraint("kind", "source", "target", name=op.f("pk_agreement_relations")),
    )
    op.create_index("ix_agreement_relations_target", "agreement_relations", ["target"])
    op.create_table(
        "relation_decisions",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("target", sa.String(length=16), nullable=False),
        sa.Column("decision", sa.String(length=10), nullable=False),
        sa.Column("method", sa.String(length=10), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("decided_by", sa.String(length=120), nullable=False),
        sa.Column("decided_at", TIME, nullable=False),
        _contract("relation_decisions", "source"),
        _contract("relation_decisions", "target"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relation_decisions")),
    )
    op.create_index("ix_relation_decisions_source", "relation_decisions", ["source"])
    op.create_index("ix_relation_decisions_target", "relation_decisions", ["target"])


def _contract(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["contracts.contract_id"], name=op.f(f"fk_{table}_{column}_contracts"), ondelete="CASCADE"
    )
