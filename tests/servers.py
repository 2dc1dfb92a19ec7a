"""Real servers for tests, on loopback, in temporary folders, ended by their own process id."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from filelock import FileLock
from psycopg import sql

_USER = "shinsa"


class NoServer(RuntimeError):
    """A server cannot be had on this machine; says what is missing."""


def missing(reason: str) -> None:
    """Skip the running test for what this machine lacks; in CI nothing may be lacking, so fail there."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI lacks what this test needs: {reason}", pytrace=False)
    pytest.skip(reason)


def start_postgres(folder: Path) -> tuple[str, Callable[[], None]]:
    """A PostgreSQL for tests: the address of its maintenance database, and what stops it.

    `TEST_DATABASE_URL`, where set, wins: that server is used and left running.

    Args:
        folder: an empty folder, which the system's user `postgres` can reach when this runs as root.

    Raises:
        NoServer: PostgreSQL is not installed or does not start.
    """
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        return given, lambda: None
    programs, as_user = _postgres_programs(), _not_root()
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    port, password = free_port(), secrets.token_hex(8)
    secret = folder / "password"
    secret.write_text(password, encoding="ascii")
    secret.chmod(0o644)
    made = [*as_user, str(programs / "initdb"), "-D", str(folder / "data"), "-N", "-A", "scram-sha-256"]
    _run([*made, "-U", _USER, f"--pwfile={secret}", "--encoding=UTF8", "--locale=C.UTF-8"], folder)
    options = (
        f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} "
        "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=32MB"
    )
    (folder / "options").write_text(options, encoding="ascii")
    _start_server(folder)
    return f"postgresql://{_USER}:{password}@127.0.0.1:{port}/postgres", lambda: _stop_postgres(folder)


def restart_killed_postgres(folder: Path) -> None:
    """kill −9 of a server of `start_postgres`, and its start on the same data and port."""
    pid = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 30
    while True:
        try:
            _start_server(folder)
            return
        except NoServer:  # its children have not noticed yet
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def _start_server(folder: Path) -> None:
    options = (folder / "options").read_text(encoding="ascii")
    _run([*_control(folder), "-l", str(folder / "log"), "-o", options, "-t", "60", "-w", "start"], folder)


def _stop_postgres(folder: Path) -> None:
    _run([*_control(folder), "-m", "immediate", "-w", "stop"], folder)


def _control(folder: Path) -> list[str]:
    return [*_not_root(), str(_postgres_programs() / "pg_ctl"), "-D", str(folder / "data")]


def _not_root() -> list[str]:
    """What makes a command run as an ordinary user: initdb and pg_ctl refuse root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


@contextmanager
def shared_postgres(meeting: Path) -> Iterator[str]:
    """One PostgreSQL for several test processes: the first starts it, the last stops it.

    Args:
        meeting: a folder that all these processes know.

    Raises:
        NoServer: there is none to be had; the first process finds out for all.
    """
    lock, note = FileLock(meeting / "postgres.lock"), meeting / "postgres.json"
    with lock:
        told = json.loads(note.read_text()) if note.exists() else _start_for_all()
        if told["missing"]:
            note.write_text(json.dumps(told))
            raise NoServer(told["missing"])
        told["users"] += 1
        note.write_text(json.dumps(told))
    try:
        yield told["url"]
    finally:
        with lock:
            told = json.loads(note.read_text())
            told["users"] -= 1
            if told["users"]:
                note.write_text(json.dumps(told))
            else:
                note.unlink()
                if told["folder"]:
                    _stop_postgres(Path(told["folder"]))
                    shutil.rmtree(told["folder"])


def _start_for_all() -> dict[str, Any]:
    told: dict[str, Any] = {"url": "", "missing": "", "users": 0, "folder": ""}
    if "TEST_DATABASE_URL" in os.environ:
        return told | {"url": os.environ["TEST_DATABASE_URL"]}
    # Not below pytest's own folder, which only its owner may enter.
    folder = Path(tempfile.mkdtemp(prefix="shinsa-postgres-"))
    try:
        url, _ = start_postgres(folder)
    except NoServer as error:
        shutil.rmtree(folder)
        return told | {"missing": str(error)}
    return told | {"url": url, "folder": str(folder)}


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """The address of a new, empty database on a server; dropped afterwards."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield re.sub(r"/[^/?]*(\?.*)?$", rf"/{name}\1", server)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _postgres_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path and (Path(on_path).parent / "pg_ctl").exists():
        return Path(on_path).parent
    raise NoServer("PostgreSQL is not installed: apt-get install postgresql, or set TEST_DATABASE_URL")


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return int(chosen.getsockname()[1])


def _run(command: list[str], folder: Path) -> None:
    ended = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if ended.returncode:
        log = folder / "log"
        said = ended.stdout.decode(errors="replace") + (log.read_text(errors="replace") if log.exists() else "")
        raise NoServer(f"{' '.join(command)} failed: {said[-600:]}")
