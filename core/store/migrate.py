"""Bringing a database's tables up to date, all or nothing, by one process at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from core.errors import ConfigError, StoreError
from core.store.faults import translated
from core.store.models import Base

FOLDER = Path(__file__).resolve().parent / "migrations"
RESTORE = "put a backup of the database back, or name another one with DATA_DIR or DATABASE_URL"
_ADVISORY_LOCK = 0x5348494E5341  # "SHINSA"; any number that no other program on the server uses


def configuration(folder: Path = FOLDER) -> Config:
    """Alembic's configuration for the migrations in `folder`."""
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(engine: Callable[[], Engine], *, folder: Path = FOLDER) -> None:
    """Run the migrations that are missing, in one transaction.

    Args:
        engine: makes the engine whose only connection does the work.
        folder: where the migrations are.

    Raises:
        ConfigError: the tables were written by a newer version of the workbench.
        StoreError: the tables are not those of their version, or a row refers to one that is not there.
    """
    scripts = ScriptDirectory.from_config(configuration(folder))
    owned = engine()
    try:
        with owned.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            _bring_up(connection, scripts, folder)
    finally:
        owned.dispose()


def check_tables(connection: Connection, *, folder: Path = FOLDER) -> None:
    """Pass when the tables are those of this version of the workbench, whole.

    Raises:
        ConfigError: they are of another version.
        StoreError: there is no version or there are several, or a table or column is missing.
    """
    scripts = ScriptDirectory.from_config(configuration(folder))
    current = _version(connection, scripts)
    if current != scripts.get_current_head():
        raise ConfigError(
            f"The store was written by an older version of the workbench (schema {current}); open it once where it can "
            "be written, which brings it up to date",
            schema=str(current),
        )
    if folder == FOLDER:
        check_columns(connection)


def check_columns(connection: Connection) -> None:
    """Pass when every table and column that this version uses is there.

    Raises:
        StoreError: one is missing; says which.
    """
    inspector = inspect(connection)
    there = {
        table: {str(column["name"]) for column in columns}
        for (_, table), columns in inspector.get_multi_columns().items()
    }
    for table in Base.metadata.tables.values():
        missing = {column.name for column in table.columns} - there.get(table.name, set())
        if table.name not in there:
            raise StoreError(f"The store has no table {table.name}; {RESTORE}", table=table.name)
        if missing:
            raise StoreError(
                f"The store's table {table.name} has no column {', '.join(sorted(missing))}; {RESTORE}",
                table=table.name,
            )


def version_of(connection: Connection) -> str | None:
    """The version of the tables that there are, None for none.

    Raises:
        ConfigError: a version that this workbench does not know.
        StoreError: tables without a version, or with several.
    """
    return _version(connection, ScriptDirectory.from_config(configuration()))


def check_known(version: str) -> None:
    """Pass when a version of the tables is one that this workbench knows.

    Raises:
        ConfigError: it is not.
    """
    _refuse_unknown(version, ScriptDirectory.from_config(configuration()))


def _version(connection: Connection, scripts: ScriptDirectory) -> str | None:
    """The version of the tables that there are, None for none.

    Raises:
        ConfigError: a version that this workbench does not know.
        StoreError: tables without a version, or with several.
    """
    heads = MigrationContext.configure(connection).get_current_heads()
    if len(heads) > 1:
        raise StoreError(f"The store says that it has several versions ({', '.join(sorted(heads))}); {RESTORE}")
    if not heads:
        names = set(inspect(connection).get_table_names())
        if names & set(Base.metadata.tables):
            raise StoreError(f"The store has tables but does not say of which version; {RESTORE}")
        return None
    _refuse_unknown(heads[0], scripts)
    return heads[0]


def _refuse_unknown(version: str, scripts: ScriptDirectory) -> None:
    if version not in {script.revision for script in scripts.walk_revisions()}:
        raise ConfigError(
            f"The store was written by a newer version of the workbench (schema {version}); update the workbench",
            schema=version,
        )


def _bring_up(connection: Connection, scripts: ScriptDirectory, folder: Path) -> None:
    current = _version(connection, scripts)
    if current == scripts.get_current_head():
        return
    config = configuration(folder)
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except (OperationalError, ProgrammingError, IntegrityError) as error:
        if translated(error, connection.engine.url) is not None:
            raise
        reason = str(error.orig).strip().splitlines()[0]
        raise StoreError(
            f"The store's tables are not those of its version ({current}): {reason}; {RESTORE}", schema=str(current)
        ) from error
    if connection.dialect.name == "sqlite":
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if orphans:
            raise StoreError(f"The migration left rows of {orphans[0][0]} without the row they refer to")
