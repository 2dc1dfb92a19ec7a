"""The store: sessions on the one database that holds the truth, for many threads and processes."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import orjson
from filelock import FileLock, Timeout
from sqlalchemy import Engine, insert, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from core.errors import StoreBusy, StoreError, StoreFull
from core.settings import Settings
from core.store.audit_key import FILE as KEY_FILE
from core.store.audit_key import audit_key
from core.store.database import BEGIN, make_engine, make_folder, read_only_engine, store_address, writable
from core.store.faults import BUSY, DAMAGED, FULL, translated
from core.store.migrate import check_columns, check_tables, upgrade
from core.store.models import Counter, HistoryRow

REVISION = "revision"
AUDIT_KEY = "audit_key"
"""Where a session's `info` has the function that gives the key of the audit log."""
_SCRUBBED = "scrubbed"


class Store:
    """Sessions on the store. Use `open_store`; one object serves all threads of a process."""

    def __init__(
        self,
        engine: Engine,
        url: URL,
        *,
        busy_s: float,
        audit_key: Callable[[], bytes],
        folder: TemporaryDirectory[str] | None = None,
    ) -> None:
        """Args:
        engine: for reading and writing.
        url: of the database, for messages.
        busy_s: how long a writer waits for the others.
        audit_key: gives the key of the audit log, when it is first needed.
        folder: a copy that is read because nothing can be written where the database is; gone with this object.
        """
        self._folder = folder
        self.read_only = False
        """Whether nothing can be written where the database is: `write` is refused."""
        self._engine = engine
        self._url = url
        self._busy_s = busy_s
        self._info = {AUDIT_KEY: audit_key}
        # SQLite has one writer at a time, and its waiters sleep and try again without an order: with 50 threads some
        # waited for seconds. Threads of one process queue here instead; between processes SQLite's own wait remains.
        self._writer = threading.Lock() if engine.dialect.name == "sqlite" else None
        reading = (
            {BEGIN: "BEGIN DEFERRED"}
            if engine.dialect.name == "sqlite"
            else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )
        self._reader = engine.execution_options(**reading)

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session on one snapshot of the store; what it writes is refused or dropped.

        Raises:
            StoreError: the database refused; `StoreBusy` and `StoreFull` where it said so.
        """
        with (
            self._named_errors(),
            Session(self._reader, autoflush=False, expire_on_commit=False, info=self._info) as session,
        ):
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session in one write transaction: committed at the end of the block, rolled back on any error.

        On SQLite the write lock is taken at once, so nothing that the block reads can change under it.

        Raises:
            StoreBusy: the lock did not come free in `store_busy_s` seconds.
            StoreFull: no space, or the database is read-only.
            StoreError: the database refused otherwise.
        """
        if self.read_only:
            raise StoreFull(FULL, reason="read_only")
        with (
            self._named_errors(),
            self._turn_to_write(),
            Session(self._engine, expire_on_commit=False, info=self._info) as session,
            session.begin(),
        ):
            session.connection()
            yield session

    def scrub(self) -> bool:
        """Leave nothing of deleted rows in the database's files; False while a reader of an older state is in the way.

        SQLite overwrites what is deleted (`secure_delete`); its log is written back and emptied, and once the whole
        file is written anew, for what was deleted before that setting. PostgreSQL: dead rows are vacuumed; what its
        own log and archives hold is its keeper's.

        Raises:
            StoreBusy: the lock did not come free.
            StoreError: the database refused otherwise.
        """
        with self._named_errors(), self._turn_to_write():
            if self.dialect == "postgresql":
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.exec_driver_sql("VACUUM")
                return True
            raw = self._engine.raw_connection()
            try:
                cursor = raw.cursor()
                marked = cursor.execute("SELECT 1 FROM counters WHERE name = ?", (_SCRUBBED,)).fetchone()
                if marked is None:
                    cursor.execute("VACUUM")
                    cursor.execute("INSERT OR IGNORE INTO counters (name, value) VALUES (?, 1)", (_SCRUBBED,))
                busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                cursor.close()
                return not busy
            finally:
                raw.close()

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()
        if self._folder is not None:
            self._folder.cleanup()

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        if self._writer is None:
            yield
            return
        if not self._writer.acquire(timeout=self._busy_s):
            raise StoreBusy(BUSY, reason="writing")
        try:
            yield
        finally:
            self._writer.release()

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            named = translated(error, self._url)
            if named is None:
                raise
            raise named from error
        except orjson.JSONDecodeError as error:  # of a column; answers of endpoints are no concern of a session
            raise StoreError(DAMAGED, reason="json") from error

    def check(self) -> None:
        """Read the whole file of an SQLite store.

        Raises:
            StoreError: it is damaged.
        """
        if self.dialect != "sqlite":
            return
        with self.read() as session:
            verdict = session.execute(text("PRAGMA quick_check(1)")).scalar_one()
        if verdict != "ok":
            raise StoreError(f"{DAMAGED} ({verdict})", reason="quick_check")


def open_store(settings: Settings) -> Store:
    """The store of these settings, its folder made and its tables brought up to date.

    Args:
        settings: `data_dir`, `database_url` and `store_busy_s` are used.

    Raises:
        ConfigError: a wrong address, a missing driver, or tables written by a newer version of the workbench.
        StoreError: the database cannot be reached or written.
    """
    url = store_address(settings)
    if url.get_backend_name() == "sqlite" and not writable(Path(str(url.database))):
        return _read_only_store(Path(str(url.database)), url, settings)
    make_folder(settings.data_dir)
    if url.get_backend_name() == "sqlite":
        _refuse_emptied(Path(str(url.database)), settings)
    store = Store(
        make_engine(url, settings), url, busy_s=settings.store_busy_s, audit_key=cache(partial(audit_key, settings))
    )
    try:
        with store._named_errors():
            if url.get_backend_name() == "sqlite":
                with _folder_lock(Path(str(url.database)), settings.store_busy_s):
                    upgrade(partial(make_engine, url, settings, migrating=True))
            else:
                upgrade(partial(make_engine, url, settings, migrating=True))
            with store._reader.connect() as connection:
                check_columns(connection)
    except BaseException:  # an interrupt too must not leave the store open
        store.close()
        raise
    return store


def _refuse_emptied(file: Path, settings: Settings) -> None:
    """A store's file without a byte, beside the key that only a store in use makes, has lost what it held."""
    log = file.with_name(f"{file.name}-wal")
    lost = file.is_file() and not file.stat().st_size and (settings.data_dir / KEY_FILE).exists()
    if lost and not (log.exists() and log.stat().st_size):
        raise StoreError(f"The store's file is empty: {file}; restore it, or delete it to begin anew", reason="empty")


def _read_only_store(file: Path, url: URL, settings: Settings) -> Store:
    """The store of a file where nothing can be written, for reading.

    SQLite reads such a file only where it has no log of changes beside it; one with a log is read from a copy.

    Raises:
        StoreFull: there is no file, and none can be made.
        ConfigError, StoreError: its tables are not those of this version.
    """
    if not file.exists():
        raise StoreFull(f"{FULL}: {file.parent}", reason="read_only", folder=str(file.parent))
    folder: TemporaryDirectory[str] | None = None
    log = file.with_name(file.name + "-wal")
    if log.exists() and log.stat().st_size:
        folder = TemporaryDirectory(prefix="shinsa-store-")
        for each in (file, log):
            shutil.copyfile(each, Path(folder.name) / each.name)
        file = Path(folder.name) / file.name
        engine = make_engine(url.set(database=str(file)), settings)
    else:
        engine = read_only_engine(file.resolve(), settings)
    store = Store(engine, url, busy_s=settings.store_busy_s, audit_key=partial(audit_key, settings), folder=folder)
    store.read_only = True
    try:
        with store._named_errors(), store._reader.connect() as connection:
            check_tables(connection)
    except BaseException:  # an interrupt too must not leave the store open
        store.close()
        raise
    return store


@contextmanager
def _folder_lock(file: Path, wait_s: float) -> Iterator[None]:
    """One process at a time: the switch of a fresh SQLite file to WAL does not wait for locks by itself."""
    make_folder(file.parent)
    try:
        with FileLock(file.with_name(file.name + ".lock"), timeout=wait_s, mode=0o600):
            yield
    except Timeout as error:
        raise StoreBusy(BUSY, reason="opening") from error
    except OSError as error:
        raise StoreFull(f"{FULL}: {error.strerror}", reason="opening") from error


def advance_counter(session: Session, name: str, *, by: int = 1) -> int:
    """A named counter's new value after raising it, taken in this write transaction; a new counter starts at 0.

    The counter's row stays locked until the commit, so values appear in the order of commits.
    """
    raised = update(Counter).where(Counter.name == name).values(value=Counter.value + by).returning(Counter.value)
    value = session.execute(raised).scalar_one_or_none()
    if value is None:
        try:
            with session.begin_nested():
                session.execute(insert(Counter).values(name=name, value=0))
        except IntegrityError:
            pass  # another transaction made the row first and has committed
        value = session.execute(raised).scalar_one()
    return value


def next_revision(session: Session) -> int:
    """The next number of the store's history: a reader that has seen number n has seen everything before n."""
    revision = advance_counter(session, REVISION)
    session.execute(insert(HistoryRow).values(revision=revision, token=uuid4().hex))
    return revision


def history_token(session: Session, revision: int) -> str | None:
    """What tells this store's revision from that of another one or of another course of events; None where there is
    no such revision."""
    return session.scalar(select(HistoryRow.token).where(HistoryRow.revision == revision))
