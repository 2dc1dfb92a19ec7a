"""Migrations: they make what the models say, all or nothing, and keep rows that refer to each other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from core.errors import StoreError
from core.settings import Settings
from core.store import Assignment, CommentRow, Store, open_store
from core.store.database import make_engine, store_address
from core.store.job_models import Batch, Unit
from core.store.migrate import FOLDER, upgrade
from core.store.models import Base

HEAD = ScriptDirectory(str(FOLDER)).get_current_head()
SECOND = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("added", sa.Column("id", sa.Integer(), primary_key=True))
    with op.batch_alter_table("batches") as batches:
        batches.alter_column("title", new_column_name="name")
    {last}
"""


def with_second(tmp_path: Path, last: str) -> Path:
    folder = copytree(FOLDER, tmp_path / "migrations", ignore=ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(SECOND.format(head=HEAD, last=last))
    return folder


def migrate(settings: Settings, folder: Path) -> None:
    upgrade(partial(make_engine, store_address(settings), settings, migrating=True), folder=folder)


def submitted(store: Store) -> None:
    now = datetime.now(UTC)
    with store.write() as session:
        session.add(Batch(id="b", kind="k", title="t", created_by="me", created_at=now))
        session.flush()
        session.add(
            Unit(
                id="u",
                batch="b",
                idem="i",
                kind="k",
                label="l",
                payload={},
                state="queued",
                max_attempts=3,
                updated_at=now,
            )
        )


def test_migrations_make_what_the_models_say(store: Store) -> None:
    with store.read() as session:
        # The index that the knowledge base is searched by is the database's own and no model.
        opts = {"compare_type": True, "include_name": lambda name, *_: not str(name).startswith("entry_search")}
        context = MigrationContext.configure(session.connection(), opts=opts)
        assert compare_metadata(context, Base.metadata) == []


def test_migration_on_tables_with_rows_keeps_them(any_settings: Settings, tmp_path: Path) -> None:
    """Changing a table on SQLite copies it; with foreign keys on, dropping the old one deletes what refers to it."""
    store = open_store(any_settings)
    submitted(store)
    migrate(any_settings, with_second(tmp_path, "pass"))
    with store.read() as session:
        assert session.execute(text("SELECT name FROM batches")).scalars().all() == ["t"]
        assert session.execute(text("SELECT id, batch FROM units")).all() == [("u", "b")]
        assert session.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "next"
    store.close()


def test_failing_migration_leaves_nothing_half_applied(any_settings: Settings, tmp_path: Path) -> None:
    store = open_store(any_settings)
    submitted(store)
    with pytest.raises(StoreError, match="not those of its version"):
        migrate(any_settings, with_second(tmp_path, 'op.execute("INSERT INTO nowhere VALUES (1)")'))
    with store.read() as session:
        assert not inspect(session.connection()).has_table("added")
        assert session.execute(text("SELECT title FROM batches")).scalars().all() == ["t"]
        assert session.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == HEAD
    store.close()


def test_tables_that_are_newer_than_they_say_are_refused_in_one_line(any_settings: Settings) -> None:
    """A version row that was set back ended every command in a trace of the migration."""
    store = open_store(any_settings)
    with store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0015'"))
    store.close()
    with pytest.raises(StoreError, match=r"not those of its version \(0015\)"):
        open_store(any_settings)


def test_a_search_table_that_lost_a_part_is_told_in_one_line(settings: Settings) -> None:
    """A missing part of the search over entries ended every command in a traceback."""
    open_store(settings).close()
    with closing(sqlite3.connect(settings.data_dir / "shinsa.sqlite")) as connection:
        connection.execute("DROP TABLE entry_search_config")
    with pytest.raises(StoreError, match="damaged"):
        open_store(settings)


def test_names_of_exactly_one_person_become_that_person(any_settings: Settings, tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "before", ignore=ignore_patterns("__pycache__", "001[7-9]*", "00[2-9]*"))
    any_settings.data_dir.mkdir(parents=True, exist_ok=True)
    migrate(any_settings, folder)
    engine = make_engine(store_address(any_settings), any_settings)
    values = {"now": "2026-01-01 00:00:00", "people": '["Ito", "SATO", "nobody"]', "empty": "{}"}
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO users (id, issuer, subject, name, created_at) VALUES ('u1', 'i', '1', 'Sato', :now)",
            "INSERT INTO users (id, issuer, subject, name, created_at) VALUES ('u2', 'i', '2', 'Ito', :now)",
            "INSERT INTO users (id, issuer, subject, name, created_at) VALUES ('u3', 'i', '3', 'ito', :now)",
            "INSERT INTO blobs (sha256, body, created_at) VALUES ('s', '', :now)",
            "INSERT INTO documents (sha256, file_name, kind, language, text, pages) "
            "VALUES ('s', 'f', 'text', 'en', '', '[]')",
            "INSERT INTO contracts (number, contract_id, sha256, engine, extraction, extraction_key, summary, "
            "revision, created_by, created_at, updated_at) "
            "VALUES (1, 'c', 's', 'e', '', 'k', :empty, 1, 'x', :now, :now)",
            "INSERT INTO assignments (contract_id, person, assigned_by, assigned_at) VALUES ('c', 'sato', 'x', :now)",
            "INSERT INTO comments (id, contract_id, subject, text, author, people, created_at) "
            "VALUES ('m', 'c', 'fact:title', 't', 'x', :people, :now)",
        ):
            connection.execute(text(statement), values)
    engine.dispose()
    store = open_store(any_settings)
    with store.read() as session:
        assert session.get_one(Assignment, "c").user_id == "u1"
        assert session.get_one(CommentRow, "m").people == [
            {"name": "Ito", "user_id": None},
            {"name": "SATO", "user_id": "u1"},
            {"name": "nobody", "user_id": None},
        ]
    store.close()
