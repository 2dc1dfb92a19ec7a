"""What the knowledge base is searched by: FTS5 with trigrams on SQLite, a text-search vector on PostgreSQL.

The tables are an index of `entries`, filled by `core.knowledge.search`; they are no models.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the index's table."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE entry_search USING fts5"
            "(entry_id UNINDEXED, title, body, tokenize='trigram case_sensitive 1')"
        )
        return
    op.execute(
        sa.text(
            "CREATE TABLE entry_search (entry_id VARCHAR(26) PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE, "
            "title TEXT NOT NULL, body TEXT NOT NULL, words TSVECTOR NOT NULL)"
        )
    )
    op.execute(sa.text("CREATE INDEX ix_entry_search_words ON entry_search USING gin (words)"))
