"""Interviews with their turns, knowledge entries with their revisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "interview_sessions",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=True),
        sa.Column("marked", sa.JSON(), nullable=False),
        sa.Column("entry_id", sa.String(length=26), nullable=True),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interview_sessions")),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("session_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("user_message", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("superseded", sa.Boolean(), nullable=False),
        sa.Column("replaces", sa.String(length=26), nullable=True),
        sa.Column("draft_before", sa.JSON(), nullable=True),
        sa.Column("draft_after", sa.JSON(), nullable=True),
        sa.Column("owner", sa.String(length=80), nullable=True),
        sa.Column("lease_until", sa.Float(), nullable=True),
        sa.Column("outcome", sa.String(length=24), nullable=True),
        sa.Column("schema_version", sa.String(length=8), nullable=True),
        sa.Column("body", sa.JSON(), nullable=True),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("reference", sa.String(length=26), nullable=True),
        sa.Column("model", sa.String(length=120), nullable=True),
        sa.Column("prompt_version", sa.String(length=80), nullable=True),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("latency_ms", sa.Float(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["interview_sessions.id"],
            name=op.f("fk_turns_session_id_interview_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
        sa.UniqueConstraint("session_id", "number", name=op.f("uq_turns_session_id")),
        sa.UniqueConstraint("session_id", "token", name="uq_turns_token"),
    )
    op.create_index("ix_turns_created_at", "turns", ["created_at"])
    op.create_table(
        "entries",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("change", sa.BigInteger(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("number", name=op.f("uq_entries_number")),
    )
    op.create_index("ix_entries_status", "entries", ["status"])
    op.create_index("ix_entries_change", "entries", ["change"])
    op.create_table(
        "entry_revisions",
        sa.Column("entry_id", sa.String(length=26), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("author", sa.String(length=120), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_entry_revisions_entry_id_entries"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("entry_id", "revision", name=op.f("pk_entry_revisions")),
    )
