"""People, roles, logins, tokens, and the audit log with what keeps it append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

TIME = sa.DateTime(timezone=True)
REFUSED = "the audit log is append-only"


def upgrade() -> None:
    """Make the tables, and the triggers that refuse to change what the log says."""
    _people()
    _audit()
    with op.batch_alter_table("entry_revisions") as revisions:
        revisions.add_column(sa.Column("author_id", sa.String(length=26), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_triggers()
    else:
        _postgresql_triggers()


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("email", sa.String(length=255), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("logins_end", TIME, nullable=True),
        sa.Column("disabled_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_users_issuer")),
    )
    op.create_table(
        "role_grants",
        sa.Column("user_id", sa.String(length=26), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("granted_by", sa.String(length=120), nullable=False),
        sa.Column("granted_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_role_grants_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "role", name=op.f("pk_role_grants")),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=26), nullable=False),
        sa.Column("issued_at", TIME, nullable=False),
        sa.Column("seen_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_logins_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_logins")),
    )
    op.create_index(op.f("ix_logins_user_id"), "logins", ["user_id"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("user_id", sa.String(length=26), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("secret_sha256", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_by", sa.String(length=120), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.Column("used_at", TIME, nullable=True),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_api_tokens_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("secret_sha256", name=op.f("uq_api_tokens_secret_sha256")),
    )
    op.create_index(op.f("ix_api_tokens_user_id"), "api_tokens", ["user_id"])


def _audit() -> None:
    op.create_table(
        "audit_log",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("actor_kind", sa.String(length=10), nullable=False),
        sa.Column("actor_id", sa.String(length=40), nullable=True),
        sa.Column("actor", sa.String(length=120), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("resource_kind", sa.String(length=20), nullable=True),
        sa.Column("resource_id", sa.String(length=80), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("mac", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit_log")),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.create_index("ix_audit_log_actor_id", "audit_log", ["actor_id"])
    op.create_index("ix_audit_log_resource", "audit_log", ["resource_kind", "resource_id"])
    head = op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", TIME, nullable=True),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("mac", sa.String(length=64), nullable=False),
        sa.Column("head_mac", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_head")),
    )
    op.bulk_insert(head, [{"id": 1, "seq": 0, "at": None, "key_id": "", "mac": "", "head_mac": ""}])


def _sqlite_triggers() -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    op.execute(f"CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log {refuse}")
    op.execute(f"CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log {refuse}")
    op.execute(f"CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head {refuse}")
    op.execute(f"CREATE TRIGGER audit_head_moves_on BEFORE UPDATE ON audit_head WHEN NEW.seq <> OLD.seq + 1 {refuse}")


def _postgresql_triggers() -> None:
    op.execute(
        "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'check_violation'; END $$"
    )
    for name, event, table in (
        ("audit_log_no_change", "UPDATE OR DELETE", "audit_log"),
        ("audit_head_no_delete", "DELETE", "audit_head"),
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()"
        )
    for table in ("audit_log", "audit_head"):
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()"
        )
    op.execute(
        "CREATE TRIGGER audit_head_moves_on BEFORE UPDATE ON audit_head FOR EACH ROW "
        "WHEN (NEW.seq <> OLD.seq + 1) EXECUTE FUNCTION refuse_audit_change()"
    )
