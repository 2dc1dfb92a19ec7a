"""A real Neo4j Community server for tests: its jars from Maven in the user's cache, itself in a temporary folder."""

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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from filelock import FileLock

from servers import NoServer, free_port

POM = Path(__file__).parent / "neo4j_server" / "pom.xml"
_STARTED: list[subprocess.Popen[bytes]] = []
_OPENS = ("java.nio", "java.io", "java.lang", "sun.nio.ch", "java.util.concurrent")
_FLAGS = (
    "-Xms256m",
    "-Xmx512m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dfile.encoding=UTF-8",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENS),
)


@dataclass(frozen=True, slots=True)
class Neo4jServer:
    """Where a server listens and who may speak to it; `pid` is 0 for one that somebody else runs."""

    uri: str
    username: str
    password: str
    pid: int
    folder: str


def start_neo4j(folder: Path, *, port: int | None = None) -> Neo4jServer:
    """A Neo4j on loopback; `stop_neo4j` ends it. A folder that held one before keeps its data and its password.

    Args:
        folder: an empty folder, or that of an earlier start.
        port: where it listens, a free port when None.

    Raises:
        NoServer: Java 17 or Maven is missing, or the server does not start.
    """
    _require_java()
    jars = f"{_jars()}/*"
    home = folder / "home"
    secret = folder / "password"
    fresh = not secret.exists()
    chosen = port or free_port()
    for part in ("conf", "data", "logs", "run", "plugins", "import"):
        (home / part).mkdir(parents=True, exist_ok=True)
    if fresh:
        secret.write_text(secrets.token_hex(8), encoding="ascii")
    password = secret.read_text(encoding="ascii")
    (home / "conf" / "neo4j.conf").write_text(_configuration(home, chosen), encoding="utf-8")
    environment = os.environ | {"NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
    if fresh:
        command = ["java", *_FLAGS, "-cp", jars, "org.neo4j.cli.AdminTool", "dbms", "set-initial-password", password]
        made = subprocess.run(command, env=environment, capture_output=True, check=False)
        if made.returncode:
            raise NoServer(f"Neo4j refused its password: {made.stderr.decode(errors='replace')[-600:]}")
    command = ["java", *_FLAGS, "-cp", jars, "org.neo4j.server.CommunityEntryPoint"]
    command += [f"--home-dir={home}", f"--config-dir={home / 'conf'}", "--console-mode"]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    _STARTED.append(process)
    deadline = time.monotonic() + 120
    while not _listens(chosen):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise NoServer(f"Neo4j does not start: {(folder / 'log').read_text(errors='replace')[-600:]}")
        time.sleep(0.1)
    return Neo4jServer(f"bolt://127.0.0.1:{chosen}", "neo4j", password, process.pid, str(folder))


def stop_neo4j(server: Neo4jServer) -> None:
    """End a server that `start_neo4j` started, here or in another process of the same tests."""
    if not server.pid:
        return
    os.kill(server.pid, signal.SIGTERM)
    own = next((process for process in _STARTED if process.pid == server.pid), None)
    if own is not None:
        own.wait(60)
        return
    port = int(server.uri.rsplit(":", 1)[1])
    deadline = time.monotonic() + 60
    while _listens(port) and time.monotonic() < deadline:
        time.sleep(0.1)


@contextmanager
def shared_neo4j(meeting: Path) -> Iterator[Neo4jServer]:
    """One Neo4j for several test processes: the first starts it, the last stops it.

    `NEO4J_TEST_URI`, where set, wins (with `NEO4J_TEST_USERNAME` and `NEO4J_TEST_PASSWORD`): that server is used,
    its database emptied of what is ours, and left running.

    Args:
        meeting: a folder that all these processes know.

    Raises:
        NoServer: there is none to be had; the first process finds out for all.
    """
    given = os.environ.get("NEO4J_TEST_URI")
    if given:
        username = os.environ.get("NEO4J_TEST_USERNAME", "neo4j")
        yield Neo4jServer(given, username, os.environ.get("NEO4J_TEST_PASSWORD", "neo4j"), 0, "")
        return
    lock, note = FileLock(meeting / "neo4j.lock"), meeting / "neo4j.json"
    with lock:
        told: dict[str, Any] = json.loads(note.read_text()) if note.exists() else _start_for_all()
        told["users"] += 1
        note.write_text(json.dumps(told))
        if told["missing"]:
            raise NoServer(told["missing"])
    server = Neo4jServer(**told["server"])
    try:
        yield server
    finally:
        with lock:
            told = json.loads(note.read_text())
            told["users"] -= 1
            note.write_text(json.dumps(told))
            if not told["users"]:
                note.unlink()
                stop_neo4j(server)
                shutil.rmtree(server.folder, ignore_errors=True)


def _start_for_all() -> dict[str, object]:
    folder = Path(tempfile.mkdtemp(prefix="shinsa-neo4j-"))
    try:
        return {"missing": "", "users": 0, "server": asdict(start_neo4j(folder))}
    except NoServer as error:
        shutil.rmtree(folder, ignore_errors=True)
        return {"missing": str(error), "users": 0, "server": None}


def _require_java() -> None:
    program = shutil.which("java")
    if program is None:
        raise NoServer("Java 17 is not installed: apt-get install default-jre-headless, or set NEO4J_TEST_URI")
    said = subprocess.run([program, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', said)
    if found is None or int(found[1]) < 17:
        raise NoServer(f"Java 17 or newer is needed, this is {said.splitlines()[0] if said else 'none'}")


def _jars() -> Path:
    """The folder of the server's jars, fetched on first use: complete or not at all."""
    space = "{http://maven.apache.org/POM/4.0.0}"
    version = ElementTree.parse(POM).findtext(f"{space}dependencies/{space}dependency/{space}version")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "shinsa-tests"
    cache.mkdir(parents=True, exist_ok=True)
    wanted = cache / f"neo4j-{version}"
    with FileLock(cache / "neo4j.lock"):
        if wanted.is_dir():
            return wanted
        if shutil.which("mvn") is None:
            raise NoServer("Maven is not installed: apt-get install maven, or set NEO4J_TEST_URI")
        with tempfile.TemporaryDirectory(dir=cache, prefix="neo4j-partial-") as folder:
            partial = Path(folder) / "jars"
            command = ["mvn", "-q", "-B", "-f", str(POM), "dependency:copy-dependencies", "-DincludeScope=runtime"]
            ended = subprocess.run(
                [*command, f"-DoutputDirectory={partial}"], capture_output=True, stdin=subprocess.DEVNULL, check=False
            )
            if ended.returncode:
                raise NoServer(f"Maven could not fetch Neo4j: {ended.stdout.decode(errors='replace')[-600:]}")
            partial.rename(wanted)
    return wanted


def _configuration(home: Path, port: int) -> str:
    folders = "".join(f"server.directories.{part}={home / part}\n" for part in ("data", "logs", "run", "plugins"))
    return (
        f"{folders}server.directories.import={home / 'import'}\n"
        f"server.bolt.listen_address=127.0.0.1:{port}\nserver.bolt.advertised_address=127.0.0.1:{port}\n"
        "server.http.enabled=false\nserver.https.enabled=false\nserver.memory.pagecache.size=64m\n"
        "dbms.usage_report.enabled=false\ndb.transaction.timeout=30s\ndb.memory.transaction.max=192m\n"
    )


def _listens(port: int) -> bool:
    with socket.socket() as asked:
        asked.settimeout(1)
        return asked.connect_ex(("127.0.0.1", port)) == 0
