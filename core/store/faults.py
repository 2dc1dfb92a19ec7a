"""What a database refused, as an error of ours that says what to do."""

from __future__ import annotations

import sqlite3

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from core.errors import StoreBusy, StoreError, StoreFull
from core.store.database import sqlite_code

BUSY = "The store is locked by another process for longer than we wait; try again"
FULL = "The store cannot be written: the disk is full or read-only"
DAMAGED = "The store's file is damaged or not an SQLite database; restore it"

# Write errors that SQLite reports when space ends in the journal rather than in the database.
_SQLITE_FULL = (
    "SQLITE_FULL",
    "SQLITE_READONLY",
    "SQLITE_CANTOPEN",
    "SQLITE_IOERR_WRITE",
    "SQLITE_IOERR_FSYNC",
    "SQLITE_IOERR_TRUNCATE",
    "SQLITE_IOERR_SHMSIZE",
    "SQLITE_IOERR_SHMOPEN",
)
_DAMAGED_WITHOUT_A_CODE = ("Could not decode to UTF-8", "vtable constructor failed")
# Codes of PostgreSQL, Appendix A of its manual.
_POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}
_POSTGRES_FULL = {"53100", "25006"}
_POSTGRES_CROWDED = {"53300"}


def translated(error: SQLAlchemyError, url: URL) -> StoreError | None:
    """The error of ours for a database's refusal; None for a fault in the program, which is left as it is."""
    if isinstance(error, PoolTimeout):
        return StoreBusy("More than the store's connections are in use; try again")
    if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError):
        return None
    first = _first_cause(error)
    if first is not error and (named := translated(first, url)) is not None:
        return named
    origin = error.orig
    if isinstance(origin, sqlite3.Error):
        return from_sqlite(origin)
    state = getattr(origin, "sqlstate", None)
    if state in _POSTGRES_BUSY:
        return StoreBusy(BUSY, sqlstate=state)
    if state in _POSTGRES_CROWDED:
        return StoreBusy("The PostgreSQL server has no connection free; try again", sqlstate=state)
    if state in _POSTGRES_FULL:
        return StoreFull(FULL, sqlstate=state)
    if isinstance(error, OperationalError) or error.connection_invalidated:
        return unreachable(error, url)
    return None


def _first_cause(error: DBAPIError) -> DBAPIError:
    """The refusal that came first: a full disk ends SQLite's whole transaction, after which its savepoints are gone."""
    found = error
    seen: BaseException | None = error.__context__
    while seen is not None:
        if isinstance(seen, DBAPIError):
            found = seen
        seen = seen.__context__
    return found


def from_sqlite(origin: sqlite3.Error) -> StoreError | None:
    """The error of ours for a refusal of SQLite; None for another fault."""
    name = sqlite_code(origin)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreBusy(BUSY, reason=name)
    if name.startswith(_SQLITE_FULL):
        return StoreFull(FULL, reason=name)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreError(DAMAGED, reason=name)
    if any(words in str(origin) for words in _DAMAGED_WITHOUT_A_CODE):
        return StoreError(DAMAGED, reason="text")
    if name.startswith("SQLITE_IOERR"):
        return StoreError("The store's file cannot be read or written", reason=name)
    return None


def unreachable(error: DBAPIError, url: URL) -> StoreError:
    """A PostgreSQL that does not answer or does not let us in; never repeats the password."""
    lines = str(error.orig).strip().splitlines()
    reason = lines[0] if lines else type(error.orig).__name__
    if url.password:
        reason = reason.replace(str(url.password), "***")
    host, port = url.host or "the local socket", url.port or 5432
    return StoreError(
        f"PostgreSQL at {host}:{port} (database {url.database}, user {url.username}) does not answer: {reason}. "
        "Start the server or correct DATABASE_URL; without DATABASE_URL the store is an SQLite file",
        host=str(host),
        port=port,
        reason=reason,
    )
