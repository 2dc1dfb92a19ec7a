"""How Alembic runs our migrations: on the connection, and in the transaction, that `core.store.migrate` hands it."""

from __future__ import annotations

from alembic import context

from core.store.models import Base

_connection = context.config.attributes["connection"]

# Transactional DDL is off by default on SQLite because of its driver; our own BEGIN makes it safe.
context.configure(
    connection=_connection,
    target_metadata=Base.metadata,
    transactional_ddl=True,
    render_as_batch=_connection.dialect.name == "sqlite",
    compare_type=True,
)
context.run_migrations()
