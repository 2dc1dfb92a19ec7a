"""Bringing a database's tables up to date, all or nothing, by one process at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from core.errors import ConfigError, StoreError

FOLDER = Path(__file__).resolve().parent / "migrations"
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
        StoreError: after the migrations a row refers to one that is not there.
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


def _bring_up(connection: Connection, scripts: ScriptDirectory, folder: Path) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if current is not None and current not in known:
        raise ConfigError(
            f"The store was written by a newer version of the workbench (schema {current}); update the workbench",
            schema=current,
        )
    config = configuration(folder)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if orphans:
            raise StoreError(f"The migration left rows of {orphans[0][0]} without the row they refer to")
