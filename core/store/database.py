"""Engines for the two databases of the store, each with the settings that keep it safe.

SQLite: WAL, synchronous FULL, foreign keys, and our own BEGIN, because the driver's implicit one neither covers
reads and DDL nor takes the write lock at the start. PostgreSQL: psycopg with a lock timeout.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import orjson
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, QueuePool

from core.errors import ConfigError, StoreFull
from core.settings import Settings

BEGIN = "shinsa_begin"  # execution option: how a transaction of this engine begins on SQLite
PSYCOPG = 'pip install "psycopg[binary]==3.3.9"'


def store_address(settings: Settings) -> URL:
    """Parsed address of the store.

    Raises:
        ConfigError: not an address, or of a database that the store does not work on. The address itself is never
            repeated: it may hold a password.
    """
    try:
        url = make_url(settings.store_url)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise ConfigError(
            "DATABASE_URL is not a database address; it looks like postgresql://USER:PASSWORD@HOST:PORT/NAME",
            name="DATABASE_URL",
        ) from None
    if backend == "sqlite" and (not url.database or url.database == ":memory:"):
        raise ConfigError("DATABASE_URL names an SQLite database in memory; name a file", name="DATABASE_URL")
    if backend not in {"sqlite", "postgresql"}:
        raise ConfigError(
            f"DATABASE_URL: the store runs on SQLite or PostgreSQL, not on {backend}", name="DATABASE_URL"
        )
    return url


def make_folder(folder: Path) -> None:
    """Create the data folder for its owner only.

    Raises:
        StoreFull: the folder cannot be made (full or read-only disk, no permission).
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFull(f"Cannot make the data folder {folder}: {error.strerror}", folder=str(folder)) from error


def writable(file: Path) -> bool:
    """Whether an SQLite file of this name can be written, or made; SQLite writes files beside it, too."""
    folder = next((each for each in file.parents if each.exists()), file.parent)
    return os.access(folder, os.W_OK) and (not file.exists() or os.access(file, os.W_OK))


def read_only_engine(file: Path, settings: Settings) -> Engine:
    """Engine for reading an SQLite file where nothing can be written: not even the files that SQLite puts beside it.

    Args:
        file: the database. Nobody writes to it meanwhile; it has no log beside it.
        settings: how long to wait for a connection.
    """
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(
            f"{file.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False, isolation_level=None
        ),
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=56,
        pool_timeout=settings.store_busy_s,
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def make_engine(url: URL, settings: Settings, *, migrating: bool = False) -> Engine:
    """Engine for `url`; connects on first use.

    Args:
        url: from `store_address`.
        settings: how long to wait for a lock.
        migrating: one unpooled connection without foreign keys on SQLite, where changing a table means copying
            it, which would otherwise delete the rows that refer to it.

    Raises:
        ConfigError: PostgreSQL without its driver; names the command that installs it.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, settings, migrating=migrating)
    return _postgresql(url, settings, migrating=migrating)


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()


def _sqlite(url: URL, settings: Settings, *, migrating: bool) -> Engine:
    arguments = {"timeout": settings.store_busy_s, "check_same_thread": False}
    engine = (
        create_engine(url, connect_args=arguments, poolclass=NullPool)
        if migrating
        else create_engine(
            url,
            connect_args=arguments,
            json_serializer=_dumps,
            json_deserializer=orjson.loads,
            pool_size=8,
            max_overflow=56,
            pool_timeout=settings.store_busy_s,
        )
    )

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        # What is deleted is overwritten with zeros in its pages.
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.execute(f"PRAGMA foreign_keys = {'OFF' if migrating else 'ON'}")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN IMMEDIATE"))

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def _postgresql(url: URL, settings: Settings, *, migrating: bool) -> Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    arguments = {
        "options": f"-c lock_timeout={int(settings.store_busy_s * 1000)} -c timezone=UTC",
        "connect_timeout": 10,
        "application_name": "shinsa",
    }
    try:
        if migrating:
            return create_engine(url, connect_args=arguments, poolclass=NullPool)
        return create_engine(
            url,
            connect_args=arguments,
            json_serializer=_dumps,
            json_deserializer=orjson.loads,
            pool_size=8,
            max_overflow=24,
            pool_timeout=settings.store_busy_s,
            pool_pre_ping=True,
        )
    except (ImportError, NoSuchModuleError) as error:
        raise ConfigError(
            f"DATABASE_URL names PostgreSQL, whose driver is not installed. Install it: {PSYCOPG}",
            name="DATABASE_URL",
            command=PSYCOPG,
        ) from error


def sqlite_code(error: sqlite3.Error) -> str:
    """SQLite's name of an error, such as `SQLITE_BUSY`; empty when the driver gives none."""
    return getattr(error, "sqlite_errorname", None) or ""
