"""Backup and restore of what cannot be made anew: the store, and files that lie beside it in the data folder.

A backup is one zip archive: a list of its members with sizes and SHA-256, the store (SQLite's own copy, or pg_dump's
custom form), and the files. The graph and its indexes are projections of the store; they are left out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import Engine, inspect
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from core.errors import BadArguments, ConfigError, StoreBusy, StoreError
from core.settings import Settings
from core.store.database import make_engine, make_folder, read_only_engine, sqlite_code, store_address
from core.store.faults import BUSY, from_sqlite, translated
from core.store.migrate import check_known, version_of

_FORMAT = 1
_LIST = "shinsa-backup.json"
_STORE = {"sqlite": "store.sqlite", "postgresql": "store.pgdump"}
_FILES = "files/"
_DERIVED = ("graph.lbug", "search.sqlite")
_LIST_BYTES = 64 * 2**20
_PIECE = 2**20
_WAITING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class _Member(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    size: int
    sha256: str


class _Contents(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    format: int
    store: str
    schema_version: str
    made_at: str
    members: dict[str, _Member]


class BackupMade(BaseModel):
    """What a backup holds: kind of the store, number of files beside it, bytes of the archive."""

    store: str
    files: int
    size: int


def back_up(settings: Settings, to: Path, *, force: bool = False) -> BackupMade:
    """Write a backup of the store and of the data folder's files; the workbench may run meanwhile.

    Args:
        settings: whose data.
        to: the archive, readable by its owner only; complete or not there.
        force: replace an archive of that name.

    Raises:
        BadArguments: there is a file of that name, or nothing to back up.
        ConfigError: PostgreSQL's programs are missing.
        StoreError: the database refused.
    """
    to = to.absolute()
    if to.exists() and not force:
        raise BadArguments(f"{to} is there already; name another file, or replace it with --force", file=str(to))
    url = store_address(settings)
    kind = url.get_backend_name()
    if kind == "sqlite" and not Path(str(url.database)).is_file():
        raise BadArguments(f"There is no store to back up: {url.database}", file=str(url.database))
    to.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".shinsa-backup-", dir=to.parent) as folder:
        copy, archive = Path(folder) / _STORE[kind], Path(folder) / "archive"
        if kind == "sqlite":
            with _named(Path(str(url.database))):
                _copy_sqlite(Path(str(url.database)), copy, settings.store_busy_s)
            # Of the copy: to ask the store itself would wait for whoever writes.
            schema = _schema_version(read_only_engine(copy, settings), url)
        else:
            schema = _schema_version(make_engine(url, settings, migrating=True), url)
            _run_postgres("pg_dump", url, settings, "--format=custom", "--no-owner", "--no-acl", f"--file={copy}")
        sources = {_STORE[kind]: copy}
        for file in _files_beside(settings, url, leave={to, Path(folder)}):
            sources[_FILES + file.relative_to(settings.data_dir).as_posix()] = file
        with (
            os.fdopen(os.open(archive, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as out,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
        ):
            members = {name: _pack(packed, name, source) for name, source in sources.items()}
            contents = _Contents(
                format=_FORMAT,
                store=kind,
                schema_version=schema,
                made_at=datetime.now(UTC).isoformat(),
                members=members,
            )
            packed.writestr(_LIST, contents.model_dump_json())
        size = archive.stat().st_size
        os.replace(archive, to)
    return BackupMade(store=kind, files=len(sources) - 1, size=size)


def restore(settings: Settings, archive: Path, *, force: bool = False) -> BackupMade:
    """Put a backup in the place of the store and the data folder's files. The whole archive is checked before.

    Args:
        settings: where to. No workbench runs on it.
        archive: from `back_up`.
        force: replace what is there; without it only an empty place is filled.

    Raises:
        BadArguments: there is data already and `force` is not given.
        ConfigError: the archive is of a newer version, or of the other kind of database.
        StoreError: the archive is damaged or none of ours, or the database refused. Nothing was changed.
    """
    if not archive.is_file():
        raise BadArguments(f"There is no file {archive}", file=str(archive))
    url = store_address(settings)
    kind = url.get_backend_name()
    make_folder(settings.data_dir)
    with TemporaryDirectory(prefix=".shinsa-restore-", dir=settings.data_dir) as folder:
        staged = Path(folder)
        contents = _unpack(archive, staged)
        if contents.store != kind:
            raise ConfigError(
                f"The backup holds a store on {contents.store}, but these settings name one on {kind}; "
                "set DATABASE_URL accordingly",
                name="DATABASE_URL",
            )
        check_known(contents.schema_version)
        copy = staged / _STORE[kind]
        if kind == "sqlite":
            _check_sqlite(copy, settings)
        else:
            _run_postgres("pg_restore", None, settings, "--list", str(copy))
        targets = {
            staged / name: _target(settings, url, name.removeprefix(_FILES))
            for name in contents.members
            if name.startswith(_FILES)
        }
        taken = [target for target in targets.values() if target.exists()]
        if not force and (taken or _holds_data(url, settings)):
            raise BadArguments(
                "There is data already where the backup would go; restore into an empty DATA_DIR (and database), or "
                "replace it with --force"
            )
        if kind == "sqlite":
            _put_back_sqlite(copy, Path(str(url.database)), settings.store_busy_s)
        else:
            how = ("--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction", "--exit-on-error")
            _run_postgres("pg_restore", url, settings, *how, str(copy))
        for source, target in targets.items():
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.replace(source, target)
    return BackupMade(store=kind, files=len(targets), size=archive.stat().st_size)


def _files_beside(settings: Settings, url: URL, *, leave: set[Path]) -> Iterator[Path]:
    """Files of the data folder that are neither the store nor made from it."""
    for folder, names, files in os.walk(settings.data_dir):
        here = Path(folder)
        names[:] = [name for name in names if here / name not in leave and not _is_left_out(here / name, settings, url)]
        for name in files:
            file = here / name
            if file not in leave and file.is_file() and not file.is_symlink() and not _is_left_out(file, settings, url):
                yield file


def _is_left_out(path: Path, settings: Settings, url: URL) -> bool:
    """Whether a path of the data folder is the store itself, its log, a lock, or made from the store."""
    parent, name = path.parent, path.name
    if name.endswith(".lock") or name.startswith((".shinsa-backup-", ".shinsa-restore-")):
        return True
    if parent == settings.data_dir and name.startswith(_DERIVED):
        return True
    store = Path(str(url.database)).absolute() if url.get_backend_name() == "sqlite" else None
    return store is not None and parent == store.parent and name.startswith(store.name)


def _pack(packed: zipfile.ZipFile, name: str, source: Path) -> _Member:
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as read, packed.open(name, "w", force_zip64=True) as out:
        while piece := read.read(_PIECE):
            digest.update(piece)
            size += len(piece)
            out.write(piece)
    return _Member(size=size, sha256=digest.hexdigest())


def _unpack(archive: Path, folder: Path) -> _Contents:
    """The archive's list, with every member checked and written below `folder`.

    Raises:
        StoreError: damaged, not ours, or with members that would leave the folder.
    """
    damaged = f"{archive} is damaged; nothing was changed"
    try:
        with zipfile.ZipFile(archive) as packed:
            names = packed.namelist()
            if _LIST not in names:
                raise StoreError(f"{archive} is no backup of this workbench; nothing was changed", file=str(archive))
            with packed.open(_LIST) as listed:
                contents = _Contents.model_validate(orjson.loads(listed.read(_LIST_BYTES)))
            if contents.format != _FORMAT:
                raise ConfigError(f"{archive} was written by a newer version of the workbench; update the workbench")
            if sorted(names) != sorted([*contents.members, _LIST]) or _STORE.get(contents.store) not in names:
                raise StoreError(damaged, file=str(archive))
            for name, member in contents.members.items():
                target = folder / _inside(name, archive)
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(name) as read, target.open("xb") as out:
                    if _copied(read, out, member.size) != member.sha256:
                        raise StoreError(damaged, file=str(archive))
            return contents
    except (zipfile.BadZipFile, EOFError, ValidationError, orjson.JSONDecodeError, NotImplementedError) as error:
        raise StoreError(damaged, file=str(archive)) from error
    except (RuntimeError, zlib.error) as error:  # encrypted; a broken stream
        raise StoreError(damaged, file=str(archive)) from error


def _inside(name: str, archive: Path) -> PurePosixPath:
    """A member's name as a path that stays where it is put.

    Raises:
        StoreError: absolute, with `..`, of another system, or neither the store nor one of the files.
    """
    path = PurePosixPath(name)
    parts = name.split("/")
    plain = not path.is_absolute() and not {"", ".", ".."} & set(parts) and not set("\\:\0") & set(name)
    if not plain or not (name in _STORE.values() or (name.startswith(_FILES) and len(parts) > 1)):
        raise StoreError(f"{archive} holds a file that does not belong into a backup; nothing was changed", member=name)
    return path


def _copied(read: Any, out: BinaryIO, size: int) -> str:
    """SHA-256 of what was copied; at most one byte more than `size` is read."""
    digest, left = hashlib.sha256(), size + 1
    while left and (piece := read.read(min(_PIECE, left))):
        digest.update(piece)
        out.write(piece)
        left -= len(piece)
    return digest.hexdigest() if left == 1 else ""


def _target(settings: Settings, url: URL, name: str) -> Path:
    """Where a file of the backup goes.

    Raises:
        StoreError: on the store or the graph, or by a link out of the data folder.
    """
    target = settings.data_dir / name
    below = [target, *target.parents]
    below = below[: below.index(settings.data_dir)]
    if not target.resolve().is_relative_to(settings.data_dir) or any(_is_left_out(p, settings, url) for p in below):
        raise StoreError("The backup holds a file that does not belong there; nothing was changed", member=name)
    return target


def _schema_version(engine: Engine, url: URL) -> str:
    """The version of the store's tables.

    Raises:
        BadArguments: there are none.
    """
    version: str | None = _with_engine(engine, url, _version)
    if version is None:
        raise BadArguments("There is no store to back up: the database has no tables")
    return version


def _version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return version_of(connection)


def _with_engine(engine: Engine, url: URL, ask: Callable[[Engine], Any]) -> Any:
    try:
        return ask(engine)
    except SQLAlchemyError as error:
        named = translated(error, url)
        if named is None:
            raise
        raise named from error
    finally:
        engine.dispose()


def _holds_data(url: URL, settings: Settings) -> bool:
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        return any(each.exists() and each.stat().st_size for each in (file, file.with_name(file.name + "-wal")))

    def tables(engine: Engine) -> bool:
        return bool(inspect(engine).get_table_names())

    return bool(_with_engine(make_engine(url, settings, migrating=True), url, tables))


@contextmanager
def _named(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise (from_sqlite(error) or StoreError(f"The database {file} refused: {error}")) from error


def _copy_sqlite(source: Path, target: Path, wait_s: float) -> None:
    """A copy of an SQLite database as it is at one moment, whoever writes meanwhile; a database in its place is
    replaced in one transaction."""
    waiting_until = time.monotonic() + wait_s

    def not_for_ever(status: int, _remaining: int, _total: int) -> None:
        # sqlite3 would try again without end.
        if status in _WAITING and time.monotonic() > waiting_until:
            raise StoreBusy(BUSY, reason="backup")

    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=wait_s)) as read,
        closing(sqlite3.connect(target, timeout=wait_s)) as out,
    ):
        read.backup(out, progress=not_for_ever)


def _check_sqlite(copy: Path, settings: Settings) -> None:
    """Pass when the backup's database is whole and of a version that this workbench knows."""
    with _named(copy), closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()
    url = URL.create("sqlite", database=str(copy))
    version = _with_engine(read_only_engine(copy, settings), url, _version)
    if verdict != ("ok",) or version is None:
        raise StoreError("The backup's database is damaged; nothing was changed")


def _put_back_sqlite(copy: Path, target: Path, wait_s: float) -> None:
    """Put a database in another's place: as one transaction where that one can be read, else as a new file."""
    make_folder(target.parent)
    with _named(target):
        try:
            _copy_sqlite(copy, target, wait_s)
        except sqlite3.DatabaseError as error:
            if not sqlite_code(error).startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
                raise
            for ending in ("-wal", "-shm", ""):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            os.replace(copy, target)
    target.chmod(0o600)


def _run_postgres(program: str, url: URL | None, settings: Settings, *arguments: str) -> None:
    """Run one of PostgreSQL's programs, the password in its environment and not among its arguments.

    Raises:
        ConfigError: it is not installed.
        StoreError: it failed; says its first line.
    """
    where = shutil.which(program)
    if where is None:
        raise ConfigError(
            f"{program} is not installed, which backups of PostgreSQL need: apt-get install postgresql-client",
            name="DATABASE_URL",
        )
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10"}
    environment["PGOPTIONS"] = f"-c lock_timeout={int(settings.store_busy_s * 1000)}"
    if url is not None:
        if url.password:
            environment["PGPASSWORD"] = str(url.password)
        address = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
        arguments = (f"--dbname={address}", *arguments)
    done = subprocess.run(
        [where, "--no-password", *arguments] if url is not None else [where, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        messages = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        reason = messages[0].replace(str(url.password), "***") if url is not None and url.password else messages[0]
        raise StoreError(f"{program} failed: {reason}", program=program)
