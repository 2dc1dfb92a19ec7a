"""Real servers for tests, on loopback, in temporary folders, ended by their own process id."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

_USER = "shinsa"


class NoServer(RuntimeError):
    """A server cannot be had on this machine; says what is missing."""


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
    programs = _postgres_programs()
    as_user: list[str] = []
    if os.geteuid() == 0:
        # initdb and pg_ctl refuse root.
        as_user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres", "postgres")
    port, password = _free_port(), secrets.token_hex(8)
    secret = folder / "password"
    secret.write_text(password, encoding="ascii")
    secret.chmod(0o644)
    data = folder / "data"
    _run([*as_user, str(programs / "initdb"), "-D", str(data), "-N", "-A", "scram-sha-256", "-U", _USER,
          f"--pwfile={secret}", "--encoding=UTF8", "--locale=C.UTF-8"], folder)  # fmt: skip
    options = (
        f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} "
        "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=32MB"
    )
    control = [*as_user, str(programs / "pg_ctl"), "-D", str(data), "-l", str(folder / "log")]
    _run([*control, "-o", options, "-t", "60", "-w", "start"], folder)

    def stop() -> None:
        _run([*control, "-m", "immediate", "-w", "stop"], folder)

    return f"postgresql://{_USER}:{password}@127.0.0.1:{port}/postgres", stop


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


def _free_port() -> int:
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
